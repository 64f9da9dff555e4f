import { env } from 'cloudflare:workers';
import { concat, type Hex, keccak256, pad, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { preparePayout } from '#worker/settlement/payouts/payout.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { ADMIN, CLAIMS, cancelPolicy, deskCtx, onContract, sendReady, UNDERWRITER } from './desk.ts';
import {
  type Customer,
  chain,
  type LocalChain,
  later,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  usual,
} from './harness.ts';

export function usualChain() {
  const [ours] = deskCtx().chains;
  if (!ours) throw new Error('No chain is configured');
  return ours;
}

export const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
export const history = (policyId: number) =>
  rows<{ kind: string; to_status: string }>(
    'SELECT kind, to_status FROM policy_history WHERE policy_id = ? ORDER BY id',
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
export const EXCEPTIONS = `(SELECT x.id, x.reason, x.input, e.quote_id, e.tx_hash, e.event_index, e.amount,
  iif(x.status = 'open' AND e.status = 'orphaned', 'orphaned', x.status) status
  FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id)`;
export const claimsPaid = async () =>
  (
    await rows<{ n: number; usd: number }>(
      "SELECT sum(sign) n, sum(sign * cents) / 100 usd FROM entries WHERE kind = 'claim_paid' HAVING count(*) > 0",
    )
  )[0];

export const cancel = cancelPolicy;
/** Each reorganization puts the shaky chain slightly ahead of the clock. */
const ahead = later(10 * 60_000);
export const payOut = async (policy: { id: number; cover_from: string | null }, usd: number, on = chain) => {
  const claim = { policyId: policy.id, usd, incidentAt: policy.cover_from ?? '' };
  return sendReady(await preparePayout(deskCtx(ahead), claim), CLAIMS, on);
};
export const refund = async (policyId: number, on = chain, outcome: 'cancelled' | 'rejected' = 'cancelled') =>
  sendReady(await prepareRefund(deskCtx(), { policyId, outcome }), UNDERWRITER, on);

/** A storage slot of one of the contract's mappings by quote whose value fits. */
async function slotOf(quoteId: string, on: LocalChain, fits: (value: Hex) => boolean) {
  const address = (on === chain ? usual : shaky).contract;
  const slots = Array.from({ length: 100 }, (_, mapping) =>
    keccak256(concat([quoteId as Hex, pad(toHex(mapping))])),
  );
  const held = await Promise.all(slots.map((slot) => on.getStorageAt({ address, slot })));
  const at = held.findIndex((value) => value !== undefined && fits(value));
  const [index, value] = [slots[at], held[at]];
  if (!index || !value) throw new Error('The contract has no such slot');
  return { address, index, value };
}

/** Makes a policy's cover begin so many days earlier, in the registry and in the event we recorded. */
export async function beginEarlier(quoteId: string, holder: Hex, days: number, on = chain) {
  const { address, index, value } = await slotOf(quoteId, on, (each) =>
    each.endsWith(holder.slice(2).toLowerCase()),
  );
  // The start minute follows the holder's 160 bits.
  const earlier = BigInt(value) - (BigInt(days * 1440) << 160n);
  await on.setStorageAt({ address, index, value: pad(toHex(earlier)) });
  const shift = `strftime('%Y-%m-%dT%H:%M:%fZ', cover_from, '-${days} days')`;
  await env.DB.prepare(`UPDATE chain_events SET cover_from = ${shift} WHERE quote_id = ?`)
    .bind(quoteId)
    .run();
  await env.DB.prepare(`UPDATE policies SET cover_from = ${shift} WHERE quote_id = ?`).bind(quoteId).run();
  await scanFromHere();
}

/** Brings a change of holder to where it can be completed. Storage is edited to skip the waiting. */
export async function prepareTransfer(quoteId: string, newHolder: Hex, on = chain) {
  await onContract(UNDERWRITER, 'proposeHolderChange', quoteId, on, newHolder);
  await onContract(ADMIN, 'confirmHolderChange', quoteId, on, newHolder);
  const { address, index } = await slotOf(quoteId, on, (value) =>
    value.endsWith(newHolder.slice(2).toLowerCase()),
  );
  // Not contested, effective since the first second, lapsing in 36 812 years.
  await on.setStorageAt({ address, index, value: concat(['0x00000000000001ffffffffff', newHolder]) });
}

/** Transfers the policy to a new wallet on chain. */
export async function changeHolder(quoteId: string, newHolder: Hex, on = chain) {
  await prepareTransfer(quoteId, newHolder, on);
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

/** A contract that reports this very event whenever it is called. */
export async function lookAlike({ data, topics }: { data: Hex; topics: readonly Hex[] }, on = chain) {
  // PUSH data words to memory, PUSH topics, LOG4 or LOG3.
  const words = data.slice(2).match(/.{64}/g) ?? [];
  const stores = words.map((word, index) => `7f${word}61${(index * 32).toString(16).padStart(4, '0')}52`);
  const pushed = [...topics].reverse().map((topic) => `7f${topic.slice(2)}`);
  const length = (words.length * 32).toString(16).padStart(4, '0');
  const code = `${stores.join('')}${pushed.join('')}61${length}5f${(0xa0 + topics.length).toString(16)}00`;
  const address = privateKeyToAddress(generatePrivateKey());
  await on.setCode({ address, bytecode: `0x${code}` });
  return address;
}
