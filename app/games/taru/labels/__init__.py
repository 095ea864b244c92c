"""The truth of acts, written when they are made and never by the referee they are compared with."""
