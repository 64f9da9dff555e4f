/** The whole audit, as the page and the command run it: read, add up, compare, look at what is left. */
import * as z from 'zod';
import { offChainPayment } from '#domain/registry/schema.ts';
import { type AsOf, blockAt, recordedAsOf } from './as-of.ts';
import { auditChains, type ChainAudit } from './chains.ts';
import { explainFound } from './compare-events.ts';
import type { Line } from './lines.ts';
import { type AuditedChain, type ChainReading, lookAt, type Report, type Rpc, readChain } from './read.ts';
import { reconcile } from './reconcile.ts';
import type { Recorded } from './recorded.ts';
import { checkRounds } from './rounds.ts';
import {
  type AnyRecord,
  type AnySummary,
  auditRecord,
  auditSummary,
  isOfContract,
  recordedClaim,
} from './schema.ts';

interface Parser<Output> {
  parse(value: unknown): Output;
}

/** The API as the site's client reaches it. Paths begin with a slash, without `/api`; both throw without an answer. */
export interface Api {
  get<Output>(path: string, parser: Parser<Output>): Promise<Output>;
  page<Entry>(
    path: string,
    parser: Parser<Entry[]>,
    cursor: string | null,
  ): Promise<{ entries: Entry[]; next: string | null }>;
}

const envelope = z.object({ data: z.unknown(), next_cursor: z.string().nullish() });

/** The API over any way of reading a path's JSON. */
export const apiOver = (read: (path: string) => Promise<unknown>): Api => ({
  get: async (path, parser) => parser.parse(envelope.parse(await read(path)).data),
  page: async (path, parser, cursor) => {
    const more = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { data, next_cursor } = envelope.parse(await read(path + more));
    return { entries: parser.parse(data), next: next_cursor ?? null };
  },
});

export interface AuditInput {
  chains: readonly { chain: AuditedChain; rpc: Rpc }[];
  /** Null to audit what the chain alone knows. */
  api: Api | null;
  report: Report;
  /** Null for now. */
  asOf?: AsOf | null;
}

export interface AuditResult {
  /** The moment that it is about, in seconds since 1970, and whether that is an earlier one. */
  time: number;
  isEarlier: boolean;
  readings: readonly ChainReading[];
  onChain: ChainAudit;
  /** Null if the API was not asked or did not answer. As of an earlier moment: rebuilt from its ledger. */
  recorded: Recorded | null;
  /** Why there is no reconciliation. */
  missing: string | null;
  lines: readonly Line[];
}

/** Records without an event whose place on the chain is looked at. */
const LOOK_AT = 200;
/** The server may record something between two pages; then its newest lines are read again. */
const ATTEMPTS = 3;

const recordList = z.array(auditRecord);
const claimList = z.array(recordedClaim);
const isRecord = (record: z.output<typeof auditRecord>): record is AnyRecord => record.record !== 'claim';
const otherList = z.array(offChainPayment);
const config = z.object({
  chains: z.array(z.object({ chain_id: z.number().int(), contracts: z.array(z.string()) })),
});

async function readPages<Entry>(
  api: Api,
  path: string,
  parser: Parser<Entry[]>,
  each: (sofar: number) => void,
): Promise<Entry[]> {
  const all: Entry[] = [];
  let cursor: string | null = null;
  do {
    const { entries, next }: { entries: Entry[]; next: string | null } = await api.page(path, parser, cursor);
    all.push(...entries);
    cursor = next;
    each(all.length);
  } while (cursor !== null);
  return all;
}

