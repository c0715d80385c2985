/**
 * The script of the report page: filters the findings by words, severities and a host of the picture, puts them into
 * groups, and opens what a link leads to. Without it, the page shows everything.
 */

const form = one('#filter') as HTMLFormElement;
const list = one('#list');
const shown = one('#shown');
const findings = [...list.querySelectorAll<HTMLElement>('.finding')];
const words = new Map(findings.map((finding) => [finding, finding.textContent.toLowerCase()]));
const hosts = [...document.querySelectorAll<SVGGElement>('[data-host]')];
let host: SVGGElement | undefined;

form.hidden = false;
form.addEventListener('input', show);
form.addEventListener('reset', () => {
  choose(undefined);
  // The fields have their first values only after this event.
  queueMicrotask(show);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
});
for (const each of hosts) {
  const choice = (): void => {
    choose(each === host ? undefined : each);
    show();
    one('#findings').scrollIntoView();
  };
  each.setAttribute('tabindex', '0');
  each.setAttribute('role', 'button');
  each.setAttribute('aria-pressed', 'false');
  each.addEventListener('click', choice);
  each.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choice();
  });
}
addEventListener('hashchange', open);
show();
open();

/** Keeps the findings of one host of the picture; undefined keeps all. */
function choose(next: SVGGElement | undefined): void {
  host?.setAttribute('aria-pressed', 'false');
  host = next;
  host?.setAttribute('aria-pressed', 'true');
}

function show(): void {
  const data = new FormData(form);
  const wanted = valueOf(data, 'words').toLowerCase().split(/\s+/);
  const severities = new Set(data.getAll('severity'));
  const number = host === undefined ? undefined : Number(host.dataset['number']);
  const kept = findings.filter((finding) => {
    const text = words.get(finding) ?? '';
    const isKept =
      severities.has(finding.dataset['severity'] ?? '') &&
      wanted.every((word) => text.includes(word)) &&
      (number === undefined || hasHost(finding, number));
    finding.hidden = !isKept;
    return isKept;
  });
  const about = host === undefined ? '' : ` of ${host.dataset['host'] ?? ''}`;
  shown.textContent = `${String(kept.length)} of ${String(findings.length)} findings${about}`;
  arrange(valueOf(data, 'group'), kept);
}

function valueOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Tells whether the hosts of a finding, in ranges as in `0-12,15`, have one. */
function hasHost(finding: HTMLElement, number: number): boolean {
  return (finding.dataset['hosts'] ?? '').split(',').some((range) => {
    const [first = '', last = first] = range.split('-');
    return first !== '' && Number(first) <= number && number <= Number(last);
  });
}

/** Puts the findings below headings; each keeps its place among those of its group. */
function arrange(group: string, kept: readonly HTMLElement[]): void {
  for (const heading of list.querySelectorAll('h3.group')) heading.remove();
  const groups = new Map<string, HTMLElement[]>();
  for (const finding of kept) {
    const key = finding.dataset[group] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  for (const [key, members] of groups) {
    if (key !== '') {
      const heading = document.createElement('h3');
      heading.className = 'group';
      heading.textContent = `${key} (${String(members.length)})`;
      list.append(heading);
    }
    list.append(...members);
  }
}

/** Shows what the address names, though a filter may hide it. */
function open(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.hidden) {
    form.reset();
    choose(undefined);
    show();
  }
  target.closest('details')?.setAttribute('open', '');
  target.scrollIntoView();
}

function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
