# Two targets are all a newcomer needs: `make demo` and `make test`. Both install what they need, system packages too.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= /usr/bin/python3
VENV := .venv
BIN := $(VENV)/bin
# dpkg wants the folders of the administrator's programs, which a bare PATH leaves out.
export PATH := $(PATH):/usr/local/sbin:/usr/sbin:/sbin
# One thread a process: engines run side by side, not inside each other.
export OMP_THREAD_LIMIT := 1
export DO_NOT_TRACK := 1

.PHONY: demo test faults scale check lint types floors docs-current lock clean system

system:
	@bash setup/system.sh

$(VENV)/installed: requirements.lock pyproject.toml setup/system.sh
	@bash setup/system.sh
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) --prompt petition
	@echo "Installing the Python packages of requirements.lock into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(VENV)/installed
	@bash setup/system.sh
	@$(BIN)/python -m samples.demo

test: $(VENV)/installed
	@bash setup/system.sh tests
	@$(BIN)/python -m pytest

# Kills at every named point and at random, power cuts, full disks, storms of files: up to ten minutes.
faults: $(VENV)/installed
	@bash setup/system.sh tests
	@bash setup/faults.sh $(BIN)/python

# PostgreSQL, Prefect's server on it, two workers, then Dask with two workers, all on this machine: 200 scans through each.
scale: $(VENV)/installed
	@bash setup/system.sh tests
	@bash setup/scale.sh

check: $(VENV)/installed lint types floors docs-current test

lint: $(VENV)/installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/installed
	@$(BIN)/mypy

floors: $(VENV)/installed
	@$(BIN)/lint-imports

docs-current: $(VENV)/installed
	@$(BIN)/python -m pipeline.checks.manual --check

lock:
	@rm -rf build/lock && $(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,factory]'
	@(echo "# Exact versions of everything that is installed; made from a clean environment with 'make lock'."; build/lock/bin/python -m pip freeze --all --exclude-editable | grep -v '^pip==') > requirements.lock
	@rm -rf build/lock

clean:
	@rm -rf $(VENV) build out .pytest_cache .mypy_cache .ruff_cache .hypothesis petition.egg-info
