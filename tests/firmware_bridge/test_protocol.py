"""The wire: every message survives the trip, no bytes upset the decoder, no damage is obeyed."""

import random
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages import (
    Ack,
    BeamEvent,
    Button,
    ButtonEvent,
    Buzz,
    ClockOut,
    Command,
    CommandReply,
    Commitment,
    Contact,
    ContactEvent,
    Die,
    DieEvent,
    FireFlash,
    Flash,
    FromBox,
    FromHost,
    GiveNonce,
    Heartbeat,
    Hello,
    Malformed,
    Message,
    Nak,
    OpenSession,
    SetClock,
    SetLights,
    ShowFace,
    StuckEvent,
    Sync,
    SyncReply,
    TestOutputs,
    UnknownEvent,
    UnknownOrder,
)
from firmware_bridge.protocol import Decoder, Speaker, crc, encode

byte = st.integers(0, 0xFF)
word = st.integers(0, 0xFFFFFFFF)
moment = st.integers(0, 0xFFFFFFFFFFFF)
die = st.sampled_from(Die)
stamp = {"epoch": st.integers(0, 0xFFFF), "id": word, "at_us": st.none() | moment}
name = st.text("abcdefgh.-0123456789", min_size=1, max_size=8)


def octets(count: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=count, max_size=count)


FROM_BOX: st.SearchStrategy[FromBox] = st.one_of(
    st.builds(
        Hello,
        protocol=st.integers(1, 9),
        firmware=name,
        version=name,
        uid=word,
        epoch=word,
        boot=word,
        cause=st.integers(0, 9),
        session=st.none() | byte,
        oldest=st.integers(0, 0xFFFFFF),
        count=st.integers(0, 64),
        lost=st.integers(0, 0xFFFF),
        capabilities=st.just("DPKSLTF"),
    ),
    st.builds(
        Heartbeat,
        at_us=moment,
        inputs=st.integers(0, 0x3FFFFF),
        queue=byte,
        lost=word,
        receive_errors=word,
        in_session=st.booleans(),
    ),
    st.builds(
        DieEvent,
        **stamp,
        die=die,
        face=st.integers(1, 6),
        roll=word,
        secret=octets(8),
        nonce=octets(4),
    ),
    st.builds(BeamEvent, **stamp, beam=st.integers(0, 7), duration_us=word),
    st.builds(StuckEvent, **stamp, input=st.integers(0, 13), stuck=st.booleans()),
    st.builds(ButtonEvent, **stamp, button=st.sampled_from(Button), pressed=st.booleans()),
    st.builds(ContactEvent, **stamp, contact=st.sampled_from(Contact), pressed=st.booleans()),
    st.builds(ClockOut, **stamp),
    st.builds(Flash, **stamp),
    st.builds(
        UnknownEvent, **stamp, kind=st.just("Z"), fields=st.lists(name, max_size=3).map(tuple)
    ),
    st.builds(Commitment, die=die, roll=word, commitment=octets(16)),
    st.builds(SyncReply, number=word, received_us=moment, sent_us=moment),
    st.builds(CommandReply, session=byte, number=byte, error=st.none() | st.integers(1, 9)),
    st.builds(Nak, code=st.integers(1, 9), receive_errors=word),
)
ORDERS = st.one_of(
    st.builds(SetLights, mask=byte, value=byte),
    st.builds(Buzz, pattern=st.integers(0, 15)),
    st.builds(SetClock, left_ms=word, running=st.booleans()),
    st.builds(GiveNonce, die=die, roll=word, nonce=octets(4)),
    st.builds(FireFlash),
    st.builds(ShowFace, die=die, face=st.integers(0, 6)),
    st.builds(TestOutputs, parts=st.integers(0, 7)),
    st.builds(UnknownOrder, verb=st.just("ARM"), fields=st.lists(name, max_size=2).map(tuple)),
)
FROM_HOST: st.SearchStrategy[FromHost] = st.one_of(
    st.builds(OpenSession, max_protocol=st.integers(1, 9), session=byte),
    st.builds(Ack, epoch=st.integers(0, 0xFFFF), id=word),
    st.builds(Sync, number=word),
    st.builds(Command, session=byte, number=byte, order=ORDERS),
)


@given(st.lists(FROM_BOX, max_size=6), st.lists(st.integers(0, 300)), st.binary(max_size=20))
def test_any_cut_gives_the_same_messages(
    messages: list[FromBox], cuts: list[int], junk: bytes
) -> None:
    between = bytes(b for b in junk if b != ord("$"))
    data = b"".join(between + encode(message) for message in messages)
    decoder = Decoder()
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    heard: list[Message] = []
    for start, end in pairwise(places):
        heard += decoder.feed(data[start:end])
    assert heard == messages
    assert decoder.counts["good"] == len(messages)


