#!/usr/bin/env python3
"""What libyaml, as PyYAML drives it, makes of documents: its events with their marks, and its errors.

    oracle.py < texts.json > answers.json              events, and what composing adds (anchors, one document)
    oracle.py --ansible < texts.json > answers.json    typed values and warnings of Ansible's own loader

Input: a JSON array of texts. Output: a JSON array, in order, of
    {"events": [[event, start, end, anchor, tag, value, style, implicit], ...], "error": E, "composed": E}
where marks are indices of code points, `error` is what parsing met, `composed` what composing met, and E is null or
[problem, index of its mark (of a character that YAML forbids: its byte offset), context]. `--ansible` answers
{"value": typed text, "warnings": [[line, column, text], ...]} or {"error": [kind, text, line, column, context]}.
"""
import json
import sys

import yaml

NAMES = {
    "StreamStartEvent": "+STR", "StreamEndEvent": "-STR", "DocumentStartEvent": "+DOC", "DocumentEndEvent": "-DOC",
    "MappingStartEvent": "+MAP", "MappingEndEvent": "-MAP", "SequenceStartEvent": "+SEQ", "SequenceEndEvent": "-SEQ",
    "ScalarEvent": "=VAL", "AliasEvent": "=ALI",
}


def row(event):
    name = NAMES[type(event).__name__]
    style, implicit = getattr(event, "style", None) or "", None
    if name in ("+MAP", "+SEQ"):
        style, implicit = "flow" if event.flow_style else "block", event.implicit
    elif name in ("+DOC", "-DOC"):
        style = "explicit" if event.explicit else "implicit"
    elif name == "=VAL":
        implicit = list(event.implicit)
    return [
        name, event.start_mark.index, event.end_mark.index, getattr(event, "anchor", None),
        getattr(event, "tag", None), getattr(event, "value", None), style, implicit,
    ]


def fault(error):
    if isinstance(error, yaml.MarkedYAMLError):
        return [error.problem, error.problem_mark and error.problem_mark.index, error.context]
    if isinstance(error, yaml.reader.ReaderError):
        return [str(error).splitlines()[0], error.position, None]
    return [str(error), None, None]


def answer(text):
    events, error, composed = [], None, None
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            events.append(row(event))
    except (yaml.YAMLError, UnicodeError) as caught:
        error = fault(caught)
    try:
        yaml.compose(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeError) as caught:
        composed = fault(caught)
    return {"events": events, "error": error, "composed": composed}


if __name__ == "__main__":
    if sys.argv[1:] == ["--ansible"]:
        from ansible_oracle import answer
    texts = json.load(sys.stdin)
    json.dump([answer(text) for text in texts], sys.stdout)
    print()
