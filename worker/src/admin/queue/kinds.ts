/** The kinds of work in the queue, each declared once. */
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type {
  QueueCounts,
  QueueItem,
  QueueKind,
  QueueSection,
  SubjectKind,
} from '#domain/admin/records-schema.ts';
import type { Permission } from '#domain/permissions.ts';
import { type Change, decidersOf, type Item, type itemsOf } from './items.ts';
import type { Counted, Waiting } from './repository.ts';

/** What is few and has its section already. */
interface Few {
  adminId: number;
  changes: readonly Change[];
  approvals: readonly ApprovalEntry[];
}
type Items = ReturnType<typeof itemsOf>;
type Sections = Partial<Record<QueueSection, number>>;
type Placed = Omit<QueueItem, 'kind' | 'snooze'>;

interface Kind {
  /** Whose work it is. */
  work: Permission;
  /** What its records are called in the audit log. */
  record: SubjectKind;
  /** The screen that it is on, where that is one that the rail counts. */
  screen?: Exclude<keyof QueueCounts, 'queue' | 'newest'>;
  /** How many there are in each section, by default all to do; `all` is how many there are, as the desk's rows have it. */
  counts?: (all: number, counted: Counted, few: Few) => Sections;
  items: (item: Items, waiting: Waiting, few: Few) => readonly Placed[];
}

const placed = <Row>(section: QueueSection, rows: readonly Row[], of: (row: Row) => Item): Placed[] =>
  rows.map((row) => ({ section, ...of(row) }));

function countBy<Row>(rows: readonly Row[], of: (row: Row) => QueueSection): Sections {
  const sums: Sections = {};
  for (const row of rows) sums[of(row)] = (sums[of(row)] ?? 0) + 1;
  return sums;
}

const sectionOfApproval = ({ not_by_you: reason }: ApprovalEntry): QueueSection =>
  reason === null ? 'to_do' : 'second_person';

export const KINDS: Readonly<Record<QueueKind, Kind>> = {
  claims_due: {
    work: 'claims.decide',
    record: 'claim',
    screen: 'claims',
    counts: (all, { decided }) => ({ to_do: all - decided, second_person: decided }),
    items: (item, { review }, { adminId }) =>
      review.map((row) => ({
        section: decidersOf(row)?.includes(adminId) ? 'second_person' : 'to_do',
        ...item.look(row),
      })),
  },
  documents_awaited: {
    work: 'claims.decide',
    record: 'claim',
    counts: (all) => ({ customer: all }),
    items: (item, { documents }) => placed('customer', documents, item.claim),
  },
  payouts_to_confirm: {
    work: 'claims.decide',
    record: 'claim',
    screen: 'claims',
    counts: (all, { mine }) => ({ to_do: all - mine, second_person: mine }),
    items: (item, { confirm, confirmedByOthers }) => [
      ...placed('to_do', confirm, item.claim),
      ...placed('second_person', confirmedByOthers, item.claim),
    ],
  },
  payouts_to_send: {
    work: 'claims.pay',
    record: 'claim',
    screen: 'claims',
    counts: (all, { announced }) => ({ to_do: all - announced }),
    items: (item, { send }) => placed('to_do', send, item.claim),
  },
  payouts_under_way: {
    work: 'claims.pay',
    record: 'claim',
    counts: (all, { announced }) => ({ time: all + announced }),
    items: (item, { announced, watched }) => placed('time', [...announced, ...watched], item.claim),
  },
  refunds_owed: {
    work: 'policies.write',
    record: 'policy',
    screen: 'policies',
    counts: (all, { refundsLapsed, refundsSent }) => ({
      to_do: all - refundsLapsed - refundsSent,
      time: refundsSent,
    }),
    items: (item, { refunds, refundsSent }) => [
      ...placed('to_do', refunds, item.refund),
      ...placed('time', refundsSent, item.refund),
    ],
  },
  policies_to_review: {
    work: 'policies.write',
    record: 'policy',
    screen: 'policies',
    items: (item, { approvals }) => placed('to_do', approvals, item.review),
  },
  holder_changes: {
    work: 'policies.write',
    record: 'policy',
    screen: 'policies',
    counts: (_, __, { changes }) => countBy(changes, ({ section }) => section),
    items: (item, _, { changes }) =>
      changes.map((change) => ({ section: change.section, ...item.change(change) })),
  },
  messages_unanswered: {
    work: 'messages.write',
    record: 'thread',
    screen: 'messages',
    items: (item, { unanswered }) => placed('to_do', unanswered, item.thread),
  },
  exceptions: {
    work: 'policies.write',
    record: 'exception',
    screen: 'exceptions',
    counts: (_, { exceptions }) => Object.fromEntries(exceptions),
    items: (item, { exceptions, exceptionsOfPayers, exceptionsSent }) => [
      ...placed('to_do', exceptions, item.exception),
      ...placed('customer', exceptionsOfPayers, item.exception),
      ...placed('time', exceptionsSent, item.exception),
    ],
  },
  approvals: {
    work: 'admins.manage',
    record: 'approval',
    counts: (_, __, { approvals }) => countBy(approvals, sectionOfApproval),
    items: (item, _, { approvals }) =>
      approvals.map((row) => ({ section: sectionOfApproval(row), ...item.approval(row) })),
  },
};

/** A record of a kind of work as the audit log names it. */
export const subjectOf = (kind: QueueKind, id: string) => `${KINDS[kind].record}:${id}`;
