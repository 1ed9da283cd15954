"""The nouns of the product as frozen values; no pixels and no arithmetic libraries in here."""
