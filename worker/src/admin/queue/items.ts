import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type { QueueItem, QueueKind, QueueSection } from '#domain/admin/records-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { addBusinessDays } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { HolderChangeUnderWay } from '#domain/policy/service-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { dueAt } from '#worker/admin/messages/present.ts';
import { isEscalated } from '#worker/admin/second-person/allowed.ts';
import type { Person } from '#worker/admin/second-person/repository.ts';
import { formatCents } from '#worker/claims/present.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { isLate } from '#worker/policies/withdrawals/terms.ts';
import type { AliveTransfer, Waiting } from './repository.ts';

/** A change of holder that is under way. */
export interface Change extends HolderChangeUnderWay {
  policyId: number;
  wallet: string;
  customer: string;
  section: QueueSection;
}

/** What the items are made of. */
interface Rows extends Waiting {
  changes: readonly Change[];
  changesToConfirm: readonly ApprovalEntry[];
  people: readonly Person[];
  /** What can still reach a chain. */
  alive: readonly AliveTransfer[];
}

const HOUR_MS = 3_600_000;
const hoursAfter = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * HOUR_MS).toISOString();
const daysAfter = (iso: string, days: number) =>
  new Date(addBusinessDays(Date.parse(iso), days)).toISOString();

type Item = Omit<QueueItem, 'kind' | 'section'>;
const NOBODY = { assigned_to: null, assigned_admin_name: null } as const;
const NOTHING = { customer: null, wallet_address: null, ready_at: null, ...NOBODY } as const;

/** What became of an approved payout so far. */
function becameOf(payout: AliveTransfer | undefined): string {
  if (!payout) return 'approved';
  if (payout.announced) return 'announced, waiting to be paid';
  if (payout.method === 'announced') return 'prepared as an announcement, not seen on the network yet';
  return payout.state === 'prepared'
    ? 'prepared, not seen on the network yet'
    : 'sent, waiting for the network';
}

