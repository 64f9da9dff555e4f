import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AuditLogEntry, NoteEntry } from '#domain/admin/records-schema.ts';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { Letters } from '#web/features/admin/parts/letters.tsx';
import { DeskLink, PanelHeading, PanelRecord } from '#web/features/admin/parts/panel.tsx';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { readNow } from '#web/features/admin/queries.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import { type Look, StatusBadge } from '#web/ui/values.tsx';
import { ActionBar } from './action-bar.tsx';
import type { RecordAction, Who } from './actions.ts';
import { focusNote, Notes } from './notes.tsx';
import { asParam } from './search.ts';
import { type Change, useChange } from './use-change.ts';

export interface PanelProps<R> {
  record: R;
  /** What its actions change it with. */
  change: Change<R>;
}

/** A kind of record as its panel shows it. */
export interface PanelKind<R> {
  /** Such as `claim`, in 'There is no such claim.' */
  what: string;
  failed: string;
  /** Its list, which is also the part of the desk that shows it (`readAgain`). */
  part: DeskListKey;
  query: (id: string) => UseQueryOptions<R | null, Error, R | null, readonly unknown[]>;
  /** Where what is typed about it is kept. */
  keep: (record: R) => KeptKey;
  title: (record: R) => string;
  badges?: (record: R) => readonly (Look | false | null)[];
  /** After the badges, such as a clock. */
  Mark?: ComponentType<{ record: R }>;
  /** Under the name. */
  About?: ComponentType<PanelProps<R>>;
  Body: ComponentType<PanelProps<R>>;
  /** What two people may see differently, for the comparison after a conflict. */
  version?: (record: R) => Readonly<Record<string, string>>;
  note?: {
    needs: RecordAction<R>['needs'];
    add: (record: R, text: string) => Promise<unknown>;
    /** Whether the bar leads to where it is written; not where another note is offered. */
    unoffered?: boolean;
  };
  letters?: (record: R) => Parameters<typeof Letters>[0]['of'];
  /** After the letters. */
  After?: ComponentType<PanelProps<R>>;
  actions?: readonly RecordAction<R>[];
  /** In place of the bar of actions. */
  Foot?: ComponentType<PanelProps<R>>;
  /** Why nothing can be done, in a sentence. */
  waiting?: (record: R, who: Who) => string | null;
}

interface Recorded {
  notes?: readonly NoteEntry[];
  audit_log: readonly AuditLogEntry[];
}

/** The open record: what it is, its parts, notes, letters and audit log, and what can be done with it. */
export function RecordPanel<R extends Recorded>({ kind, id }: { kind: PanelKind<R>; id: string }) {
  const query = useQuery(kind.query(id));
  return (
    <PanelRecord query={query} what={kind.what} failed={kind.failed}>
      {(record) => <Opened key={kind.keep(record)} kind={kind} id={id} record={record} />}
    </PanelRecord>
  );
}

function Opened<R extends Recorded>({ kind, id, record }: { kind: PanelKind<R>; id: string; record: R }) {
  const { note, actions = NONE, letters, Mark, About, Body, After, Foot } = kind;
  const change = useChange<R>(changed(kind, id, record));
  const parts = { record, change };
  return (
    <div className="flex grow flex-col">
      <div className="flex flex-col">
        <PanelHeading
          title={kind.title(record)}
          badge={
            <>
              {kind.badges?.(record).map((badge) => badge && <StatusBadge key={badge.label} {...badge} />)}
              {Mark && <Mark record={record} />}
            </>
          }
        >
          {About && <About {...parts} />}
        </PanelHeading>
        <Body {...parts} />
        {note && (
          <Notes
            keep={`${kind.keep(record)}/note` as KeptKey}
            notes={record.notes ?? []}
            needs={note.needs}
            onAdd={(text) => note.add(record, text).then(change.refresh)}
          />
        )}
        {letters && <Letters of={letters(record)} />}
        {After && <After {...parts} />}
        <AuditLogTrail entries={record.audit_log} />
      </div>
      {Foot ? (
        <Foot {...parts} />
      ) : (
        <ActionBar
          actions={note && !note.unoffered ? [...actions, noting<R>(note.needs)] : actions}
          record={record}
          waiting={kind.waiting}
          change={change}
        />
      )}
    </div>
  );
}

/** What a change of the record is of; its name leads back to it. */
const changed = <R,>(kind: PanelKind<R>, id: string, record: R) => ({
  of: [kind.part],
  seen: record,
  read: () => readNow(kind.query(id)),
  ...(kind.version && { versionOf: kind.version }),
  name: (
    <DeskLink to={`/admin/${kind.part}`} open={asParam(id)}>
      {kind.title(record)}
    </DeskLink>
  ),
});

const NONE: never[] = [];

/** Goes to where a note is written. Whoever may write one is offered it. */
const noting = <R,>(needs: RecordAction<R>['needs']): RecordAction<R> => ({
  key: 'note',
  label: 'Note',
  shortcut: 'n',
  variant: 'quiet',
  needs,
  when: () => true,
  go: focusNote,
});

/** A change that stands where it is made, such as in the heading, beside those of the bar. What failed is a toast. */
export const useOwnChange = <R,>(kind: PanelKind<R>, id: string | number, record: R) =>
  useChange<R>({ ...changed(kind, String(id), record), failure: 'toast' });
