import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type { QueueItem, QueueSection } from '#domain/admin/records-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { addBusinessDays, HOUR_MS } from '#domain/days.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { exceptionName } from '#domain/payments/reasons.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { HolderChangeUnderWay } from '#domain/policy/service-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { dueAt } from '#worker/admin/messages/present.ts';
import { isEscalated } from '#worker/admin/second-person/allowed.ts';
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

const hoursAfter = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * HOUR_MS).toISOString();
const daysAfter = (iso: string, days: number) =>
  new Date(addBusinessDays(Date.parse(iso), days)).toISOString();

export type Item = Omit<QueueItem, 'kind' | 'section' | 'snooze'>;
const PLAIN = { product: null, amount_usd: null, flags: [] as QueueItem['flags'], priority: null } as const;
const NOBODY = { assigned_to: null, assigned_admin_name: null } as const;
const NOTHING = { customer: null, wallet_address: null, ready_at: null, ...PLAIN, ...NOBODY } as const;

/** What became of an approved payout so far. */
function becameOf(payout: AliveTransfer | undefined): string {
  if (!payout) return 'approved';
  if (payout.announced) return 'announced, waiting to be paid';
  if (payout.method === 'announced') return 'prepared as an announcement, not seen on the network yet';
  return payout.state === 'prepared'
    ? 'prepared, not seen on the network yet'
    : 'sent, waiting for the network';
}

/** What an item shows of each record that waits. `alive` is what can still reach a chain. */
export function itemsOf(
  ctx: AdminCtx,
  people: Parameters<typeof isEscalated>[1],
  alive: readonly AliveTransfer[],
) {
  const shown = (wallet: string) => shownWallet(ctx.settings, wallet);
  const payouts = new Map(alive.map((payout) => [payout.claim_id, payout]));
  const claim = (row: Waiting['send'][number]): Item => ({
    ...PLAIN,
    product: row.product,
    amount_usd: row.payout_usd ?? row.amount_cents / 100,
    id: String(row.id),
    title: claimNumber(row.id),
    customer: row.customer_name || null,
    wallet_address: shown(row.wallet),
    detail:
      row.payout_usd === null
        ? `${formatCents(row.amount_cents)} claimed, ${PRODUCTS[row.product].label}`
        : `${formatUsd(row.payout_usd)} ${becameOf(payouts.get(row.id))}, ${PRODUCTS[row.product].label}`,
    due_at: row.due_at ?? hoursAfter(row.created_at, PROMISES.claimReviewHours),
    ready_at: payouts.get(row.id)?.payable_at ?? null,
    assigned_to: row.assigned_to,
    assigned_admin_name: row.assigned_name,
  });
  const ofPolicy = ({ id, customer, wallet }: { id: number; customer: string; wallet: string }) => ({
    ...NOTHING,
    id: String(id),
    title: policyNumber(id),
    customer: customer || null,
    wallet_address: shown(wallet),
  });
  return {
    claim,
    look: (row: Waiting['review'][number]): Item => {
      const before = decidersOf(row);
      const one = { ...claim(row), flags: row.flags };
      if (before === null) return one;
      const nobody = isEscalated(before, people) ? ', escalated because nobody here can decide it' : '';
      return { ...one, detail: `Second look${nobody} · ${one.detail}` };
    },
    refund: (row: Waiting['refunds'][number]): Item => ({
      ...ofPolicy({ ...row, customer: row.customer_name }),
      product: row.product,
      amount_usd: row.premium_usd,
      detail: `${formatUsd(row.premium_usd)} premium, ${refundReason(ctx, row)}`,
      due_at: daysAfter(row.refund_since ?? row.created_at, PROMISES.refundBusinessDays),
    }),
    review: (row: Waiting['approvals'][number]): Item => ({
      ...ofPolicy({ ...row, customer: row.customer_name }),
      product: row.product,
      amount_usd: row.premium_usd,
      detail: `${formatUsd(row.premium_usd)} premium, ${PRODUCTS[row.product].label}`,
      due_at: hoursAfter(row.created_at, PROMISES.claimReviewHours),
    }),
    change: (change: Change): Item => ({
      ...ofPolicy({ ...change, id: change.policyId }),
      detail: stepOf(change),
      due_at: change.lapses_at,
      ready_at: change.effective_at,
    }),
    thread: (row: Waiting['unanswered'][number]): Item => ({
      ...PLAIN,
      priority: row.priority,
      id: String(row.id),
      title: row.subject,
      customer: row.customer_name || null,
      wallet_address: row.wallet === null ? null : shown(row.wallet),
      detail: row.last_preview,
      due_at: dueAt(row) ?? row.last_message_at,
      ready_at: null,
      assigned_to: row.assigned_to,
      assigned_admin_name: row.assigned_name,
    }),
    exception: (row: Waiting['exceptions'][number]): Item => ({
      ...NOTHING,
      id: String(row.id),
      title: exceptionName(row),
      customer: row.customer,
      wallet_address: shown(row.wallet),
      detail: `${paidIn(ctx, row)} · ${row.detail}`,
      due_at: daysAfter(row.paidAt, PROMISES.refundBusinessDays),
    }),
    approval: (row: ApprovalEntry): Item => ({
      ...NOTHING,
      id: row.id,
      title: row.title,
      detail: `From ${row.before} to ${row.after}, proposed by ${row.own ? 'you' : row.proposed_by}`,
      due_at: hoursAfter(row.proposed_at, PROMISES.replyHours),
    }),
  };
}

/** Why a policy's refund is owed. */
function refundReason(ctx: AdminCtx, row: Waiting['refunds'][number]): string {
  if (row.refund_kind === 'rejection') return 'Rejected';
  if (row.refund_kind === 'withdrawal') {
    return isLate(ctx, { policy: row })
      ? 'Withdrawn from, refunded only with the holder’s consent'
      : 'Withdrawn from';
  }
  return row.replacedBy === null
    ? 'Cancellation requested'
    : `Replaced by ${policyNumber(row.replacedBy)}, a change of cover`;
}

/** What a payment without a policy paid, in its coin. */
function paidIn({ chains }: AdminCtx, { chain_id, token, amount }: Waiting['exceptions'][number]): string {
  const coins = chains.find(({ id }) => id === chain_id)?.currencies ?? [];
  const coin = coins.find((each) => each.token === token);
  return coin ? formatAmount(amount ?? '0', coin.decimals, coin.symbol) : 'An unknown coin';
}

/** Who may not decide a second look; null if nothing is looked at again. */
export const decidersOf = ({ deciders }: Waiting['review'][number]): readonly number[] | null =>
  deciders === null ? null : JSON.parse(deciders);

/** Whose turn a change of holder is. */
function stepOf({ effective_at: at, contested }: Change): string {
  if (at !== null) return 'Confirmed: it can be completed after the delay';
  return contested
    ? 'The holder objects: administrator and guardian have to confirm it, or stop it'
    : 'An administrator must confirm it';
}
