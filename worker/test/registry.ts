import { concat, type Hex, keccak256, pad, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { PolicyDetailAnswer } from '../../domain/policy/schema.ts';
import { preparePayout } from '../src/settlement/payouts/prepare.ts';
import { prepareRefund } from '../src/settlement/refunds/prepare.ts';
import { ADMIN, CLAIMS, deskCtx, onContract, sendReady, UNDERWRITER } from './desk.ts';
import { type Customer, chain, later, rows, shaky, shakyChain, usual } from './harness.ts';

export function usualChain() {
  const [ours] = deskCtx().chains;
  if (!ours) throw new Error('No chain is configured');
  return ours;
}

export const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
export const history = (policyId: number) =>
  rows<{ kind: string; to_status: string }>(
    'SELECT kind, to_status FROM policy_events WHERE policy_id = ? ORDER BY id',
    policyId,
  ).then((lines) => lines.map(({ kind, to_status }) => `${kind} ${to_status}`));
export const recorded = (...policies: { quote_id: string }[]) =>
  rows<{ kind: string; status: string; quote_id: string }>(
    "SELECT * FROM chain_events WHERE kind <> 'purchased' ORDER BY id",
  ).then((events) =>
    events
      .filter((event) => policies.some((policy) => policy.quote_id === event.quote_id))
      .map(({ kind, status }) => `${kind} ${status}`),
  );
/** Money that became no policy with the event that brought it, and what is true of it now, for queries to read from. */
export const EXCEPTIONS = `(SELECT x.id, x.reason, x.input, e.quote_id, e.tx_hash, e.log_index, e.amount,
  iif(x.status = 'open' AND e.status = 'orphaned', 'orphaned', x.status) status
  FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id)`;
export const claimsPaid = async () =>
  (await rows<{ n: number; usd: number }>('SELECT claims_paid n, claims_paid_usd usd FROM chain_totals'))[0];

export const cancel = (customer: Customer, id: number) =>
  customer.call(`/insurance/policy/${id}/cancel`, { method: 'POST' });
/** Each reorganization puts the shaky chain slightly ahead of the clock. */
const ahead = later(10 * 60_000);
export const payOut = async (policy: { id: number; cover_from: string | null }, usd: number, on = chain) => {
  const claim = { policyId: policy.id, usd, incidentAt: policy.cover_from ?? '' };
  return sendReady(await preparePayout(deskCtx(ahead), claim), CLAIMS, on);
};
export const refund = async (policyId: number, on = chain) =>
  sendReady(await prepareRefund(deskCtx(), { policyId, outcome: 'cancelled' }), UNDERWRITER, on);

/** Transfers the policy to a new wallet on chain. Storage is edited to skip the two days of waiting. */
export async function changeHolder(quoteId: string, newHolder: Hex, on = chain) {
  await onContract(UNDERWRITER, 'proposeHolderChange', quoteId, on, newHolder);
  await onContract(ADMIN, 'confirmHolderChange', quoteId, on, newHolder);
  const address = (on === chain ? usual : shaky).contract;
  const slots = Array.from({ length: 100 }, (_, mapping) =>
    keccak256(concat([quoteId as Hex, pad(toHex(mapping))])),
  );
  const held = await Promise.all(slots.map((slot) => on.getStorageAt({ address, slot })));
  const index = held.findIndex((value) => value?.endsWith(newHolder.slice(2).toLowerCase()));
  await on.setStorageAt({
    address,
    index: slots[index] ?? '0x',
    value: concat([pad('0x01', { size: 12 }), newHolder]),
  });
  await onContract(ADMIN, 'completeHolderChange', quoteId, on);
  if (on === shakyChain) await on.mine({ blocks: 2 });
}

/** Reverts a chain to a snapshot and mines a longer branch over it. */
export async function revertTo(snapshot: Hex, blocks: number) {
  await shakyChain.revert({ id: snapshot });
  await overtake(blocks);
}

/**
 * Mines blocks unlike any earlier branch: another miner gives other hashes without moving time past the
 * test.
 */
export async function overtake(blocks: number) {
  await shakyChain.setCoinbase({ address: privateKeyToAddress(generatePrivateKey()) });
  await shakyChain.mine({ blocks });
}
