"""Writes, for a JSON list of [tagged value, flow style, indent, width], what PyYAML's C dumper makes of each, in order.

["list", items], ["dict", pairs], ["set", keys], ["ref", n] for the n-th collection or vaulted text again, and scalars
as [type, text].
"""

import base64
import datetime
import json
import sys

import yaml


class Vault:
    def __init__(self, text):
        self.text = text


class Dumper(yaml.CSafeDumper):
    pass


Dumper.add_representer(Vault, lambda dumper, data: dumper.represent_scalar("!vault", data.text, style="|"))
SCALARS = {
    "null": lambda text: None,
    "bool": lambda text: text == "true",
    "int": int,
    "float": float,
    "str": str,
    "date": datetime.date.fromisoformat,
    "datetime": datetime.datetime.fromisoformat,
    "bytes": base64.b64decode,
}


def build(tagged, seen):
    kind, content = tagged
    if kind == "ref":
        return seen[content]
    if kind in SCALARS:
        return SCALARS[kind](content)
    value = Vault(content) if kind == "vault" else [] if kind == "list" else set() if kind == "set" else {}
    seen.append(value)
    if kind == "list":
        value.extend(build(item, seen) for item in content)
    elif kind == "dict":
        value.update((build(key, seen), build(part, seen)) for key, part in content)
    return value


def write(tagged, flow, indent, width):
    value = build(tagged, [])
    return yaml.dump(
        value, Dumper=Dumper, allow_unicode=True, sort_keys=False, default_flow_style=flow, indent=indent, width=width
    )


json.dump([write(*question) for question in json.load(sys.stdin)], sys.stdout)
