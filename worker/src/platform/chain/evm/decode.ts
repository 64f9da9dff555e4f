import * as z from 'zod';
import { hex, type Log, logShape, quantity } from '#domain/node-answers.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import {
  decodeContractEvent,
  type EventName,
  GOVERNANCE_EVENTS,
  topicsOf,
} from '#domain/registry/contract-events.ts';
import { NO_QUOTE } from '#domain/registry/schema.ts';
import type { ChainEvent, Outcome } from '#worker/platform/chain/chain.ts';

export const receiptShape = z.object({
  status: hex,
  blockNumber: quantity,
  blockHash: hex,
  to: hex.nullish().transform((to) => to?.toLowerCase() ?? null),
  logs: z.array(logShape),
});

/** What a transaction cost, in base units. */
export const feeShape = z
  .object({ gasUsed: hex, effectiveGasPrice: hex })
  .transform(({ gasUsed, effectiveGasPrice }) => BigInt(gasUsed) * BigInt(effectiveGasPrice));

const EVENT_NAMES = [
  'PolicyPurchased',
  'ClaimPaid',
  'PremiumRefunded',
  'CancellationConsented',
  'ConsentRevoked',
  'PaymentOwed',
  'OwedPaid',
  'PoolFunded',
  'CapitalWithdrawn',
  'HolderChangeProposed',
  'HolderChangeConfirmed',
  'HolderChangeContested',
  'HolderChangeStopped',
  'HolderChanged',
  ...GOVERNANCE_EVENTS,
] as const satisfies EventName[];
/** First topics of the events we read. */
export const EVENT_TOPICS: readonly string[] = topicsOf(EVENT_NAMES);
const TOPICS: ReadonlySet<string> = new Set(EVENT_TOPICS);

/** Only events of our own contracts count, because any contract can emit a look-alike. */
export function isOurs(log: Log, contracts: readonly string[]): boolean {
  return contracts.includes(log.address.toLowerCase()) && TOPICS.has(log.topics[0] ?? '');
}

const key = (address: string) => address.toLowerCase();
const tokenKey = (token: string) => (token === NATIVE_TOKEN ? null : key(token));
/** Seconds as a date can hold them: a holder may revoke consents "forever". */
const LAST_SECOND = 253_402_300_799;
const seconds = (value: bigint) => (value > LAST_SECOND ? LAST_SECOND : Number(value));
/** Contract status codes that a refund leads to. */
const OUTCOMES: Readonly<Record<number, Outcome>> = { 2: 'rejected', 3: 'cancelled' };

/** @param timeOf time of a log's block, in seconds since 1970 */
export function decodeEvents(logs: readonly Log[], timeOf: (log: Log) => number): ChainEvent[] {
  return logs.map((log) => decode(log, timeOf(log)));
}

function decode(log: Log, time: number): ChainEvent {
  const event = decodeContractEvent(log);
  if (!event) throw new RangeError('A log of no event of the contract');
  const { eventName, args } = event;
  const seen = (quoteId: string, holder: string) => ({
    contract: key(log.address),
    quote_id: quoteId.toLowerCase(),
    holder: key(holder),
    tx_hash: log.transactionHash.toLowerCase(),
    event_index: log.logIndex,
    block: { number: log.blockNumber, hash: log.blockHash.toLowerCase(), time },
  });
  const paid = (args: { quoteId: string; holder: string; token: string; amount: bigint }) => ({
    ...seen(args.quoteId, args.holder),
    token: tokenKey(args.token),
    amount: args.amount,
  });
  const governed = (by: string, token: string = NATIVE_TOKEN): ChainEvent => ({
    kind: 'governance',
    ...seen(NO_QUOTE, by),
    token: tokenKey(token),
    log,
  });
  switch (eventName) {
    case 'PolicyPurchased':
      return {
        kind: 'purchased',
        ...paid({ ...args, amount: args.premium }),
        productCode: args.product,
        coverageUsd: args.cover,
        start: Number(args.start),
        end: Number(args.end),
        detailsHash: args.detailsHash.toLowerCase(),
      };
    case 'ClaimPaid':
      return {
        kind: 'claim_paid',
        ...paid(args),
        usd: Number(args.dollars),
        claimNumber: Number(args.claimNumber),
        incidentAt: Number(args.incidentAt),
      };
    case 'CancellationConsented':
      return {
        kind: 'cancellation_consented',
        ...seen(args.quoteId, args.holder),
        amount: args.refund,
        validUntil: seconds(args.validUntil),
      };
    case 'ConsentRevoked':
      return {
        kind: 'consent_revoked',
        ...seen(args.quoteId, args.holder),
        validUntil: seconds(args.validUntil),
      };
    case 'PremiumRefunded': {
      const outcome = OUTCOMES[args.status];
      if (!outcome) throw new RangeError('A refund leads to no known state');
      return {
        kind: 'premium_refunded',
        ...paid(args),
        outcome,
        end: Number(args.end),
      };
    }
    case 'PaymentOwed':
      return { kind: 'payment_owed', ...paid(args) };
    case 'OwedPaid':
      return { kind: 'owed_paid', ...paid(args), to: key(args.to) };
    case 'PoolFunded':
      return { kind: 'pool_funded', ...paid({ ...args, quoteId: NO_QUOTE, holder: args.from }) };
    case 'CapitalWithdrawn':
      return { kind: 'capital_withdrawn', ...paid({ ...args, quoteId: NO_QUOTE, holder: args.to }) };
    case 'HolderChangeProposed':
      return {
        kind: 'holder_change_proposed',
        ...seen(args.quoteId, args.holder),
        newHolder: key(args.newHolder),
        validUntil: seconds(args.lapsesAt),
      };
    case 'HolderChangeConfirmed':
      return {
        kind: 'holder_change_confirmed',
        ...seen(args.quoteId, args.by),
        newHolder: key(args.newHolder),
        effectiveAt: args.effectiveAt === 0n ? null : seconds(args.effectiveAt),
        validUntil: seconds(args.lapsesAt),
      };
    case 'HolderChangeContested':
      return {
        kind: 'holder_change_contested',
        ...seen(args.quoteId, args.holder),
        newHolder: key(args.newHolder),
        validUntil: seconds(args.lapsesAt),
      };
    case 'HolderChangeStopped':
      return {
        kind: 'holder_change_stopped',
        ...seen(args.quoteId, args.by),
        newHolder: key(args.newHolder),
      };
    case 'HolderChanged':
      return {
        kind: 'holder_changed',
        ...seen(args.quoteId, args.previousHolder),
        newHolder: key(args.newHolder),
      };
    case 'RoleChanged':
      return governed(args.holder);
    case 'CallAnnounced': {
      const payout = announcedPayout(args.data);
      if (!payout) return governed(args.by);
      const { quoteId, holder, ...terms } = payout;
      return {
        kind: 'payout_announced',
        ...seen(quoteId, holder),
        ...terms,
        payableAt: Number(args.executableAt),
        validUntil: Number(args.expiresAt),
        log,
      };
    }
    case 'AnnouncedCallExecuted':
    case 'AnnouncementVetoed':
    case 'AllAnnouncementsVetoed':
    case 'PauseChanged':
    case 'PayoutsHalted':
    case 'HaltLifted':
      return governed(args.by);
    case 'CurrencyAdded':
    case 'CurrencyAcceptanceChanged':
    case 'LimitsChanged':
      return governed('', args.token);
    default:
      throw new RangeError(`An event that was not asked for: ${eventName}`);
  }
}
