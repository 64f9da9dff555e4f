import { useState } from 'react';
import type { Outcomes } from '#domain/admin/outcomes-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  COMPLAINT_OUTCOMES,
  complaintNumber,
} from '#domain/complaints/schema.ts';
import { shortName } from '#domain/products/index.ts';
import { duration } from '#web/features/admin/insight/figures.ts';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { formatCount } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';

/** Cases that a dialog lists; the file has all. */
const LISTED = 200;

/** A number that leads to its cases. */
function Cases({ ids, of, kind }: { ids: readonly number[]; of: string; kind: 'complaint' | undefined }) {
  const [open, setOpen] = useState(false);
  if (ids.length === 0) return <span className="text-muted">0</span>;
  return (
    <>
      <button
        type="button"
        aria-label={`${formatCount(ids.length)}: ${of}`}
        className="-m-2 p-2 underline decoration-line-strong underline-offset-4 hover:text-teal"
        onClick={() => setOpen(true)}
      >
        {formatCount(ids.length)}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={of}
        description={
          ids.length > LISTED
            ? `The first ${LISTED} of ${formatCount(ids.length)}. The CSV file has all.`
            : `${formatCount(ids.length)} ${ids.length === 1 ? 'case' : 'cases'}`
        }
      >
        <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {ids.slice(0, LISTED).map((id) => (
            <li key={id} className="figures">
              {kind === undefined ? (
                <DeskLink to="/admin/claims" open={id}>
                  {claimNumber(id)}
                </DeskLink>
              ) : (
                <DeskLink to="/admin/messages" open={id}>
                  {complaintNumber(id)}
                </DeskLink>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Of a table with long names or many columns. */
const WIDE = 'xl:col-span-2';

/** A column of numbers that lead to their cases. */
const counted = <Row,>(
  head: string,
  name: (row: Row) => string,
  ids: (row: Row) => readonly number[],
  kind?: 'complaint',
) =>
  [
    head,
    (row: Row) => <Cases ids={ids(row)} of={`${name(row)}: ${head.toLowerCase()}`} kind={kind} />,
    'end',
  ] as const;

/** Columns of the time that it took, of which a unit is so many hours. */
const times = (unit = 1) => {
  const show = (time: number | null) => duration(time === null ? null : time * unit);
  return [
    ['Median', ({ median }: Pick<Group, 'median'>) => show(median), 'end'],
    ['90% within', ({ p90 }: Pick<Group, 'p90'>) => show(p90), 'end'],
  ] as const;
};

type Group = Outcomes['causes'][number];
const groupName = ({ product, label }: Group) => (product ? `${shortName(product)}, ${label}` : label);

interface GroupsProps {
  title: string;
  note?: string;
  /** What a group is called. */
  head: string;
  groups: readonly Group[];
  empty: string;
  /** Whether all were rejected. */
  rejections?: boolean;
}

/** How the claims of each group were decided, and how long it took. */
export const Groups = ({ title, note, head, groups, empty, rejections }: GroupsProps) => (
  <Section title={title} note={note} dense className={rejections ? WIDE : ''}>
    <Table
      caption={title}
      empty={empty}
      rows={groups}
      rowKey={groupName}
      top
      columns={[
        [head, groupName],
        ...(rejections
          ? []
          : [
              counted('Decided', groupName, ({ approved, rejected }: Group) => [...approved, ...rejected]),
              counted('Approved', groupName, ({ approved }: Group) => approved),
            ]),
        counted('Rejected', groupName, ({ rejected }) => rejected),
        ...times(),
      ]}
    />
  </Section>
);

const CHECKS: Readonly<Record<keyof Outcomes['checks'], string>> = {
  differs: 'Payout differs from the suggestion',
  one_person: 'Approved and prepared by one person',
  deactivated: 'Approved for a customer who is deactivated now',
  no_documents: 'Rejected after documents never came',
};
type Check = keyof typeof CHECKS;
const checkName = (key: Check) => CHECKS[key];

/** Decisions that deserve a look. */
export const Checks = ({ checks }: Pick<Outcomes, 'checks'>) => (
  <Section title="To look at" note="Decisions that still stand." dense>
    <Table
      caption="To look at"
      rows={Object.keys(CHECKS) as Check[]}
      rowKey={(key) => key}
      columns={[['What', checkName], counted('Claims', checkName, (key) => checks[key])]}
    />
  </Section>
);

type Row = Outcomes['complaints'][number];
const causeOf = ({ cause }: Row) => COMPLAINT_CAUSE_LABELS[cause];

export const Complaints = ({ rows }: { rows: readonly Row[] }) => (
  <Section
    title="Complaints"
    note="Received in the period. Times run until the final answer."
    dense
    className={WIDE}
  >
    <Table
      caption="Complaints"
      empty="No complaints in this period"
      rows={rows.filter(({ open, outcomes }) => [open, ...Object.values(outcomes)].flat().length > 0)}
      rowKey={causeOf}
      columns={[
        ['Cause', causeOf],
        ...COMPLAINT_OUTCOMES.map((outcome) =>
          counted(
            COMPLAINT_OUTCOME_LABELS[outcome],
            causeOf,
            ({ outcomes }) => outcomes[outcome],
            'complaint',
          ),
        ),
        counted('Open', causeOf, ({ open }) => open, 'complaint'),
        ...times(24),
      ]}
    />
  </Section>
);
