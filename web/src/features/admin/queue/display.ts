import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { QUEUE_KINDS, QUEUE_SECTIONS, type QueueItem, type QueueKind } from '#domain/admin/records-schema.ts';
import type { Admin } from '#web/features/admin/use-admin.ts';

/** What the screen of a list is narrowed to, so that it holds the work of a kind as far as it can. */
export const LISTS = {
  claims_due: claims('claims_due'),
  documents_awaited: claims('documents_awaited'),
  payouts_to_confirm: claims('payouts_to_confirm'),
  payouts_to_send: claims('payouts_to_send'),
  payouts_under_way: linkOptions({
    to: '/admin/claims',
    search: { status: 'processing_payment', sortBy: 'due_at', sortOrder: 'ASC' },
  }),
  refunds_owed: linkOptions({ to: '/admin/policies', search: { queue: 'refunds_owed' } }),
  policies_to_review: linkOptions({ to: '/admin/policies', search: { status: 'pending' } }),
  holder_changes: linkOptions({ to: '/admin/policies' }),
  messages_unanswered: linkOptions({ to: '/admin/messages', search: { status: 'open' } }),
  exceptions: linkOptions({ to: '/admin/exceptions', search: { status: 'open' } }),
  approvals: linkOptions({ to: '/admin/settings' }),
} satisfies Readonly<Record<QueueKind, LinkProps>>;

function claims(queue: string) {
  return linkOptions({ to: '/admin/claims', search: { queue, sortBy: 'due_at', sortOrder: 'ASC' } });
}

/** Who works through the queue. */
export type Worker = Pick<Admin, 'id' | 'role'>;

export const WHOSE_LABELS = { mine: 'Mine', unassigned: 'Unassigned', team: 'Team' } as const;
const WHOSE = ['mine', 'unassigned', 'team'] as const;

/** Kinds of which the one who has the record is the one who does the work. Others confirm and pay what they approved. */
const HANDLED: readonly QueueKind[] = ['claims_due', 'documents_awaited', 'messages_unanswered'];

/** Whose work an item is. */
export function whoseOf({ kind, assigned_to: to }: QueueItem, { id }: Pick<Worker, 'id'>) {
  if (to === id) return 'mine';
  return to !== null && HANDLED.includes(kind) ? 'team' : 'unassigned';
}

/**
 * One's own work, what nobody has, and the team's, each by the promise that breaks first. Every role answers messages, so they
 * come after the work that only some roles do.
 */
export function ownFirst(items: readonly QueueItem[], { id, role }: Worker): QueueItem[] {
  const isLast = ({ kind }: QueueItem) =>
    kind === 'messages_unanswered' && (role === 'claims' || role === 'underwriter');
  const place = (item: QueueItem) => 2 * WHOSE.indexOf(whoseOf(item, { id })) + Number(isLast(item));
  return items.toSorted((a, b) => place(a) - place(b));
}

type Place = Pick<QueueItem, 'section' | 'kind' | 'id'>;

/** The record's place in the address: its section, its kind and its id. */
export const keyOf = ({ section, kind, id }: Place) => `${section}.${kind}.${id}`;

/** What an address names; null for anything else. */
export function placeOf(key: string | null): Place | null {
  const [first, second, ...rest] = key?.split('.') ?? [];
  const section = QUEUE_SECTIONS.find((one) => one === first);
  const kind = QUEUE_KINDS.find((one) => one === second);
  return section && kind && rest.length > 0 ? { section, kind, id: rest.join('.') } : null;
}

/** The next of `keys` from a key on that is no longer among `now`: in that direction, else in the other. */
export function nearest(
  keys: readonly string[],
  key: string,
  now: ReadonlySet<string>,
  by: 1 | -1,
): string | null {
  const at = keys.indexOf(key);
  if (at === -1) return [...now][0] ?? null;
  const after = keys.slice(at + 1);
  const before = keys.slice(0, at).reverse();
  const order = by === 1 ? [...after, ...before] : [...before, ...after];
  return order.find((one) => now.has(one)) ?? [...now][0] ?? null;
}
