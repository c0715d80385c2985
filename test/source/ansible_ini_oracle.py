"""Answers, for a JSON list of INI inventories, what the ini plugin of ansible-core 2.19 does with each, in order.

Groups, ranges of hosts and group names are left out: they are not the reader's.
"""

import json
import struct
import sys

import ansible.plugins.inventory.ini as ini
from ansible._internal._datatag._tags import Origin, TrustedAsTemplate


def encode(value):
    if value is None:
        return ["null"]
    if isinstance(value, bool):
        return ["bool", bool(value)]
    if isinstance(value, int):
        return ["int", hex(value)]
    if isinstance(value, float):
        return ["float", struct.pack(">d", value).hex()]
    if isinstance(value, str):
        return ["str" if TrustedAsTemplate.is_tagged_on(value) else "unsafe", str(value)]
    if isinstance(value, list):
        return ["list", [encode(item) for item in value]]
    return ["mapping", [[encode_key(key), encode(part)] for key, part in value.items()]]


def encode_key(key):
    if isinstance(key, bytes):
        return ["bytes", bytes(key).decode("latin-1")]
    if isinstance(key, tuple) or isinstance(key, str) and key.startswith("("):
        return None
    return ["str", str(key)] if isinstance(key, str) else encode(key)


class Recorder:
    """Takes the place of the inventory's data."""

    def __init__(self):
        self.groups = {}
        self.steps = []

    def add_group(self, group):
        self.groups[group] = True
        self.steps.append(["group", str(group)])

    def add_child(self, group, child):
        pass

    def set_variable(self, group, key, value):
        self.steps.append(["variable", str(group), str(key), encode(value)])


class Reader(ini.InventoryModule):
    def _expand_hostpattern(self, pattern):
        return [pattern], None

    def _populate_host_vars(self, hosts, variables, group=None, port=None):
        assignments = [[str(key), encode(value)] for key, value in variables.items()]
        self.inventory.steps.append(["host", str(group), str(hosts[0]), assignments])

    def _parse_group_name(self, line):
        name = super()._parse_group_name(line)
        self.inventory.steps.append(["child", str(name)])
        return name


def answer(text):
    reader = Reader()
    reader.inventory = Recorder()
    reader._origin = Origin(path="/inventory", line_num=0)
    try:
        reader._parse(text.splitlines())
        message = None
    except Exception as error:
        message = str(error)
    if message and ("not valid for undefined group" in message or "includes undefined group" in message):
        message = None
    line = reader._origin.line_num if message is not None else None
    return {"steps": reader.inventory.steps, "problem": message, "line": line}


if __name__ == "__main__":
    ini.to_safe_group_name = lambda name: name
    json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
