import type { ReactNode } from 'react';

/** 1 always shows. The others yield in a narrow table, the highest first; the open record has them all. */
export type Priority = 1 | 2 | 3 | 4 | 5;

export interface DeskColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of this sort, if it sorts by this column. */
  sort?: string;
  /** Money, counts and dates line up at the end. */
  align?: 'end';
  priority: Priority;
  /** Width in rem. A column that grows has at least this, and its share of what is left. */
  width: number;
  grow?: number;
  /** Whether the text of a column that grows wraps when it is longer, instead of ending in '…'. */
  wrap?: boolean;
  /** Place in a row of two lines: the first line, its end, or the second line; nowhere by default. */
  narrow?: 'first' | 'end' | 'second';
  /** Shown before the value there, when the value alone says too little. */
  narrowLabel?: string;
  /** Whether the column menu leaves it out. The title column always stays. */
  fixed?: boolean;
}

export interface DeskFilter {
  /** The server's name of the filter. */
  key: string;
  label: string;
  options: readonly { value: string; label: string; count?: number | undefined }[];
  /** Chips in one line (default), a select for a second filter, or none if something else on the screen chooses it. */
  as?: 'chips' | 'select' | 'dates' | 'none';
  /** Of dates: the server's name of the last day; `key` is that of the first. */
  lastKey?: string;
  /** Filters that do not go with this one: choosing one clears the others. */
  excludes?: readonly string[];
}

/** A filter that only links lead to. */
export interface LinkedFilter {
  key: string;
  label: string;
  /** What its values are called. */
  names?: Readonly<Record<string, string>>;
}

/** A change of the selected rows. */
export interface BulkChoice<Row> {
  label: string;
  options: readonly { value: string; label: string }[];
  /** What it will do, in a sentence. */
  summary: (rows: readonly Row[], value: string) => string;
  /** The button that does it. */
  action: string;
  /** Resolves to what it did, in a sentence. */
  apply: (rows: readonly Row[], value: string) => Promise<string>;
}
