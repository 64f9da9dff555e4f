/** Refunds and payouts that our records allow. What a contract would check, we check before we prepare them. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Bytes } from '@polkadot-api/substrate-bindings';
import { DAY_SECONDS } from '#domain/days.ts';
import type { Rpc } from '#domain/json-rpc.ts';
import { type ClaimRemark, claimRemark, refundRemark } from '#domain/payouts/remark.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import { substrateAddress } from '#domain/ss58.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import type { Books } from '#worker/platform/chain/books.ts';
import { CallRefused, type PreparedPayout } from '#worker/platform/chain/chain.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';
import type { PayoutTerms, RefundTerms, RegistryEntry } from '#worker/platform/chain/terms.ts';
import { quoteIdOf } from './quote.ts';
import { consented } from './signature.ts';

/** What preparing needs. */
export interface Desk {
  config: SubstrateConfig;
  rpc: Rpc;
  books: Books;
  /** Unix seconds. */
  now: number;
}

/** A consent lasts 14 days; the day more is for clocks that differ. */
const MOST_CONSENT_SECONDS = 15 * DAY_SECONDS;

/** Throws CallRefused with the first reason that holds. */
function refuse(reasons: readonly (readonly [string, boolean])[]): void {
  const found = reasons.find(([, holds]) => holds);
  if (found) throw new CallRefused(found[0]);
}

async function entryOf({ config, books }: Desk, quoteId: string): Promise<RegistryEntry> {
  const entry = (await books.registered(config.genesis_hash, [quoteId])).get(quoteId);
  if (!entry) throw new CallRefused('PolicyUnknown');
  return entry;
}

/** A rejection with the whole premium, or a cancellation with its holder's signed consent. */
export async function prepareRefund(desk: Desk, terms: RefundTerms): Promise<ReadyCall> {
  const { config, now } = desk;
  const { quote, outcome, validUntil } = terms;
  const quoteId = quoteIdOf(config.genesis_hash, quote);
  if (now > validUntil) throw new CallRefused('ExecutionExpired');
  const entry = await entryOf(desk, quoteId);
  const { holder } = entry;
  const amount = outcome === 'cancelled' ? terms.amount : quote.amount;
  if (outcome === 'rejected') {
    refuse([['RejectionTooLate', now >= entry.start + REJECTION_DAYS * DAY_SECONDS]]);
  } else {
    const consent = { contract: quote.contract, holder, quoteId, refund: amount, validUntil };
    refuse([
      ['ConsentTooLong', validUntil > now + MOST_CONSENT_SECONDS],
      ['RefundAbovePremium', amount > quote.amount],
      ['NoConsent', !consented(config, consent, terms.signature)],
    ]);
  }
  refuse([
    ['PolicyNotActive', !entry.active],
    ['PolicyHasPayout', entry.claims > 0],
    // A transfer of nothing leaves no event, so nobody could see the refund.
    ['NothingToRefund', amount === 0n],
  ]);
  return transfer(desk, { to: holder, amount }, refundRemark({ quoteId, outcome }));
}

/** The payout of a claim within the cover that is left. */
export async function preparePayout(desk: Desk, terms: PayoutTerms): Promise<PreparedPayout> {
  const { now } = desk;
  const { quoteId, claimNumber, incidentAt, usd, amount, validUntil } = terms;
  if (now > validUntil) throw new CallRefused('ExecutionExpired');
  const entry = await entryOf(desk, quoteId);
  refuse([
    ['WrongClaimNumber', claimNumber !== entry.claims + 1],
    ['IncidentOutsideCover', incidentAt < entry.start || incidentAt >= entry.end || incidentAt > now],
    ['ZeroPayout', usd <= 0 || amount <= 0n],
    ['PayoutAboveCover', usd > entry.coverageUsd - entry.paidOutUsd],
  ]);
  const remark = claimRemark({ quoteId, claimNumber, incidentAt, usd });
  return { ...(await transfer(desk, { to: entry.holder, amount }, remark)), step: 'pay' };
}

/**
 * A keep-alive transfer with its remark, if the account can pay it and the holder's can receive it. The current recipient
 * pays, whichever recipient took the premium.
 */
async function transfer(
  { config, rpc }: Desk,
  { to, amount }: { to: string; amount: bigint },
  remark: string,
): Promise<ReadyCall> {
  const { accounts, existential } = await readBalances(rpc, config.genesis_hash, [config.recipient, to]);
  const [payer, holder] = accounts;
  refuse([
    ['PoolTooSmall', amount > (payer?.spendable ?? 0n)],
    // It stays owed until the holder's account exists.
    ['BelowExistentialDeposit', (holder?.free ?? 0n) + amount < existential],
  ]);
  return {
    kind: 'substrate',
    genesis_hash: config.genesis_hash,
    recipient: substrateAddress(to, config.ss58_prefix),
    amount: amount.toString(),
    remark,
  };
}

/** Whether an extrinsic pays this claim: its bytes contain the remark, whatever wraps it. */
export function payoutInBytes(data: string, claim: ClaimRemark): boolean {
  // With its length before it.
  return data.toLowerCase().includes(bytesToHex(Bytes().enc(utf8ToBytes(claimRemark(claim)))));
}
