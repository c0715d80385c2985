"""Answers, for a JSON list of [function, text], what Python itself makes of each text."""

import ast
import configparser
import datetime
import json
import re
import shlex
import struct
import sys
import tomllib
import warnings


class Untaggable(Exception):
    """Ansible cannot attach an origin to keys of some types."""


def encode(value):
    if value is None:
        return ["null"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", hex(value)]
    if isinstance(value, float):
        return ["float", struct.pack(">d", value).hex()]
    if isinstance(value, str):
        return ["str", value]
    if isinstance(value, bytes):
        return ["unsafe", value.decode("utf-8", "surrogateescape")]
    if isinstance(value, complex) or value is ...:
        return ["str", "..." if value is ... else str(value)]
    if isinstance(value, (datetime.date, datetime.time)):
        return [type(value).__name__, value.isoformat()]
    if isinstance(value, (list, tuple)):
        return ["list", [encode(item) for item in value]]
    if isinstance(value, set):
        return ["set", sorted((encode(item) for item in value), key=json.dumps)]
    return ["mapping", [[encode_key(key), encode(part)] for key, part in value.items()]]


def encode_key(key):
    if isinstance(key, complex) or key is ...:
        raise Untaggable(f"{type(key)} is not taggable")
    if isinstance(key, bytes):
        return ["bytes", key.decode("latin-1")]
    # A key that is a tuple has no type of its own in the tree.
    if isinstance(key, tuple) or isinstance(key, str) and key.startswith("("):
        return None
    return encode(key)


def literal(text):
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return encode(value)


def json_value(text):
    return encode(json.loads(text, cls=Decoder, object_hook=check))


class Decoder(json.JSONDecoder):
    def raw_decode(self, s, idx=0):
        value, end = super().raw_decode(s, idx)
        return check(value), end


def check(value):
    """Refuses lone surrogates where Ansible's decoder does."""
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    for part in parts:
        if not isinstance(part, dict):
            check(part)
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("Refusing to deserialize an invalid UTF8 string value.")
    return value


def toml(text):
    return encode(tomllib.loads(text))


def toml_place(text, message):
    """Tells a message from the place that it ends with, which is an offset into the text with line feeds only."""
    text = text.replace("\r\n", "\n")
    message, place = re.fullmatch(r"(?s)(.*) \(at (.*)\)", message).groups()
    if place == "end of document":
        return {"failure": message, "at": len(text)}
    line, column = map(int, re.findall(r"\d+", place))
    start = sum(len(each) + 1 for each in text.split("\n")[: line - 1])
    return {"failure": message, "at": start + column - 1}


def config(text):
    """As Ansible reads its settings; a failure is told by the line."""
    parser = configparser.ConfigParser(inline_comment_prefixes=(";",))
    parser.read_string(text)
    return {section: dict(parser.items(section, raw=True)) for section in parser.sections()}


def split(text):
    return shlex.split(text, comments=True)


def answer(function, text):
    try:
        return {"value": FUNCTIONS[function](text)}
    except tomllib.TOMLDecodeError as error:
        return toml_place(text, str(error))
    except configparser.Error as error:
        return {"failure": "", "at": error.errors[0][0] if hasattr(error, "errors") else error.lineno}
    except json.JSONDecodeError as error:
        return {"failure": error.msg.rstrip(": "), "at": error.pos}
    except Exception as error:
        return {"failure": str(error)}


FUNCTIONS = {"literal": literal, "json": json_value, "split": split, "toml": toml, "config": config}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    questions = json.load(sys.stdin)
    json.dump([answer(*question) for question in questions], sys.stdout)
