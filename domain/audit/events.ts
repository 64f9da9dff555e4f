/** The contract's events as an auditor reads them: all of them, decoded by the published ABI. */
import type { Hex } from 'viem';
import { shortAddress, shortHash } from '#domain/address.ts';
import { formatUsMoment } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import { CHAIN_ROLES } from '#domain/registry/chain-roles.ts';
import { decodeContractEvent, type EventName, GOVERNANCE_EVENTS } from '#domain/registry/contract-events.ts';
import type { RecordedKind } from '#domain/registry/schema.ts';

export type Value = string | number | bigint | boolean;

/** Where an event stands on its chain. `contract` and hashes are lower case, `time` is in seconds since 1970. */
interface Place {
  chainId: number;
  contract: string;
  block: number;
  blockHash: string;
  time: number;
  txHash: string;
  logIndex: number;
}

/** One event. Fields are null where its kind has none. */
export interface AuditEvent extends Place {
  name: EventName;
  /** What the worker records it as; null for events that it doesn't record. */
  kind: RecordedKind | null;
  quoteId: string | null;
  /** The policy's holder; of a confirmed or stopped change of holder, who did that. */
  holder: string | null;
  /** The zero address for the native coin. */
  token: string | null;
  /** Base units of `token`. */
  amount: bigint | null;
  /** Whole US dollars. */
  usd: number | null;
  /** All arguments by name, addresses and hashes in lower case. */
  args: Readonly<Record<string, Value>>;
}

/** A log as `eth_getLogs` gives it, with its block's time. */
export interface RawLog {
  address: string;
  topics: readonly string[];
  data: string;
  block: number;
  blockHash: string;
  txHash: string;
  logIndex: number;
  time: number;
}

const KINDS: Partial<Record<EventName, RecordedKind>> = {
  PolicyPurchased: 'purchased',
  ClaimPaid: 'claim_paid',
  PremiumRefunded: 'premium_refunded',
  PaymentOwed: 'payment_owed',
  OwedPaid: 'owed_paid',
  PoolFunded: 'pool_funded',
  CapitalWithdrawn: 'capital_withdrawn',
  HolderChanged: 'holder_changed',
  CancellationConsented: 'cancellation_consented',
  ConsentRevoked: 'consent_revoked',
  HolderChangeProposed: 'holder_change_proposed',
  HolderChangeConfirmed: 'holder_change_confirmed',
  HolderChangeContested: 'holder_change_contested',
  HolderChangeStopped: 'holder_change_stopped',
  ...Object.fromEntries(GOVERNANCE_EVENTS.map((name) => [name, 'governance'])),
};

const lower = (value: unknown): Value => (typeof value === 'string' ? value.toLowerCase() : (value as Value));

/** The event in a log of one of the contracts. Null if the ABI has no such event. */
export function decodeLog(chainId: number, log: RawLog): AuditEvent | null {
  const event = decodeContractEvent(log);
  if (!event) return null;
  const { eventName: name } = event;
  const said = Object.fromEntries(
    Object.entries(event.args ?? {}).map(([key, value]) => [key, lower(value)]),
  );
  const payout = name === 'CallAnnounced' ? announcedPayout(said.data as Hex) : null;
  const args: Readonly<Record<string, Value>> = {
    ...said,
    ...(payout && { ...payout, dollars: payout.usd }),
  };
  const text = (key: string) => (typeof args[key] === 'string' ? (args[key] as string) : null);
  const whole = (key: string) => (args[key] === undefined ? null : BigInt(args[key] as bigint));
  const money = whole('amount') ?? whole('refund');
  return {
    chainId,
    contract: log.address.toLowerCase(),
    block: log.block,
    blockHash: log.blockHash.toLowerCase(),
    time: log.time,
    txHash: log.txHash.toLowerCase(),
    logIndex: log.logIndex,
    name,
    kind: payout ? 'payout_announced' : (KINDS[name] ?? null),
    quoteId: text('quoteId'),
    holder: text('holder') ?? text('previousHolder') ?? text('by') ?? text('from') ?? text('to'),
    token: text('token'),
    amount: name === 'PolicyPurchased' ? whole('premium') : money,
    usd: args.dollars === undefined ? null : Number(args.dollars),
    args,
  };
}

/** An amount of a token in words. */
export type Money = (token: string, amount: bigint) => string;

export const roleName = (role: Value | undefined) => CHAIN_ROLES[Number(role)] ?? `role ${role}`;

