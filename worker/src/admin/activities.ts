import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminDashboardApi from '#domain/admin/dashboard-api.ts';
import type { activity } from '#domain/admin/insight-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { isPayoutReason, type PayoutReason } from '#domain/payments/reasons.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { formatCents } from '#worker/claims/present.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readNewest } from './dashboard.ts';

const SHOWN = 20;

const PAYOUT_TITLES: Readonly<Record<PayoutReason, string>> = {
  claim_paid_twice: 'Claim paid twice',
  payout_without_claim: 'Payout without a claim',
  refund_in_error: 'Refund in error',
  transfer_unprepared: 'Transfer that nobody prepared',
};

type Activity = z.output<typeof activity>;

type Newest = Awaited<ReturnType<typeof readNewest>>;

const parts = (...texts: (string | null)[]) => texts.filter(Boolean).join(' · ');

const PAID = { claim_paid: 'Claim paid', claim_paid_other: 'Claim paid outside the chain' } as const;

const REFUNDED = { refund: 'Premium refunded', unmatched_refund: 'Payment refunded' } as const;

function ofMoney({ kind, at, policy_id: id, cents }: Newest['money'][number]): Activity[] {
  const link = id === null ? '/admin/exceptions' : `/admin/policies?open=${id}`;
  const description = parts(id === null ? null : policyNumber(id), formatCents(cents));
  if (kind === 'claim_paid' || kind === 'claim_paid_other')
    return [{ title: PAID[kind], description, time: at, link }];
  if (kind === 'refund' || kind === 'unmatched_refund')
    return [{ title: REFUNDED[kind], description, time: at, link }];
  // Premiums are told as policies, and payments without one as exceptions.
  return [];
}

function ofClaim(claim: Newest['made'][number], title: string, time: string, amount: string): Activity {
  const { id, product, customer_name } = claim;
  const description = parts(claimNumber(id), PRODUCTS[product].label, amount, customer_name || null);
  return { title, description, time, link: `/admin/claims?open=${id}` };
}

/** What happened last, whoever did it: the newest first. */
export const listActivities = serve(adminDashboardApi.listDashboardActivities, async (ctx) => {
  const { users, sold, made, decided, money, exceptions } = await readNewest(ctx.db, SHOWN);
  const all: Activity[] = [
    ...users.map(({ wallet, name, created_at }) => {
      const address = shownWallet(ctx.settings, wallet);
      return {
        title: 'Customer joined',
        description: parts(name, shortAddress(address)),
        time: created_at,
        link: `/admin/users?open=${address}`,
      };
    }),
    ...sold.map(({ id, product, premium_usd, customer_name, created_at }) => ({
      title: 'Policy issued',
      description: parts(
        policyNumber(id),
        PRODUCTS[product].label,
        formatUsd(premium_usd),
        customer_name || null,
      ),
      time: created_at,
      link: `/admin/policies?open=${id}`,
    })),
    ...made.map((claim) => ofClaim(claim, 'Claim made', claim.created_at, formatCents(claim.amount_cents))),
    ...decided.map((claim) => {
      const { status, decided_at, amount_cents, payout_usd } = claim;
      const isApproved = status !== 'rejected';
      const title = isApproved ? 'Claim approved' : 'Claim rejected';
      const amount = isApproved && payout_usd !== null ? formatUsd(payout_usd) : formatCents(amount_cents);
      return ofClaim(claim, title, decided_at ?? '', amount);
    }),
    ...money.flatMap(ofMoney),
    ...exceptions.map(({ id, reason, detail, at }) => ({
      title: isPayoutReason(reason) ? PAYOUT_TITLES[reason] : 'Payment without a policy',
      description: detail,
      time: at,
      link: `/admin/exceptions?open=${id}`,
    })),
  ];
  return all.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, SHOWN);
});
