/** The events of our YAML parser, in the form in which libyaml tells them. */
import { TextFault } from '../../../src/source/text-fault.ts';
import type { SyntaxProblem } from '../../../src/source/tree.ts';
import { parseYaml } from '../../../src/source/yaml/parser.ts';

/** One event, as libyaml's own test format names it. */
interface Event {
  readonly name: '+STR' | '-STR' | '+DOC' | '-DOC' | '+MAP' | '-MAP' | '+SEQ' | '-SEQ' | '=VAL' | '=ALI';
  readonly start: number;
  readonly end: number;
  readonly anchor?: string;
  readonly tag?: string;
  readonly value?: string;
  /** Of a scalar how it is written, of a collection `flow` or `block`, of a document `explicit` or `implicit`. */
  readonly style?: string;
  readonly plain?: boolean;
}

/** The events of a text up to its end, or to its fault. */
interface Events {
  readonly events: readonly Event[];
  readonly fault: SyntaxProblem | undefined;
}

/** Lists the events of a text: the form in which the parser is compared with libyaml. */
export function parseEvents(text: string): Events {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const events: Event[] = [];
  const open: ('-SEQ' | '-MAP')[] = [];
  const add = (event: Event): void => void events.push(event);
  const properties = (anchor: string, tag: string): Pick<Event, 'anchor' | 'tag'> => ({
    ...(anchor !== '' && { anchor }),
    ...(tag !== '' && { tag }),
  });
  add({ name: '+STR', start, end: start });
  try {
    parseYaml(text, {
      documentStart: (start, end, explicit) =>
        add({ name: '+DOC', start, end, style: explicit ? 'explicit' : 'implicit' }),
      documentEnd: (start, end, explicit) =>
        add({ name: '-DOC', start, end, style: explicit ? 'explicit' : 'implicit' }),
      alias: (start, end, anchor) => add({ name: '=ALI', start, end, anchor }),
      scalar: (start, end, anchor, tag, value, style, plain) =>
        add({ name: '=VAL', start, end, ...properties(anchor, tag), value, style, plain }),
      sequenceStart: (start, end, anchor, tag, flow) => {
        open.push('-SEQ');
        add({ name: '+SEQ', start, end, ...properties(anchor, tag), style: flow ? 'flow' : 'block' });
      },
      mappingStart: (start, end, anchor, tag, flow) => {
        open.push('-MAP');
        add({ name: '+MAP', start, end, ...properties(anchor, tag), style: flow ? 'flow' : 'block' });
      },
      collectionEnd: (start, end) => add({ name: open.pop()!, start, end }),
    });
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return { events, fault: error.problem };
  }
  add({ name: '-STR', start: text.length, end: text.length });
  return { events, fault: undefined };
}
