/** Changes that are undone because it is not known whether they happen. */
import type { Marker } from '../markers.ts';
import type { Changeable } from '../python/python-values.ts';

/** The states of objects before a course of a template that may not be the one. */
export class Journal {
  readonly #before = new Map<Changeable, unknown>();

  /** Notes that an object is about to be changed. */
  note(object: Changeable): void {
    if (!this.#before.has(object)) this.#before.set(object, object.state);
  }

  /** Puts everything back, and gives the states that it had reached. */
  undo(): ReadonlyMap<Changeable, unknown> {
    const after = new Map<Changeable, unknown>();
    for (const [object, state] of this.#before) {
      after.set(object, object.state);
      object.state = state;
    }
    return after;
  }
}

/** Merges the states that objects have after each of several courses; `note` is called before an object changes. */
export function mergeStates(
  courses: readonly ReadonlyMap<Changeable, unknown>[],
  why: Marker,
  note: (object: Changeable) => void,
): void {
  for (const object of new Set(courses.flatMap((course) => [...course.keys()]))) {
    note(object);
    const { state } = object;
    object.merge(
      courses.map((course) => course.get(object) ?? state),
      why,
    );
  }
}
