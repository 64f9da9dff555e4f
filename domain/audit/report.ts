/** The audit's results as text and as CSV. */
import { networkName, networkOf } from '#domain/chains.ts';
import { formatUsMoment } from '#domain/days.ts';
import { withDigest } from '#domain/digest.ts';
import { formatUsd } from '#domain/money.ts';
import type { AuditResult } from './audit.ts';
import { moneyOf, type PoolResult } from './chains.ts';
import { type AuditEvent, describeEvent } from './events.ts';
import { describeLiabilities, type LiabilityLine, liabilitiesOf } from './liabilities.ts';
import { isDifference, type Line, type Result } from './lines.ts';
import {
  type CheckedPlace,
  explainPlace,
  isWrongPlace,
  PLACE_RESULTS,
  type PlaceResult,
  placeKind,
} from './places.ts';
import type { AuditedCurrency } from './read.ts';

/** What each result is called. */
export const RESULTS: Readonly<Record<Result, string>> = {
  matched: 'Matched',
  waiting: 'Too new to judge',
  unrecorded: 'Paid but not recorded',
  owed: 'Payer owed',
  unclaimed: 'Paid for no claim',
  unpaid: 'Recorded but not paid',
  amount: 'Amount differs',
  fields: 'Record differs',
  claim: 'Claim differs',
  totals: 'Totals differ',
  pool: 'Pool differs',
  contract: 'Contract not listed',
};

/** How many lines have each result, in the order above. */
export function countResults(lines: readonly Line[]): [Result, number][] {
  return (Object.keys(RESULTS) as Result[]).map((result) => [
    result,
    lines.filter((line) => line.result === result).length,
  ]);
}

/** What this audit can't show, in sentences for auditors. */
export const NOT_PROVABLE: readonly string[] = [
  'On a chain without a contract, such as Polkadot, no list says what happened. Each recorded row can be checked in its block; a row that we left out does not show.',
  'Nothing on such a chain bounds how many coins a dollar of a payout pays. Each payout’s record has both.',
  'A claim paid outside the chain is what two administrators reported. The bank’s side of it is not visible here.',
  'What an open claim asks for and may cost is our own statement: nothing on a chain shows a claim before it is paid.',
  'Whether a claim was justified is not on the chain. The chain shows what was paid, to whom and when.',
  'What a payment without a policy was worth in dollars is our own statement. What was paid is on the chain.',
  'What a policy insures is on the chain only as the root of a tree of salted hashes. Its holder can prove any field of it.',
  'When we recorded something is the time of our own clock. It is checked against the block, our history and the present.',
  'The day’s rate of ether is our own note. Only the desk’s charts use it, to show dollars in ether.',
  'It trusts the price feed that a rate of sale names. Compare its address with the list of the feed’s operator.',
  'It shows what the chain’s node answers. Use a node that you trust, or ask two.',
  'It trusts the list of contracts that it is given. Compare the addresses with a source of your own.',
];

const moment = (seconds: number) => formatUsMoment(seconds * 1000);

/** Whether the pool could pay the cover in force at the contract's worst rate. */
export const coversAll = ({ paysUsd, inForce }: PoolResult) =>
  paysUsd !== null && paysUsd.least >= BigInt(inForce.coverUsd - inForce.paidOutUsd);

const heldBy = ({ balance, provable }: PoolResult, say: (amount: bigint) => string) =>
  balance !== null
    ? say(balance)
    : provable
      ? 'an unlisted token'
      : 'not provable: the node no longer keeps the state of that block';

/** Liabilities, with where each figure comes from. */
export function liabilityLines({ recorded, readings, time, isEarlier }: AuditResult): LiabilityLine[] {
  if (recorded === null) return [];
  const currencies = new Map<string, AuditedCurrency>(
    readings.flatMap(({ chain }) =>
      chain.currencies.map(
        (each) => [`${chain.chainId}:${each.token?.toLowerCase() ?? null}`, each] as const,
      ),
    ),
  );
  const lines = describeLiabilities(
    liabilitiesOf(recorded, time),
    (chainId, token) =>
      currencies.get(`${chainId}:${token?.toLowerCase() ?? null}`) ??
      (token === null ? (networkOf(String(chainId))?.nativeCurrency ?? null) : null),
  );
  if (!isEarlier) return lines;
  const reserves = 'Not provable: what open claims were expected to cost then is not kept.';
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, text: reserves } : line));
}

