/** The server's own sums beside those that the chains and its records give. */
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { MoneyKind } from '#domain/registry/schema.ts';
import { lower } from './chains.ts';
import type { AuditEvent, Money } from './events.ts';
import { comparedLine, differingPairs, native } from './fields.ts';
import type { FieldDifference, Line } from './lines.ts';
import type { ChainReading } from './read.ts';
import type { AuditSummary } from './schema.ts';
import { isMoney } from './totals.ts';

/** What each kind is called beside a sum. */
const KIND_NAMES: Readonly<Record<MoneyKind, string>> = {
  purchased: 'premiums',
  claim_paid: 'paid claims',
  premium_refunded: 'refunds',
  payment_owed: 'payments owed',
  owed_paid: 'payments that were owed and taken',
  paid_in_error: 'money paid in error',
  pool_funded: 'money put into the pool',
  capital_withdrawn: 'money taken out of the pool',
};

/** Sums of confirmed money by contract, token and kind, as the server's books have them. */
export class RecordedTotals {
  readonly sums = new Map<
    string,
    {
      chainId: number;
      contract: string;
      token: string | null;
      kind: MoneyKind;
      events: number;
      amount: bigint;
      usd: number;
    }
  >();

  /** An event that moves no money is in no sum. */
  add(event: AuditEvent): void {
    if (!isMoney(event)) return;
    const token = native(event.token);
    const key = `${event.chainId}:${event.contract}:${token ?? ''}:${event.kind}`;
    const sum = this.sums.get(key) ?? {
      chainId: event.chainId,
      contract: event.contract,
      token,
      kind: event.kind as MoneyKind,
      events: 0,
      amount: 0n,
      usd: 0,
    };
    sum.events += 1;
    sum.amount += event.amount ?? 0n;
    sum.usd += event.usd ?? 0;
    this.sums.set(key, sum);
  }
}

export function compareTotals(
  readings: readonly ChainReading[],
  summary: AuditSummary,
  expectedTotals: RecordedTotals,
  money: (chainId: number) => Money,
): Line[] {
  const lines: Line[] = [];
  const rest = new Map(expectedTotals.sums);
  const line = (chainId: number, contract: string, what: string, differences: FieldDifference[]) =>
    comparedLine({ about: 'totals', chainId, contract, what }, differences, 'totals');
  const audited = new Set(readings.map(({ chain }) => chain.chainId));
  for (const { chain_id, totals } of summary.chains) {
    for (const total of totals) {
      const token = lower(total.token);
      const key = `${chain_id}:${total.contract.toLowerCase()}:${token ?? ''}:${total.kind}`;
      const want = rest.get(key) ?? { events: 0, amount: 0n, usd: 0 };
      rest.delete(key);
      if (total.events === 0 && want.events === 0) continue;
      const say = (amount: bigint) => money(chain_id)(token ?? NATIVE_TOKEN, amount);
      const differences = differingPairs([
        ['number', want.events, total.events],
        ['sum', say(want.amount), say(BigInt(total.amount))],
        ['dollars', want.usd, total.usd],
      ]);
      const where = audited.has(chain_id) ? '' : ' on a chain that is not listed';
      const sums = `${total.events} ${total.events === 1 ? 'event' : 'events'}, ${say(BigInt(total.amount))}`;
      lines.push(
        line(
          chain_id,
          total.contract,
          `The server’s total of ${KIND_NAMES[total.kind]}${where}: ${sums}.`,
          differences,
        ),
      );
    }
  }
  for (const { chainId, contract, kind, events } of rest.values()) {
    const differences = [{ field: 'number', chain: String(events), record: '0' }];
    lines.push(line(chainId, contract, `The server’s total of ${KIND_NAMES[kind]}.`, differences));
  }
  return lines;
}
