import { formatAmount, rateBetween } from '#domain/money.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { AuditEvent, Money } from './events.ts';
import { type Line, lineWith } from './lines.ts';
import type { ChainReading } from './read.ts';
import { Standing, type Waiting } from './standing.ts';
import { impliedBalance, impliedOwed, type PoolTotals, poolKey, Totals } from './totals.ts';

/** One currency of one contract: what the events imply and what is really there. */
export interface PoolResult {
  chainId: number;
  contract: string;
  token: string;
  symbol: string;
  decimals: number;
  sums: PoolTotals['sums'];
  implied: bigint;
  /** Null if the contract doesn't list the token, or if no balance of that block can be read. */
  balance: bigint | null;
  /** Whether the node could say what the contract held at that block. */
  provable: boolean;
  /** Coins that arrived outside the contract's functions; below zero if some are missing. */
  surplus: bigint | null;
  owed: bigint;
  minimumReserve: bigint;
  inForce: { policies: number; coverUsd: number; paidOutUsd: number };
  /** Whole dollars of claims that the balance pays at the contract's worst and best rate. */
  paysUsd: { least: bigint; most: bigint } | null;
}

interface Payout {
  event: AuditEvent;
  /** USD per whole unit. */
  rate: string | null;
}

/** What the chain alone shows. */
export interface ChainAudit {
  pools: readonly PoolResult[];
  /** Policies, holders of roles, and stops of sales and of payouts. */
  standing: Pick<Standing, 'policies' | 'roles' | 'paused' | 'haltedUntil'>;
  /** What can still happen after the last block that was read, the earliest first on each chain. */
  waiting: readonly Waiting[];
  payouts: readonly Payout[];
  /** The pool's implied balance after each event that moved money, by event. */
  balances: ReadonlyMap<AuditEvent, bigint>;
  /** What is wrong on the chain itself. */
  lines: readonly Line[];
}

/** An address or token for comparison. */
export const lower = (value: string | null) => value?.toLowerCase() ?? null;

/** The currencies of each chain: those that the contracts list, and those that we offer. */
const coinsOf = (readings: readonly ChainReading[]) => (chainId: number) =>
  readings
    .filter(({ chain }) => chain.chainId === chainId)
    .flatMap(({ chain, pools }) => [...chain.currencies, ...(pools ?? [])]);

/** Amounts in words, by chain and token. */
export function moneyOf(readings: readonly ChainReading[]): (chainId: number) => Money {
  const known = new Map<string, { symbol: string; decimals: number }>();
  for (const { chain, pools } of readings) {
    for (const { token, symbol, decimals } of pools ?? [])
      known.set(`${chain.chainId}:${token}`, { symbol, decimals });
    for (const { token, symbol, decimals } of chain.currencies) {
      known.set(`${chain.chainId}:${lower(token) ?? NATIVE_TOKEN}`, { symbol, decimals });
    }
  }
  return (chainId) => (token, amount) => {
    const currency = known.get(`${chainId}:${token}`);
    if (!currency) return `${amount} base units of ${token}`;
    const { decimals, symbol } = currency;
    return amount < 0n
      ? `-${formatAmount(-amount, decimals, symbol)}`
      : formatAmount(amount, decimals, symbol);
  };
}

export const decimalsOf = ({ chain, pools }: ChainReading, token: string | null) =>
  pools?.find((pool) => pool.token === token)?.decimals ??
  chain.currencies.find((each) => (lower(each.token) ?? NATIVE_TOKEN) === token)?.decimals ??
  null;

