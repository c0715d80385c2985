/**
 * Names with date math, which Elasticsearch resolves when it uses them: `<nightly-{now/d{yyyy.MM.dd|+01:00}}>`.
 *
 * https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#api-date-math-index-names
 */

/** An expression in braces, with its format and time zone; `\{` is a brace of the name. */
const EXPRESSION = /(?<!\\)\{([^{}]*)(?:\{([^{}|]*)(?:\|[^{}]*)?\})?\}/g;
/** The start of a longer unit, to which the time is rounded: of a week, a month or a year. */
const ROUNDED = /\/[wMy]/;
/** The letters of a day, and the formats with names of their own that have it without. */
const SHOWS_DAY = /[dD]|epoch/;

/**
 * Tells how exactly a name says when it was made: to the day, or finer; less exactly, as to the month; or not at all.
 */
export function dateInName(name: string): 'day' | 'longer' | 'none' {
  if (!/^<.*>$/s.test(name)) return 'none';
  const expressions = [...name.slice(1, -1).matchAll(EXPRESSION)].filter(([, math = '']) =>
    math.trim().startsWith('now'),
  );
  if (expressions.length === 0) return 'none';
  // Without a format, the day is shown: yyyy.MM.dd.
  const isDay = expressions.some(
    ([, math = '', format = 'dd']) => !ROUNDED.test(math) && SHOWS_DAY.test(format.replace(/'[^']*'/g, '')),
  );
  return isDay ? 'day' : 'longer';
}
