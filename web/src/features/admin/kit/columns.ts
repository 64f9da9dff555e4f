import type { DeskColumn, Priority } from './types.ts';

/**
 * A row has two lines in a list below 56 rem. From there a table shows the columns of priority 1, from 63 rem those of 2,
 * and so on.
 */
export const TEMPLATES =
  '@4xl:[--cols:var(--cols-1)] @min-[63rem]:[--cols:var(--cols-2)] @min-[72rem]:[--cols:var(--cols-3)] @min-[84rem]:[--cols:var(--cols-4)] @min-[96rem]:[--cols:var(--cols-5)]';
export const SHOWN_FROM: Readonly<Record<Priority, string>> = {
  1: '@4xl:block',
  2: '@4xl:hidden @min-[63rem]:block',
  3: '@4xl:hidden @min-[72rem]:block',
  4: '@4xl:hidden @min-[84rem]:block',
  5: '@4xl:hidden @min-[96rem]:block',
};

type Columns = readonly Pick<DeskColumn<never>, 'priority' | 'width' | 'grow'>[];

/** A table's columns while it shows those up to this priority. */
function template(columns: Columns, upTo: Priority, selectable: boolean): string {
  const widths = columns
    .filter(({ priority }) => priority <= upTo)
    .map(({ width, grow }) => (grow ? `minmax(${width}rem,${grow}fr)` : `${width}rem`));
  return [...(selectable ? ['2rem'] : []), ...widths].join(' ');
}

/** What `TEMPLATES` chooses from by the list's width. */
export const templates = (columns: Columns, selectable: boolean) =>
  Object.fromEntries(
    ([1, 2, 3, 4, 5] as const).map((upTo) => [`--cols-${upTo}`, template(columns, upTo, selectable)]),
  );
