import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type PolicyDetailAnswer, policyDetailAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { strip } from '#worker/platform/http/strip.ts';
import { presentDetail } from '#worker/policies/get.ts';
import { isBuyer } from '#worker/policies/own.ts';
import { insuredDetails } from '#worker/policies/present.ts';
import { listOwn, type PolicyEvent } from '#worker/policies/repository.ts';
import { countOwn, readRecord, recentEvents } from './repository.ts';

const ACTIONS: Readonly<Record<PolicyEvent['kind'], string>> = {
  opened: 'Policy purchased',
  confirmed: 'Purchase confirmed by the network',
  activated: 'Policy activated',
  orphaned: 'Change reversed by the network',
  reappeared: 'Purchase confirmed again by the network',
  payment_replaced: 'Another payment replaced a lost one',
  rejected: 'Policy rejected, premium refunded',
  cancelled: 'Policy canceled, premium refunded',
  claim_paid: 'Claim paid',
  payment_owed: 'Payment waiting to be collected',
  owed_paid: 'Payment collected',
  holder_changed: 'Policy moved to another wallet',
  holder_change_proposed: 'Change of holder proposed',
  holder_change_confirmed: 'Change of holder confirmed',
  holder_change_contested: 'Objection to a change of holder',
  holder_change_stopped: 'Change of holder stopped',
  replaced: 'Policy replaced by a change of cover',
  cancellation_requested: 'Cancellation requested',
  cancellation_closed: 'Cancellation request closed',
  withdrawal_received: 'Withdrawal from the contract received',
  withdrawal_closed: 'Withdrawal handed to a person, because a claim was paid',
  withdrawn: 'Withdrawn from, premium refunded',
  payout_announced: 'Claim payout announced',
  payout_vetoed: 'Announced payout stopped',
  paid_in_error: 'Money sent in error',
  beneficiary_changed: 'Beneficiary changed',
  contact_changed: 'Contact details changed',
};

export const countPolicies = (ctx: WalletCtx): Promise<number> => countOwn(ctx.db, ctx.actor.wallet);

/** The latest events of the actor's policies, newest first. */
export async function recentPolicyEvents(ctx: WalletCtx, limit: number) {
  const rows = await recentEvents(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ id, kind, at, policyId, product }) => ({
    id: `policy:${id}`,
    type: 'policy' as const,
    action: ACTIONS[kind],
    description: `${policyNumber(policyId)}, ${PRODUCTS[product].label}`,
    timestamp: at,
  }));
}

/** The insured details of the newest policies that the actor's wallet bought, newest first. */
export async function boughtDetails(ctx: WalletCtx, limit: number) {
  const rows = await listOwn(ctx.db, ctx.actor.wallet, limit, null);
  return Promise.all(
    rows.filter(isBuyer).map(async (row) => ({
      product: row.policy.product,
      details: await insuredDetails(ctx.settings.detailsKeys, row),
    })),
  );
}

/** All of the actor's policies as on their pages, with their full history, newest first. */
export async function exportPolicies(ctx: WalletCtx): Promise<PolicyDetailAnswer[]> {
  const record = await readRecord(ctx.db, ctx.actor.wallet);
  return Promise.all(
    record.map(async ({ row, service }) => strip(policyDetailAnswer, await presentDetail(ctx, row, service))),
  );
}
