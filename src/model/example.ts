/** What a rule finds, and what it asks for instead. */
export interface Example {
  readonly bad: Files;
  readonly good: Files;
}

/** Texts of files by their paths in a project. */
type Files = Readonly<Record<string, string>>;