/** The items of each kind. */
export function itemsOf(ctx: AdminCtx, rows: Rows): Readonly<Record<QueueKind, QueueItem[]>> {
  const shown = (wallet: string) => shownWallet(ctx.settings, wallet);
  const whose = (customer: string, wallet: string) => ({
    customer: customer || null,
    wallet_address: shown(wallet),
  });

  const decidersOf = ({ deciders }: Waiting['review'][number]): readonly number[] | null =>
    deciders === null ? null : JSON.parse(deciders);
  const lookOf = (before: readonly number[]) =>
    isEscalated(before, rows.people)
      ? 'Second look, escalated because nobody here can decide it · '
      : 'Second look · ';
  const payouts = new Map(rows.alive.map((payout) => [payout.claim_id, payout]));
  const ofClaim = (claim: Waiting['send'][number]): Item => ({
    id: String(claim.id),
    title: claimNumber(claim.id),
    ...whose(claim.customer_name, claim.wallet),
    detail:
      claim.payout_usd === null
        ? `${PRODUCTS[claim.product].label}, ${formatCents(claim.amount_cents)} claimed`
        : `${PRODUCTS[claim.product].label}, ${formatUsd(claim.payout_usd)} ${becameOf(payouts.get(claim.id))}`,
    due_at: claim.due_at ?? hoursAfter(claim.created_at, PROMISES.claimReviewHours),
    ready_at: payouts.get(claim.id)?.payable_at ?? null,
    assigned_to: claim.assigned_to,
    assigned_admin_name: claim.assigned_name,
  });
  const ofRefund = (row: Waiting['refunds'][number]): Item => ({
    ...NOTHING,
    id: String(row.id),
    title: policyNumber(row.id),
    ...whose(row.customer_name, row.wallet),
    detail:
      row.refund_kind === 'rejection'
        ? 'Rejected'
        : row.refund_kind === 'withdrawal'
          ? isLate(ctx, { policy: row })
            ? 'Withdrawn from, refunded only with the holder’s consent'
            : 'Withdrawn from'
          : row.replacedBy !== null
            ? `Replaced by ${policyNumber(row.replacedBy)}, a change of cover`
            : 'Cancellation requested',
    due_at: daysAfter(row.refund_since ?? row.created_at, PROMISES.refundBusinessDays),
  });
  const ofException = (row: Waiting['exceptions'][number]): Item => ({
    ...NOTHING,
    id: String(row.id),
    title: `Payment ${row.id}`,
    wallet_address: shown(row.wallet),
    detail: row.detail,
    due_at: daysAfter(row.paidAt, PROMISES.refundBusinessDays),
  });

  const make =
    (kind: QueueKind, section: QueueSection) =>
    (item: Item): QueueItem => ({ section, kind, ...item });
  const all = <Row>(
    kind: QueueKind,
    section: QueueSection,
    of: (row: Row) => Item,
    found: readonly Row[],
  ): QueueItem[] => found.map(of).map(make(kind, section));

  return {
    claims_due: rows.review.map((claim) => {
      const before = decidersOf(claim);
      const item = ofClaim(claim);
      const detail = before === null ? item.detail : `${lookOf(before)}${item.detail}`;
      return make(
        'claims_due',
        before?.includes(ctx.admin.id) ? 'second_person' : 'to_do',
      )({ ...item, detail });
    }),
    documents_awaited: all('documents_awaited', 'customer', ofClaim, rows.documents),
    payouts_to_confirm: [
      ...all('payouts_to_confirm', 'to_do', ofClaim, rows.confirm),
      ...all('payouts_to_confirm', 'second_person', ofClaim, rows.confirmedByOthers),
    ],
    payouts_to_send: all('payouts_to_send', 'to_do', ofClaim, rows.send),
    payouts_under_way: all('payouts_under_way', 'time', ofClaim, [...rows.announced, ...rows.watched]),
    refunds_owed: [
      ...all('refunds_owed', 'to_do', ofRefund, rows.refunds),
      ...all('refunds_owed', 'time', ofRefund, rows.refundsSent),
    ],
    policies_to_review: all(
      'policies_to_review',
      'to_do',
      (policy) => ({
        ...NOTHING,
        id: String(policy.id),
        title: policyNumber(policy.id),
        ...whose(policy.customer_name, policy.wallet),
        detail: `${PRODUCTS[policy.product].label}, ${formatUsd(policy.premium_usd)} premium`,
        due_at: hoursAfter(policy.created_at, PROMISES.claimReviewHours),
      }),
      rows.approvals,
    ),
    holder_changes: rows.changes.map((change) => ({
      ...NOTHING,
      kind: 'holder_changes',
      section: change.section,
      id: String(change.policyId),
      title: policyNumber(change.policyId),
      ...whose(change.customer, change.wallet),
      detail: stepOf(change),
      due_at: change.lapses_at,
      ready_at: change.effective_at,
    })),
    messages_unanswered: all(
      'messages_unanswered',
      'to_do',
      (thread) => ({
        id: String(thread.id),
        title: thread.subject,
        customer: thread.customer_name || null,
        wallet_address: thread.wallet === null ? null : shown(thread.wallet),
        detail: thread.last_preview,
        due_at: dueAt(thread) ?? thread.last_message_at,
        ready_at: null,
        assigned_to: thread.assigned_to,
        assigned_admin_name: thread.assigned_name,
      }),
      rows.unanswered,
    ),
    exceptions: [
      ...all('exceptions', 'to_do', ofException, rows.exceptions),
      ...all('exceptions', 'customer', ofException, rows.exceptionsOfPayers),
      ...all('exceptions', 'time', ofException, rows.exceptionsSent),
    ],
    approvals: rows.changesToConfirm.map((approval) => ({
      ...NOTHING,
      kind: 'approvals',
      section: approval.not_by_you === null ? 'to_do' : 'second_person',
      id: approval.id,
      title: approval.title,
      detail: `From ${approval.before} to ${approval.after}, proposed by ${approval.own ? 'you' : approval.proposed_by}`,
      due_at: hoursAfter(approval.proposed_at, PROMISES.replyHours),
    })),
  };
}

/** Whose turn a change of holder is. */
function stepOf({ effective_at: at, contested }: Change): string {
  if (at !== null) return 'Confirmed: it can be completed after the delay';
  return contested
    ? 'The holder objects: administrator and guardian have to confirm it, or stop it'
    : 'An administrator must confirm it';
}