/** Everything the server says. Its records and its totals come from the same moment, or this throws. */
export async function readRecorded(api: Api, report: Report): Promise<Recorded> {
  const step = 'Reading the server’s records';
  const totalsOf = ({ chains, figures, platform_fee }: AnySummary) =>
    JSON.stringify([chains.map(({ totals }) => totals), figures, platform_fee]);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await api.get('/audit/summary', auditSummary);
    const read = (list: string) =>
      readPages(api, `/audit/records?list=${list}`, recordList, (done) => report({ step, done, total: 0 }));
    const records = [...(await read('events')), ...(await read('policies'))].filter(isRecord);
    const claims = await readPages(api, '/audit/records?list=claims', claimList, (done) =>
      report({ step, done, total: 0 }),
    );
    const offChainPayments = await readPages(api, '/registry/off-chain-payments', otherList, () => {});
    const { chains: offered } = await api.get('/config', config);
    const summary = await api.get('/audit/summary', auditSummary);
    if (totalsOf(summary) !== totalsOf(before)) continue;
    return {
      records: records.filter(isOfContract),
      withoutContract: records.filter((record) => !isOfContract(record)),
      claims,
      chainIds: summary.chains.map(({ chain_id }) => chain_id),
      summary: { ...summary, chains: summary.chains.filter(isOfContract) },
      offChainPayments,
      offered,
    };
  }
  throw new Error('The server recorded new events each time its records were read. Please start again.');
}

const reasonOf = (error: unknown) =>
  error instanceof z.ZodError
    ? 'It answered in a format that this audit does not know.'
    : String((error as Error)?.message ?? error);

/** The last block of the moment. Null if the chain began later. */
async function lastBlock(rpc: Rpc, asOf: AsOf | null): Promise<number | 'latest' | null> {
  if (asOf === null) return 'latest';
  return 'block' in asOf ? asOf.block : blockAt(rpc, asOf.time);
}

/**
 * Runs the audit. The server is read first, so that nothing it knows can be newer than the chain's answer. Throws if a
 * chain can't be read; without the API's answer the chain's part is complete and `missing` says what is not. As of an
 * earlier moment, everything is rebuilt from events and ledger, and the server's own sums are left out.
 */
export async function runAudit({ chains, api, report, asOf = null }: AuditInput): Promise<AuditResult> {
  if (asOf !== null && 'block' in asOf && chains.length !== 1) {
    throw new Error('A block number belongs to a single chain. With several chains, use a date.');
  }
  let now: Recorded | null = null;
  let missing: string | null = null;
  if (api !== null) {
    try {
      now = await readRecorded(api, report);
    } catch (error) {
      missing = reasonOf(error);
    }
  }
  const readings: ChainReading[] = [];
  for (const { chain, rpc } of chains) {
    const upTo = await lastBlock(rpc, asOf);
    if (upTo !== null) readings.push(await readChain(rpc, chain, report, upTo));
  }
  const time =
    asOf !== null && 'time' in asOf ? asOf.time : Math.max(0, ...readings.map(({ head }) => head.time));
  const isEarlier = asOf !== null;
  const recorded = now && isEarlier ? recordedAsOf(now, readings, time) : now;
  report({ step: 'Adding up and comparing', done: 0, total: 0 });
  const onChain = auditChains(readings);
  const compared = recorded === null ? [] : reconcile(readings, recorded, { sums: !isEarlier });
  const rates = recorded === null ? [] : await checkRounds(recorded, chains, report);
  const lines = [...onChain.lines, ...(await withCauses(compared, chains)), ...rates];
  return { time, isEarlier, readings, onChain, recorded, missing, lines };
}

/** Says for records without an event what the chain shows in their place. */
async function withCauses(lines: readonly Line[], chains: AuditInput['chains']): Promise<Line[]> {
  const byChain = new Map<number | string, AuditInput['chains'][number]>(
    chains.map((each) => [each.chain.chainId, each]),
  );
  let left = LOOK_AT;
  const explained: Line[] = [];
  for (const line of lines) {
    const at = byChain.get(line.chainId);
    const { txHash, logIndex } = line;
    if (line.result !== 'unpaid' || !at || txHash === null || logIndex === null || left === 0) {
      explained.push(line);
      continue;
    }
    left -= 1;
    const contracts = at.chain.contracts.map((each) => each.toLowerCase());
    const cause = await lookAt(at.rpc, txHash, logIndex).then(
      (found) => explainFound(found, contracts),
      () => 'The node did not say what is in that place.',
    );
    explained.push({ ...line, explanation: `${line.explanation} ${cause}` });
  }
  return explained;
}
