"""The documents as data: loading, citing, searching, comparing and changing them."""
