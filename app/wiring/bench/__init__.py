"""What the hot paths cost, in CPU time and as multiples of fixed reference work."""
