"""The pages in the browser, and the interface for programs."""