@given(FROM_HOST)
def test_words_of_the_host_reach_the_box_and_their_echo_is_ignored(message: FromHost) -> None:
    assert Decoder(hears=Speaker.HOST).feed(encode(message)) == [message]
    host = Decoder()
    assert host.feed(encode(message)) == []
    assert host.counts["own"] == 1


@given(FROM_BOX)
def test_the_box_ignores_its_own_echo(message: FromBox) -> None:
    assert Decoder(hears=Speaker.HOST).feed(encode(message)[:64]) in ([], [_long(message)])


def _long(message: FromBox) -> Malformed:
    return Malformed(reason="long", raw=encode(message)[1:63])


@given(st.lists(st.binary(max_size=80) | st.sampled_from([b"$", b"*", b"\n", b"$E,", b"$H,1"])))
def test_no_bytes_make_it_raise(chunks: list[bytes]) -> None:
    for speaker in Speaker:
        decoder = Decoder(hears=speaker)
        for chunk in chunks:
            for message in decoder.feed(chunk):
                assert not isinstance(message, Malformed) or len(message.raw) < speaker.value
        for good in (encode(Sync(number=7)), encode(Nak(code=1, receive_errors=2))):
            decoder.feed(good)
        assert decoder.counts["good"] >= 1


@given(st.text("ABDEFHKLMPRSTX0123456789,-hatc", max_size=60))
def test_a_true_seal_on_nonsense_is_refused_or_read_never_raised(body: str) -> None:
    frame = b"$%s*%04X\n" % (body.encode(), crc(body.encode()))
    for speaker in Speaker:
        Decoder(hears=speaker).feed(frame)


def test_damage_is_never_obeyed() -> None:
    rng = random.Random(4)
    commands = [
        Command(session=9, number=n, order=SetLights(mask=3, value=n % 4)) for n in range(50)
    ]
    for trial in range(20_000):
        message = commands[trial % len(commands)]
        frame = bytearray(encode(message))
        for _ in range(rng.randint(1, 8)):
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
        for heard in Decoder(hears=Speaker.HOST).feed(bytes(frame)):
            assert isinstance(heard, Malformed) or heard == message


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"$GPGGA,123519,4807.038,N*47\r\n", "crc"),
        (b"$" + b"A" * 200, "long"),
        (b"$H,1 ,x*0000\n", "character"),
        (b"$H,1$", "cut"),
        (b"$T,1,2,3,*4*%04X\n" % crc(b"T,1,2,3,*4"), "crc"),
        (b"$Q,1*%04X\n" % crc(b"Q,1"), "type"),
        (b"$T,1,2,g*%04X\n" % crc(b"T,1,2,g"), "field"),
        (b"$T,1*%04X\n" % crc(b"T,1"), "field"),
    ],
)
def test_a_bad_frame_says_why(data: bytes, reason: str) -> None:
    decoder = Decoder()
    (bad,) = decoder.feed(data)
    assert isinstance(bad, Malformed)
    assert (bad.reason, decoder.counts[reason]) == (reason, 1)
    assert decoder.feed(encode(Nak(code=1, receive_errors=0))) == [Nak(code=1, receive_errors=0)]


def test_the_example_of_the_crc_catalogue() -> None:
    assert crc(b"123456789") == 0x29B1


def test_an_event_of_a_later_version_keeps_its_place() -> None:
    (event,) = Decoder().feed(b"$E,00A1,7,-,K,C,1*%04X\n" % crc(b"E,00A1,7,-,K,C,1"))
    expected = UnknownEvent(epoch=0xA1, id=7, at_us=None, kind="K", fields=("C", "1"))
    assert event == expected


def test_more_fields_at_the_end_are_allowed() -> None:
    body = b"T,1,2,3,NEW"
    assert Decoder().feed(b"$%s*%04X\r\n" % (body, crc(body))) == [
        SyncReply(number=1, received_us=2, sent_us=3)
    ]


def test_too_long_a_frame_is_not_written() -> None:
    with pytest.raises(ValueError, match="frame of"):
        encode(Command(session=1, number=1, order=UnknownOrder(verb="A" * 60, fields=())))


def test_every_message_is_frozen_and_named() -> None:
    for kind in get_args(Message):
        assert is_dataclass(kind)
        assert all(field.kw_only for field in fields(kind))
        assert getattr(kind, "__dataclass_params__").frozen  # noqa: B009 - not in the typeshed
