"""The only place that knows all parts: it puts them together for each command."""