const time = (seconds: Value | undefined) => {
  const at = Number(seconds);
  return at > 253_402_300_799 ? 'forever' : formatUsMoment(at * 1000);
};

/**
 * What an event says, in one sentence.
 * @param call what the call does that it is about, if that is known
 */
export function describeEvent(event: AuditEvent, money: Money, call: string | null = null): string {
  const { args, name, token, amount, usd } = event;
  const sum = token !== null && amount !== null ? money(token, amount) : '';
  const who = (key: string) => shortAddress(String(args[key] ?? ''));
  const named = call === null ? shortHash(String(args.callHash ?? '')) : `“${call}”`;
  const policy = event.quoteId === null ? '' : `policy ${shortHash(event.quoteId)}`;
  switch (name) {
    case 'PolicyPurchased':
      return `Premium of ${sum} for ${policy}, which covers ${formatUsd(Number(args.cover))}.`;
    case 'ClaimPaid':
      return `Claim ${args.claimNumber} on ${policy}: ${formatUsd(usd ?? 0)} as ${sum}${args.announced ? ', announced before' : ''}.`;
    case 'PremiumRefunded':
      return `Refund of ${sum} on ${policy}, which is ${args.status === 2 ? 'rejected' : 'canceled'}.`;
    case 'PaymentOwed':
      return `${sum} could not be delivered on ${policy} and is owed to ${who('holder')}.`;
    case 'OwedPaid':
      return `${sum} that was owed on ${policy} went to ${who('to')}.`;
    case 'PoolFunded':
      return `${sum} added to the pool by ${who('from')}.`;
    case 'CapitalWithdrawn':
      return `${sum} withdrawn from the pool to ${who('to')}.`;
    case 'CancellationConsented':
      return `The holder of ${policy} agreed to a refund, until ${time(args.validUntil)}.`;
    case 'ConsentRevoked':
      return `The holder of ${policy} revoked consents up to ${time(args.validUntil)}.`;
    case 'HolderChangeProposed':
      return `A change of the holder of ${policy} to ${who('newHolder')} is proposed.`;
    case 'HolderChangeConfirmed':
      return `The change of the holder of ${policy} to ${who('newHolder')} was confirmed by ${who('by')}.`;
    case 'HolderChangeContested':
      return `The holder of ${policy} objected to the change to ${who('newHolder')}.`;
    case 'HolderChangeStopped':
      return `The change of the holder of ${policy} was stopped by ${who('by')}.`;
    case 'HolderChanged':
      return `${policy} went from ${who('previousHolder')} to ${who('newHolder')}.`.replace(/^p/, 'P');
    case 'RoleChanged':
      return /^0x0+$/.test(String(args.holder))
        ? `The ${roleName(args.role)} role was revoked from ${who('previous')}.`
        : `The ${roleName(args.role)} role went to ${who('holder')}.`;
    case 'CallAnnounced':
      return `${who('by')} announced ${call === null ? 'a call' : named}, executable from ${time(args.executableAt)} to ${time(args.expiresAt)}.`;
    case 'AnnouncedCallExecuted':
      return `The announced call ${named} was executed by ${who('by')}.`;
    case 'AnnouncementVetoed':
      return `The announced call ${named} was vetoed by ${who('by')}.`;
    case 'AllAnnouncementsVetoed':
      return `${who('by')} vetoed every announced call but the replacement of the guardian.`;
    case 'PauseChanged':
      return `Purchases were ${args.paused ? 'paused' : 'opened again'} by ${who('by')}.`;
    case 'PayoutsHalted':
      return `Payouts were halted by the ${roleName(args.role)} until ${time(args.until)}.`;
    case 'HaltLifted':
      return `The halt of payouts was lifted by ${who('by')}.`;
    case 'LimitsChanged': {
      const units = (key: string) => money(token ?? '', BigInt(args[key] ?? 0));
      return `Claims are now paid up to ${formatUsd(Number(args.allowance))} a day, a dollar with ${units('minPerDollar')} to ${units('maxPerDollar')}, and the minimum reserve is ${units('minimumReserve')}.`;
    }
    case 'CurrencyAdded':
      return `The currency ${money(token ?? '', 0n)
        .split(' ')
        .at(-1)} was listed.`;
    case 'CurrencyAcceptanceChanged':
      return `Purchases in ${money(token ?? '', 0n)
        .split(' ')
        .at(-1)} are ${args.accepted ? 'accepted' : 'no longer accepted'}.`;
  }
}
