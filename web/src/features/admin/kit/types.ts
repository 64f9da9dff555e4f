import type { ComponentType, ReactNode } from 'react';
import type { Call } from '#domain/http/call.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Figure } from '#web/features/admin/parts/screen.tsx';
import type { DeskListKey, ListPath } from '#web/features/admin/paths.ts';
import type { DataOf } from '#web/lib/api/call.ts';
import type { LoadPage } from './pager.tsx';

/** 1 always shows. The others yield in a narrow table, the highest first; the open record has them all. */
export type Priority = 1 | 2 | 3 | 4 | 5;

export interface DeskColumn<Row> {
  /** Also the server's name of the sort, if it sorts by this column. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sort?: boolean;
  /** Money, counts and dates line up at the end. */
  align?: 'end';
  priority: Priority;
  /** Width in rem. A column that grows has at least this, and its share of what is left. */
  width: number;
  grow?: number;
  /** Whether the text of a column that grows wraps when it is longer, instead of ending in '…'. */
  wrap?: boolean;
  /** Place in a row of two lines: the first line, its end, or the second line; nowhere by default. */
  narrow?: 'first' | 'end' | 'second' | undefined;
  /** Shown before the value there, when the value alone says too little. */
  narrowLabel?: string;
  /** Whether the column menu leaves it out. The title column always stays. */
  fixed?: boolean;
}

export interface FilterOption {
  value: string;
  label: string;
  count?: number | undefined;
}

export interface DeskFilter {
  /** The server's name of the filter. */
  key: string;
  label: string;
  options?: readonly FilterOption[];
  /** The list in the kind's statistics with the count of each option. */
  counts?: string;
  /** Options are administrators: to whom something is assigned, or who did it. */
  people?: 'assignees' | 'authors';
  /** Chips in one line (default), a select for a second filter, or none if something else on the screen chooses it. */
  as?: 'chips' | 'select' | 'dates' | 'none';
  /** Of dates: the server's name of the last day; `key` is that of the first. */
  lastKey?: string;
}

/** A filter that only links lead to. It doesn't go with the others: choosing one of them clears it. */
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

/** What pays several of the selected rows, for who may. */
export interface SeveralSteps<Row> {
  needs: Permission;
  /** The button. */
  label: string;
  Steps: ComponentType<{ rows: readonly Row[]; onClose: () => void }>;
}

/** A kind of record as the desk lists it. At module scope. */
export interface DeskKind<Row, Statistics extends Call = never> {
  list: DeskListKey;
  title: string;
  /** What the rows are, as in 'Showing 1 to 10 of 40 users'. */
  noun: string;
  /** The first is the title column. */
  columns: readonly DeskColumn<Row>[];
  load: LoadPage<Row>;
  /** What `?open=` holds and the record's path takes. */
  rowId: (row: Row) => string;
  /** The row's name for screen readers. */
  rowLabel: (row: Row) => string;
  /** A row that somebody should notice, such as an unread message. */
  isMarked?: (row: Row) => boolean;
  filters?: readonly DeskFilter[];
  /** Filters without a control, such as one record's lines; each shows as a chip to remove it. */
  linked?: readonly LinkedFilter[];
  /** The permission of the administrators whom its filters and changes offer; `any` for all of them. */
  people?: Permission | 'any';
  /** The sort that the server uses by default. */
  defaultSort?: { by: string; order: 'ASC' | 'DESC' };
  search: { label?: string; placeholder: string };
  /** The call that downloads the list. */
  exportCall?: Call;
  /** `Failed to load users`, unless it has words of its own. */
  failed?: string;
  retryLabel?: 'Try Again' | 'Retry';
  panelLabel: string;
  /** The open record. */
  Panel: ComponentType<{ id: string }>;
  /** Rows can be selected only with it: to export them, and to change them by who may. */
  bulk?: {
    needs?: Permission;
    choices?: (people: readonly { value: string; label: string }[]) => readonly BulkChoice<Row>[];
    /** Their payments, sent in one request of a wallet that can. */
    several?: SeveralSteps<Row>;
  };
  /** Counts of the filters' options, and the figures above the list. */
  statistics?: Statistics;
  /** Milliseconds after which they are read again. */
  statisticsEvery?: number;
  figures?: (statistics: DataOf<Statistics>) => readonly Figure<ListPath>[];
  /** Above the list instead of figures, and beside the title. */
  Summary?: ComponentType<{ statistics: DataOf<Statistics> | undefined }>;
  Actions?: ComponentType;
}