function poolLines(result: AuditResult): string[] {
  const money = moneyOf(result.readings);
  return result.onChain.pools.flatMap((pool) => {
    const say = (amount: bigint) => money(pool.chainId)(pool.token, amount);
    const { sums, inForce, paysUsd } = pool;
    return [
      `  ${pool.symbol} in ${pool.contract} on chain ${pool.chainId}`,
      `    premiums ${say(sums.premiums)}, claims ${say(sums.claims)} (${formatUsd(sums.claimsUsd)}), refunds ${say(sums.refunds)}`,
      `    funded ${say(sums.funded)}, withdrawn ${say(sums.withdrawn)}, owed to holders ${say(pool.owed)}`,
      `    the events imply ${say(pool.implied)}; the contract holds ${heldBy(pool, say)}` +
        (pool.surplus === null ? '' : `; surplus ${say(pool.surplus)}`),
      `    reserve ${say(pool.minimumReserve)}; cover in force ${formatUsd(inForce.coverUsd)} in ${inForce.policies} policies` +
        (paysUsd === null
          ? ''
          : `; the balance pays ${formatUsd(Number(paysUsd.least))} of claims at the contract’s worst rate`),
    ];
  });
}

/** What the blocks of chains without a contract show of our records. */
function placeLines(places: readonly CheckedPlace[]): string[] {
  const results = Object.keys(PLACE_RESULTS) as PlaceResult[];
  const counts = results
    .map((result) => ({ result, count: places.filter(({ check }) => check.result === result).length }))
    .filter(({ count }) => count > 0);
  return [
    ...['', 'Records of chains without a contract, each in the block that it names'],
    ...counts.map(({ result, count }) => `  ${PLACE_RESULTS[result].label}: ${count}`),
    ...places
      .filter(({ check }) => isWrongPlace(check))
      .flatMap(({ record, check }) => [
        '',
        record.record === 'policy'
          ? `${PLACE_RESULTS[check.result].label}: Policy ${record.quote_id} on ${networkName(String(record.chain_id))}, ${record.status}, cover ${formatUsd(record.coverage_usd)}`
          : `${PLACE_RESULTS[check.result].label}: ${placeKind(record.kind)} on ${networkName(String(record.chain_id))} [block ${record.block}, transaction ${record.tx_hash}, event ${record.log_index}]`,
        ...(record.record === 'policy' ? [] : [`  policy ${record.quote_id}`]),
        `  ${explainPlace(check)}`,
      ]),
  ];
}

/**
 * The report that the command prints.
 * @param places the records of chains without a contract, looked up
 */
export function reportText(result: AuditResult, places: readonly CheckedPlace[] = []): string {
  const { readings, onChain, recorded, missing, lines } = result;
  const found = lines.filter(isDifference);
  const text = [
    ...(result.isEarlier ? [`As of ${moment(result.time)}, rebuilt from events and ledger`, ''] : []),
    ...readings.map(
      ({ chain, head, events }) =>
        `${chain.name} (chain ${chain.chainId}): ${events.length} events of ${chain.contracts.length} contracts, blocks ${chain.fromBlock} to ${head.number} (${moment(head.time)})`,
    ),
    ...['', 'Pools', ...poolLines(result)],
    ...['', 'Announced, proposed or owed'],
  ];
  for (const { what, from, until } of onChain.waiting) {
    const times = [
      from === null ? '' : `from ${moment(from)}`,
      until === null ? '' : `until ${moment(until)}`,
    ];
    text.push(`  ${[what, ...times.filter(Boolean)].join(', ')}`);
  }
  const due = liabilityLines(result).filter(({ isDue }) => isDue);
  for (const each of due) text.push(`  ${each.title}: ${each.text}`);
  if (onChain.waiting.length + due.length === 0) text.push('  nothing');
  text.push('', 'Rates of payouts');
  for (const { event, rate } of onChain.payouts) {
    const money = moneyOf(readings)(event.chainId)(event.token ?? '', event.amount ?? 0n);
    text.push(
      `  block ${event.block}: ${formatUsd(event.usd ?? 0)} as ${money}, ${rate ?? '?'} dollars a unit`,
    );
  }
  if (onChain.payouts.length === 0) text.push('  no claim was paid');
  text.push('', 'Liabilities');
  if (recorded === null) text.push('  not known without the insurer’s records');
  for (const { title, text: what, source } of liabilityLines(result)) {
    text.push(`  ${title}: ${what}`, `    ${source}`);
  }
  text.push('', 'Reconciliation');
  if (recorded === null) text.push(`  not done: ${missing ?? 'no API was named'}`);
  else {
    for (const [kind, count] of countResults(lines)) text.push(`  ${RESULTS[kind]}: ${count}`);
  }
  for (const line of found) {
    const place =
      line.txHash === null ? '' : ` [block ${line.block}, transaction ${line.txHash}, log ${line.logIndex}]`;
    text.push('', `${RESULTS[line.result]}: ${line.what}${place}`);
    if (line.quoteId !== null) text.push(`  policy ${line.quoteId}`);
    text.push(`  contract ${line.contract}`, `  ${line.explanation}`);
  }
  if (places.length > 0) text.push(...placeLines(places));
  text.push('', 'What this cannot prove', ...NOT_PROVABLE.map((each) => `  ${each}`), '');
  const wrong = places.filter(({ check }) => isWrongPlace(check)).length;
  text.push(verdict(found.length + wrong, recorded));
  return text.join('\n');
}

