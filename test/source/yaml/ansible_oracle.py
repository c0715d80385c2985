"""What Ansible's own YAML loader makes of a document: `oracle.py --ansible` asks this. Needs ansible-core 2.19."""
import base64
import datetime
import json
import struct

import yaml
from ansible._internal._datatag._tags import Origin, TrustedAsTemplate
from ansible.parsing.vault import EncryptedString
from ansible.parsing.yaml.loader import AnsibleLoader
from ansible.utils.display import Display

display = Display()
warnings = []


def note(msg, obj=None, **_):
    origin = Origin.get_tag(obj)
    warnings.append([origin and origin.line_num, origin and origin.col_num, msg])


display.warning = note
display.deprecated = lambda *_, **__: None


def place_of(value):
    origin = Origin.get_tag(value)
    return f"@{origin.line_num}:{origin.col_num}" if origin else ""


def typed(value, above=(), key=False):
    place = (lambda _: "") if key else place_of  # of equal keys Ansible keeps the first, we the one beside the value
    if id(value) in above:
        return "RECURSION"
    inside = (*above, id(value))
    if value is None or value is True or value is False:
        return {None: "null", True: "bool:true", False: "bool:false"}[value]
    if isinstance(value, dict):
        pairs = (f"{typed(k, inside, True)}={typed(v, inside)}" for k, v in value.items())
        return f"map{place(value)}{{{', '.join(pairs)}}}"
    if isinstance(value, (set, frozenset)):
        return f"set{place(value)}{{{', '.join(sorted(typed(item, inside, True) for item in value))}}}"
    if isinstance(value, tuple):
        return f"list[{', '.join(typed(item, inside) for item in value)}]"
    if isinstance(value, list):
        return f"list{place(value)}[{', '.join(typed(item, inside) for item in value)}]"
    if isinstance(value, EncryptedString):
        return f"vault{place(value)}:{json.dumps(value._ciphertext, ensure_ascii=False)}"
    if isinstance(value, str):
        name = "str" if key or TrustedAsTemplate.is_tagged_on(value) else "unsafe"
        return f"{name}{place(value)}:{json.dumps(str(value), ensure_ascii=False)}"
    if isinstance(value, bytes):
        return f"bytes{place(value)}:{base64.b64encode(value).decode()}"
    if isinstance(value, int):
        return f"int{place(value)}:{int(value)}"
    if isinstance(value, float):
        text = "nan" if value != value else struct.pack(">d", value).hex()
        return f"float{place(value)}:{text}"
    if isinstance(value, datetime.datetime):
        return f"datetime{place(value)}:{value.isoformat()}"
    return f"date{place(value)}:{value.isoformat()}"


def answer(text):
    warnings.clear()
    try:
        data = TrustedAsTemplate().tag(Origin(description="document").tag(text))
        value = yaml.load(data, Loader=AnsibleLoader)
        return {"value": typed(value), "warnings": list(warnings)}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        return {"error": [error.problem, mark and mark.index, error.context]}
    except RecursionError:
        return {"error": ["RECURSION", None, None]}
    except Exception as error:
        return {"error": [str(error), None, None]}
