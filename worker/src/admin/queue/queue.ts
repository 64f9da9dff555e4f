import type * as z from 'zod';
import {
  QUEUE_LABELS,
  QUEUE_SECTIONS,
  type QueueItem,
  type QueueSection,
  type queueAnswer,
} from '../../../../domain/admin/records-schema.ts';
import { type AdminRole, isPermitted, type Permission } from '../../../../domain/admin/roles.ts';
import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { addBusinessDays } from '../../../../domain/days.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import { PROMISES } from '../../../../domain/promises.ts';
import { formatCents } from '../../claims/present.ts';
import { shownWallet } from '../../platform/chain/address.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { readQueue, type Waiting } from './repository.ts';

const HOUR_MS = 3_600_000;

/** Whose work each section is. */
const WORK: Readonly<Record<QueueSection, Permission>> = {
  claims_due: 'claims.decide',
  payouts_to_confirm: 'claims.decide',
  payouts_to_send: 'claims.pay',
  refunds_owed: 'policies.write',
  policies_to_review: 'policies.write',
  messages_unanswered: 'messages.write',
  exceptions: 'policies.write',
};

const isMine = (role: AdminRole, section: QueueSection) => isPermitted(role, WORK[section]);
const hoursAfter = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * HOUR_MS).toISOString();
const daysAfter = (iso: string, days: number) =>
  new Date(addBusinessDays(Date.parse(iso), days)).toISOString();
const nobody = { assigned_to: null, assigned_admin_name: null };

/** A wallet for display. */
type Shown = (wallet: string) => string;
type Claim = Waiting['review'][number];
const claimItem = (shown: Shown, section: QueueSection, claim: Claim): QueueItem => ({
  section,
  id: String(claim.id),
  title: claimNumber(claim.id),
  customer: claim.customerName || null,
  wallet_address: shown(claim.wallet),
  detail:
    claim.payoutUsd === null
      ? `${PRODUCTS[claim.product].label}, ${formatCents(claim.amountCents)} claimed`
      : `${PRODUCTS[claim.product].label}, ${formatUsd(claim.payoutUsd)} approved`,
  due_at: claim.dueAt ?? hoursAfter(claim.createdAt, PROMISES.claimReviewHours),
  assigned_to: claim.assignedTo,
  assigned_admin_name: claim.assignedName,
});

const MAKERS: Readonly<Record<QueueSection, (waiting: Waiting, shown: Shown) => QueueItem[]>> = {
  claims_due: ({ review }, shown) => review.map((claim) => claimItem(shown, 'claims_due', claim)),
  payouts_to_confirm: ({ confirm }, shown) =>
    confirm.map((claim) => claimItem(shown, 'payouts_to_confirm', claim)),
  payouts_to_send: ({ pay }, shown) => pay.map((claim) => claimItem(shown, 'payouts_to_send', claim)),
  refunds_owed: ({ refunds }, shown) =>
    refunds.map((row) => ({
      section: 'refunds_owed',
      id: String(row.id),
      title: policyNumber(row.id),
      customer: row.customer || null,
      wallet_address: shown(row.wallet),
      detail: row.declinedAt === null ? 'Cancellation asked for' : 'Rejected',
      due_at: daysAfter(row.since, PROMISES.refundBusinessDays),
      ...nobody,
    })),
  policies_to_review: ({ approvals }, shown) =>
    approvals.map((policy) => ({
      section: 'policies_to_review',
      id: String(policy.id),
      title: policyNumber(policy.id),
      customer: policy.customerName || null,
      wallet_address: shown(policy.wallet),
      detail: `${PRODUCTS[policy.product].label}, ${formatUsd(policy.premiumUsd)} premium`,
      due_at: hoursAfter(policy.createdAt, PROMISES.claimReviewHours),
      ...nobody,
    })),
  messages_unanswered: ({ waiting }, shown) =>
    waiting.map((thread) => ({
      section: 'messages_unanswered',
      id: String(thread.id),
      title: thread.subject,
      customer: thread.customerName || null,
      wallet_address: thread.wallet === null ? null : shown(thread.wallet),
      detail: thread.lastPreview,
      due_at: hoursAfter(thread.waitingSince ?? thread.lastMessageAt, PROMISES.replyHours),
      assigned_to: thread.assignedTo,
      assigned_admin_name: thread.assignedName,
    })),
  exceptions: ({ exceptions }, shown) =>
    exceptions.map((row) => ({
      section: 'exceptions',
      id: String(row.id),
      title: `Payment ${row.id}`,
      customer: null,
      wallet_address: shown(row.wallet),
      detail: row.detail,
      due_at: daysAfter(row.paidAt, PROMISES.refundBusinessDays),
      ...nobody,
    })),
};

/** What waits, at most 50 items of each section, by the promise that breaks first. Everyone sees the work of their role; who has none sees all of it. */
export async function readWork(ctx: AdminCtx): Promise<z.output<typeof queueAnswer>> {
  const { role } = ctx.admin;
  const mine = QUEUE_SECTIONS.filter((section) => isMine(role, section));
  const seen = mine.length > 0 ? mine : QUEUE_SECTIONS;
  const waiting = await readQueue(ctx.db, { now: nowIso(ctx), adminId: ctx.admin.id });
  const shown = (wallet: string) => shownWallet(ctx.settings, wallet);
  const items = seen.flatMap((section) => MAKERS[section](waiting, shown));
  return {
    sections: seen.map((key) => ({
      key,
      label: QUEUE_LABELS[key],
      count: waiting.counts[key] ?? 0,
      mine: mine.length > 0,
    })),
    items: items.sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0)),
  };
}
