"""Tells of each [before, after, kind, route, name, value] how PyYAML's C loader sees that the edit went wrong, or null.

A route has the position of a part on each step, of a mapping in the order of its keys.
"""

import json
import sys

import yaml


class Loader(yaml.CSafeLoader):
    pass


Loader.add_constructor("!unsafe", lambda loader, node: ("!unsafe", loader.construct_scalar(node)))
Loader.add_constructor("!vault", lambda loader, node: ("!vault", loader.construct_scalar(node)))


def plain(value):
    """The value with its types, and mappings as lists of their pairs."""
    if isinstance(value, dict):
        return ["map", [[plain(key), plain(part)] for key, part in value.items()]]
    if isinstance(value, list):
        return ["list", [plain(item) for item in value]]
    return [type(value).__name__, str(value)]


def edited(value, kind, route, name, new):
    """The value with the edit at the route. What it leaves alone is shared with the value."""
    step, rest = (route[0], route[1:]) if route else (None, [])
    if step is None:
        return new
    last = not rest and kind != "replace"
    if isinstance(value, list):
        if last:
            return value[:step] + (value[step + 1 :] if kind == "remove item" else new + value[step:])
        return value[:step] + [edited(value[step], kind, rest, name, new)] + value[step + 1 :]
    pairs = list(value.items())
    if not last:
        pairs[step] = (pairs[step][0], edited(pairs[step][1], kind, rest, name, new))
    elif kind == "rename":
        pairs[step] = (name, pairs[step][1])
    elif kind == "remove pair":
        del pairs[step]
    else:
        pairs.insert(step, (name, new))
    return dict(pairs)


def at(value, route):
    for step in route:
        value = value[step] if isinstance(value, list) else list(value.values())[step]
    return value


def fault(before, after, kind, route, name, value):
    old = yaml.load(before, Loader)
    new = yaml.load(after, Loader)
    if kind == "replace":
        got, was = at(new, route), at(old, route)
        # A text in quotes stays one, and a text that is no template.
        if isinstance(was, tuple) and isinstance(got, tuple):
            got, was = got[1], was[1]
        if got != value and not (isinstance(was, str) and isinstance(got, str) and same(got, value)):
            return f"{got!r} is there in place of {value!r}"
        value = at(new, route)
    expected = edited(old, kind, route, name, value)
    return None if plain(expected) == plain(new) else f"{new!r} is not {expected!r}"


def same(text, value):
    return yaml.load(text, yaml.CSafeLoader) == value


json.dump([fault(*case) for case in json.load(sys.stdin)], sys.stdout)
