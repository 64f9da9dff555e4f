import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { OTHER_METHODS, type OtherMethod } from '#domain/claims/schema.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { presentForDesk } from '#worker/admin/claims/present.ts';
import { requireSecondPerson } from '#worker/admin/second-person/allowed.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import { announcementOf, type ClaimRow, claimById, recordedNumber } from '#worker/claims/desk.ts';
import {
  confirmOutside,
  isReferenceUsed,
  proposeOutside,
  withdrawOutside,
} from '#worker/claims/off-chain/repository.ts';
import { correctionOf, stepOf } from '#worker/claims/step.ts';
import { type AdminCtx, chainOf, nowIso } from '#worker/platform/context.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type InputOf, reply, serve } from '#worker/platform/http/serve.ts';
import { applyOutside } from '#worker/policies/after.ts';
import { policyById } from '#worker/policies/sold.ts';
import { unreachable } from '#worker/settlement/registry/refusal.ts';
import { payableUsd, requirePayable } from './payable.ts';

type OutsideRow = NonNullable<ClaimRow['other']>;
type Report = InputOf<typeof adminClaimsApi.reportPayment> & { method: OtherMethod };

/** The method when it is one outside the chain. */
export const otherMethodOf = (method: string | undefined): OtherMethod | null =>
  OTHER_METHODS.find((each) => each === method) ?? null;

/**
 * Records a claim's payment outside the chain. The first administrator's report proposes it (202); a second one's with the
 * same amount, method and reference confirms it (200), and the claim is paid. 409 while the chain may pay the claim, and
 * when nothing is to be paid.
 */
export async function reportOffChain(ctx: AdminCtx, report: Report) {
  const reference = report.reference ?? '';
  if (reference === '') throw fieldError('reference', 'Please enter the reference of the payment.');
  let isConfirmed = false;
  const now = await changeRow(ctx, {
    read: () => claimById(ctx, report.id),
    decide: async (row) => {
      const { other } = row;
      const isKnown = other !== null && isSame(other, report);
      isConfirmed = isKnown && other.state === 'confirmed';
      if (isConfirmed) return [];
      if (!isKnown || other.proposed_by !== ctx.admin.id) requireSeen(row.claim, report.ifMatch, 'claim');
      const usd = payableUsd(row);
      const payable = await requirePayable(ctx, row);
      if (report.payout_amount !== usd) {
        throw fieldError('payout_amount', `This claim is approved for ${formatUsd(usd)}.`);
      }
      if (other === null) return propose(ctx, row, { usd, method: report.method, reference }, payable);
      if (other.proposed_by === ctx.admin.id) {
        if (isKnown) return [];
        throw conflict('You have reported another payment of this claim. Withdraw it first.');
      }
      if (report.method !== other.method) throw differs('payment_method', 'method', other);
      if (!isReference(other, reference)) throw differs('reference', 'reference', other);
      await requireSecondPerson(ctx, other.proposed_by);
      isConfirmed = true;
      return confirm(ctx, row, other, payable);
    },
    conflict: () => changedSince('claim'),
  });
  return reply({
    data: await presentForDesk(ctx, now),
    status: isConfirmed ? 200 : 202,
    message: isConfirmed
      ? 'The payment is confirmed and the claim is paid.'
      : 'A second administrator must confirm the payment.',
  });
}

/** People type a bank's reference with other spaces and letters than their colleague. */
const folded = (reference: string) => reference.replaceAll(' ', '').toLowerCase();
const isReference = (other: OutsideRow, reference = '') => folded(reference) === folded(other.reference);

const isSame = (other: OutsideRow, { method, reference, payout_amount: usd }: Report) =>
  method === other.method && isReference(other, reference) && usd === other.usd;

/** 422 without a word about the other claim. */
async function requireUnused(ctx: AdminCtx, { claim }: ClaimRow, reference: string): Promise<void> {
  if (!(await isReferenceUsed(ctx.db, reference, claim.id))) return;
  throw fieldError(
    'reference',
    'A payment of another claim has this reference. Please check the bank statement.',
  );
}

const differs = (field: string, what: string, { proposed_name }: OutsideRow) =>
  fieldError(field, `This is not the ${what} that ${proposed_name} reported.`);