/** What the chain alone shows: pools, policies, what waits, rates. */
export function auditChains(readings: readonly ChainReading[]): ChainAudit {
  const totals = new Totals();
  const standing = new Standing(coinsOf(readings));
  const payouts: Payout[] = [];
  const balances = new Map<AuditEvent, bigint>();
  const lines: Line[] = [];
  const money = moneyOf(readings);
  for (const reading of readings) {
    for (const event of reading.events) {
      const balance = totals.add(event);
      if (balance !== null) balances.set(event, balance);
      standing.add(event);
      if (event.name === 'ClaimPaid') {
        const decimals = decimalsOf(reading, event.token);
        const rate = decimals === null ? null : rateBetween(event.usd ?? 0, event.amount ?? 0n, decimals);
        payouts.push({ event, rate });
      }
    }
    for (const log of reading.unknown) {
      lines.push(
        lineWith({
          result: 'contract',
          about: 'contract',
          chainId: reading.chain.chainId,
          contract: log.address.toLowerCase(),
          txHash: log.txHash,
          logIndex: log.logIndex,
          block: log.block,
          what: `An event with the topic ${log.topics[0] ?? 'of none'}.`,
          explanation:
            'The published interface of the contract has no such event, so it is not our contract’s code.',
        }),
      );
    }
  }
  const heads = new Map(readings.map(({ chain, head }) => [chain.chainId, head.time]));
  const inForce = standing.inForce((chainId) => heads.get(chainId) ?? 0);
  const pools: PoolResult[] = [];
  for (const { chain, pools: found } of readings) {
    for (const pool of found ?? []) {
      const at = { chainId: chain.chainId, contract: pool.contract };
      const sums = totals.of(at, pool.token);
      const implied = impliedBalance(sums);
      const surplus = pool.balance - implied;
      pools.push({
        ...at,
        token: pool.token,
        symbol: pool.symbol,
        decimals: pool.decimals,
        sums,
        implied,
        surplus,
        balance: pool.balance,
        owed: impliedOwed(sums),
        minimumReserve: pool.minimumReserve,
        provable: true,
        inForce: inForce.get(poolKey(at, pool.token)) ?? { policies: 0, coverUsd: 0, paidOutUsd: 0 },
        paysUsd:
          pool.maxPerDollar > 0n && pool.minPerDollar > 0n
            ? { least: pool.balance / pool.maxPerDollar, most: pool.balance / pool.minPerDollar }
            : null,
      });
      const say = money(chain.chainId);
      const line = (explanation: string) =>
        lineWith({ ...at, result: 'pool', about: 'pool', what: `The pool of ${pool.symbol}.`, explanation });
      if (surplus < 0n) {
        lines.push(
          line(
            `The events imply ${say(pool.token, implied)}, but the contract holds ${say(pool.token, pool.balance)}: ${say(pool.token, -surplus)} are missing.`,
          ),
        );
      }
      if (impliedOwed(sums) !== pool.owed) {
        lines.push(
          line(
            `The events say that ${say(pool.token, impliedOwed(sums))} are owed to holders; the contract says ${say(pool.token, pool.owed)}.`,
          ),
        );
      }
    }
  }
  // Tokens that moved and that the contract doesn't list: withdrawn after they arrived by mistake. All of them, where the
  // node no longer knows what the contract listed.
  for (const { chainId, contract, token, sums } of totals.pools.values()) {
    if (pools.some((pool) => pool.chainId === chainId && pool.contract === contract && pool.token === token))
      continue;
    const reading = readings.find(({ chain }) => chain.chainId === chainId);
    const known = reading?.chain.currencies.find((each) => (lower(each.token) ?? NATIVE_TOKEN) === token);
    const provable = reading?.pools !== null;
    const currency = !provable && known ? known : { symbol: token, decimals: 0 };
    pools.push({
      chainId,
      contract,
      token,
      symbol: currency.symbol,
      decimals: currency.decimals,
      sums,
      implied: impliedBalance(sums),
      provable,
      balance: null,
      surplus: null,
      owed: impliedOwed(sums),
      minimumReserve: 0n,
      paysUsd: null,
      inForce: (provable ? undefined : inForce.get(poolKey({ chainId, contract }, token))) ?? {
        policies: 0,
        coverUsd: 0,
        paidOutUsd: 0,
      },
    });
  }
  const waiting = readings.flatMap(({ chain, head }) =>
    standing.waiting(head.time).filter(({ chainId }) => chainId === chain.chainId),
  );
  const { policies, roles, paused, haltedUntil } = standing;
  return { pools, standing: { policies, roles, paused, haltedUntil }, waiting, payouts, balances, lines };
}