function verdict(differences: number, recorded: AuditResult['recorded']): string {
  if (differences > 0) return differences === 1 ? '1 difference.' : `${differences} differences.`;
  return recorded === null
    ? 'The chain’s own figures add up. Nothing was compared with the insurer’s records.'
    : 'No difference.';
}

/** Characters at the beginning of a cell that make a spreadsheet run it. */
const FORMULA = /^[=+\-@\t\r\n]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csv = (rows: readonly (readonly unknown[])[]) =>
  withDigest(`\u{feff}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`);

/** A record, with what its block showed once it was looked up. */
type PlaceRow = Pick<CheckedPlace, 'record'> & { check: CheckedPlace['check'] | null };

/** The records of a chain without a contract. A policy's amount is its premium, its dollars are its cover. */
export const placesCsv = (rows: readonly PlaceRow[]): string =>
  csv([
    [
      ...['kind', 'chain_id', 'block', 'tx_hash', 'position', 'quote_id', 'amount', 'usd', 'recorded'],
      ...['in_its_block', 'why'],
    ],
    ...rows.map(({ record, check }) => [
      ...(record.record === 'policy'
        ? ['policy', record.chain_id, null, null, null, record.quote_id, record.premium, record.coverage_usd]
        : [
            ...[record.kind, record.chain_id, record.block, record.tx_hash, record.log_index],
            ...[record.quote_id, record.amount, record.usd],
          ]),
      ...[record.status, check && PLACE_RESULTS[check.result].label, check && explainPlace(check)],
    ]),
  ]);

/** The reconciliation as CSV (RFC 4180). */
export const linesCsv = (lines: readonly Line[]): string =>
  csv([
    [
      'result',
      'about',
      'chain_id',
      'contract',
      'block',
      'tx_hash',
      'log_index',
      'quote_id',
      'what',
      'explanation',
    ],
    ...lines.map((line) => [
      ...[
        RESULTS[line.result],
        line.about,
        line.chainId,
        line.contract,
        line.block,
        line.txHash,
        line.logIndex,
      ],
      ...[line.quoteId, line.what, line.explanation],
    ]),
  ]);

/** All events as CSV, with the balance that they imply after each. Amounts are base units. */
export function eventsCsv({ readings, onChain }: Pick<AuditResult, 'readings' | 'onChain'>): string {
  const money = moneyOf(readings);
  const row = (event: AuditEvent) => [
    ...[event.chainId, event.contract, event.block, new Date(event.time * 1000).toISOString(), event.txHash],
    ...[event.logIndex, event.name, event.quoteId, event.holder, event.token, event.amount, event.usd],
    ...[onChain.balances.get(event) ?? null, describeEvent(event, money(event.chainId))],
  ];
  const titles = [
    ...[
      'chain_id',
      'contract',
      'block',
      'time',
      'tx_hash',
      'log_index',
      'event',
      'quote_id',
      'holder',
      'token',
    ],
    ...['amount', 'usd', 'pool_after', 'what'],
  ];
  return csv([titles, ...readings.flatMap(({ events }) => events.map(row))]);
}