/**
 * 409 while the chain may still pay this claim, 503 while nobody can tell. Answers the batch guard that nothing is handed out.
 */
async function requireUnpaidOnChain(ctx: AdminCtx, row: ClaimRow): Promise<[Statement]> {
  const { claim, policy, quote } = row;
  const noneHandedOut = await requireNoPayout(ctx, claim.id);
  const chain = chainOf(ctx, policy.chain_id);
  const [entry, announced, recorded] = await Promise.all([
    chain.registered({ id: policy.quote_id, contract: quote.contract }),
    announcementOf(ctx, row),
    recordedNumber(ctx, row),
  ]).catch((error: unknown) => {
    throw unreachable(ctx, error);
  });
  if ((entry?.claims ?? 0) > recorded) {
    throw conflict('The registry shows a payout on this policy that is not confirmed here yet.');
  }
  if (announced !== null) {
    throw conflict('The payout of this claim is announced on chain. It must be vetoed or lapse first.');
  }
  return noneHandedOut;
}

async function propose(
  ctx: AdminCtx,
  row: ClaimRow,
  payment: Pick<OutsideRow, 'usd' | 'method' | 'reference'>,
  payable: readonly Statement[],
): Promise<Statement[]> {
  const { claim, policy } = row;
  const { usd, method } = payment;
  await requireUnused(ctx, row, payment.reference);
  const unpaid = await requireUnpaidOnChain(ctx, row);
  return [
    ...payable,
    ...unpaid,
    // The second person types the reference unseen, so it is in the log only once they have.
    ...correctionOf(ctx, row, 'claim.payment_proposed', {}, { after: { usd, method } }),
    ...proposeOutside(ctx.db, {
      ...payment,
      id: crypto.randomUUID(),
      kind: 'payout',
      state: 'prepared',
      step: 'pay',
      chain_id: policy.chain_id,
      quote_id: policy.quote_id,
      policy_id: claim.policy_id,
      claim_id: claim.id,
      incident_at: claim.incident_at,
      prepared_by: ctx.admin.id,
      prepared_name: ctx.admin.name,
      prepared_at: nowIso(ctx),
      request_id: ctx.requestId,
    }),
  ];
}

async function confirm(
  ctx: AdminCtx,
  row: ClaimRow,
  other: OutsideRow,
  payable: readonly Statement[],
): Promise<Statement[]> {
  const { claim } = row;
  const { usd, method, reference, proposed_by } = other;
  const unpaid = await requireUnpaidOnChain(ctx, row);
  const policy = await policyById(ctx, claim.policy_id);
  const by = { confirmed_by: ctx.admin.id, confirmed_name: ctx.admin.name, ended_at: nowIso(ctx) };
  ctx.log.info('claim_paid_outside', { claim: claim.id, method });
  return [
    ...payable,
    ...unpaid,
    ...stepOf(ctx, row, {
      change: { status: 'paid', requested_documents: null, due_at: null },
      told: ['claim_paid_outside', { payout_usd: usd, method, reference }],
      adminId: ctx.admin.id,
      logged: { usd, method, reference, proposed_by },
    }),
    ...confirmOutside(ctx.db, claim, other, by),
    ...applyOutside(ctx, policy, usd),
  ];
}

/** Takes a proposed payment back, so that the claim can be paid otherwise. Its proposer, or who manages administrators. */
export const withdrawOffChain = serve(adminClaimsApi.withdrawPayment, async (ctx, { id }) => {
  const now = await changeRow(ctx, {
    read: () => claimById(ctx, id),
    decide: (row) => {
      const { other } = row;
      if (other?.state !== 'prepared') throw conflict('This claim has no payment to confirm.');
      if (other.proposed_by !== ctx.admin.id && !isPermitted(ctx.admin.role, 'admins.manage')) {
        throw conflict(`Only ${other.proposed_name} can withdraw this payment.`);
      }
      const { usd, method, reference } = other;
      return [
        ...correctionOf(ctx, row, 'claim.payment_withdrawn', {}, { before: { usd, method, reference } }),
        ...withdrawOutside(ctx.db, id, other, nowIso(ctx)),
      ];
    },
    conflict: () => changedSince('claim'),
  });
  return presentForDesk(ctx, now);
});
