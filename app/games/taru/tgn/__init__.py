"""The match record (TGN, spec §8.2): tag pairs, then one numbered line a turn."""
