"""The approved form: kept with who approved it, its template, registration of scanned pages to it, and what differs."""
