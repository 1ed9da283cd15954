"""Engines that turn pixels, or a born-digital page, into words."""
