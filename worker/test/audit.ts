/** The public audit of the test chains, as an auditor runs it against the worker. */

import { env } from 'cloudflare:workers';
import { type AuditResult, apiOver, runAudit } from '#domain/audit/audit.ts';
import { isDifference, type Line } from '#domain/audit/lines.ts';
import { explainPlace, isWrongPlace } from '#domain/audit/places.ts';
import type { AuditedChain, Rpc } from '#domain/audit/read.ts';
import { checkPlaces } from '#domain/audit/without-contract.ts';
import type { ChainConfig } from '#worker/platform/chain/config.ts';
import { ORIGIN, type Reach, shaky, usual, workerWith } from './harness.ts';
import { placeNode } from './places.ts';

const audited = (config: ChainConfig): AuditedChain => ({
  chainId: config.chain_id,
  name: config.name,
  contracts: [config.contract, ...config.earlier_contracts.map(({ address }) => address)],
  fromBlock: config.start_block,
  confirmations: config.confirmations,
  currencies: config.currencies,
});

const rpcOf =
  ({ rpc_url }: ChainConfig): Rpc =>
  async (method, params) => {
    const response = await fetch(rpc_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
    if (error) throw new Error(error.message);
    return result;
  };

/** Audits the chains from where `scanFromHere` set their start. */
export async function audit(
  reach: Reach | null = workerWith({}),
  configs: readonly ChainConfig[] = [usual, shaky],
): Promise<AuditResult> {
  // Each audit is another client, because a test runs more of them than one client may in a minute.
  const [one, other] = crypto.randomUUID().slice(0, 8).match(/.{4}/g) ?? [];
  const headers = { 'cf-connecting-ip': `2001:db8:${one}:${other}::3` };
  return runAudit({
    chains: configs.map((config) => ({ chain: audited(config), rpc: rpcOf(config) })),
    api:
      reach &&
      apiOver(async (path) => {
        const response = await reach(new Request(`${ORIGIN}/api${path}`, { headers }));
        if (!response.ok) throw new Error(`The API answered ${response.status}.`);
        return response.json();
      }),
    report: () => {},
  });
}

/** The differences about this file's own events: pools also hold what other tests moved before. */
export const differences = ({ lines }: AuditResult): Line[] =>
  lines.filter((line) => isDifference(line) && line.about !== 'pool');

/** The same, with every record of the chain without a contract looked up in its block: each difference in one line of text. */
export async function auditedText(reach: Reach): Promise<string[]> {
  const result = await audit(reach);
  if (result.recorded === null) throw new Error(result.missing ?? 'The records were not read');
  const places = await checkPlaces(result.recorded, [placeNode], Math.floor(Date.now() / 1000));
  return [
    ...differences(result).map(({ result: kind, what, explanation }) => `${kind}: ${what} ${explanation}`),
    ...places
      .filter(({ check }) => isWrongPlace(check))
      .map(
        ({ record, check }) => `${check.result}: ${record.record} ${record.quote_id} ${explainPlace(check)}`,
      ),
  ];
}

/** Deletes everything that was sold, claimed and paid, so that a test's own sales are all there is. */
export async function forgetSales(): Promise<void> {
  const tables = ['policies', 'occurrence_data', 'payment_exceptions', 'chain_events', 'claims'];
  const sums = ['entries', 'entry_sums', 'cover_days', 'transfers'];
  await env.DB.batch([...tables, ...sums].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
}
