#!/usr/bin/env python3
"""Check the dice of a match with nothing but Python: python3 verify.py MATCH.jsonl

Before a roll its roller promised a hash of a secret; then somebody else gave a nonce; the face
follows from both, and neither could choose it. Every die of a match file has such a record. Nothing
is printed when all of them hold.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

FIELDS = ("die", "roll", "face", "secret", "nonce", "given", "commitment", "promise")


def holds(record):
    """Whether promise, secret, nonce and face belong together, bit for bit."""
    what = bytes([record["die"] == "G"]) + record["roll"].to_bytes(4, "big")
    secret, nonce = bytes.fromhex(record["secret"]), bytes.fromhex(record["nonce"])
    promised = sha256(b"TARUC" + what + secret).hexdigest()[:32]
    digest = sha256(b"TARU1" + what + secret + nonce).digest()
    face = next(byte for byte in digest if byte < 252) % 6 + 1
    seal = sha256(",".join(str(record[name]) for name in FIELDS).encode()).hexdigest()[:16]
    kept = record["commitment"] in ("", promised)
    shared = not record["given"] or record["nonce"] in (record["given"], "00000000")
    return face == record["face"] and kept and shared and seal == record["seal"]


if __name__ == "__main__":
    lines = [json.loads(line) for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
    dice = [record for line in lines for record in (line.get("evidence") or {}).get("dice", [])]
    false = [record for record in dice if not holds(record)]
    sys.exit(f"{len(dice)} dice, {len(false)} do not hold" if false or not dice else None)
