/** The public audit of the test chains, as an auditor runs it against the worker. */

import { type AuditResult, apiOver, runAudit } from '../../domain/audit/audit.ts';
import { isDifference, type Line } from '../../domain/audit/lines.ts';
import type { AuditedChain, Rpc } from '../../domain/audit/read.ts';
import type { ChainConfig } from '../src/platform/chain/config.ts';
import { ORIGIN, type Reach, shaky, usual, workerWith } from './harness.ts';

const audited = (config: ChainConfig): AuditedChain => ({
  chainId: config.chain_id,
  name: config.name,
  contracts: [config.contract, ...config.earlier_contracts.map(({ address }) => address)],
  fromBlock: config.start_block,
  confirmations: config.confirmations,
  currencies: config.currencies,
});

export const rpcOf =
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

/** Audits both chains from where `scanFromHere` set their start. */
export async function audit(reach: Reach | null = workerWith({})): Promise<AuditResult> {
  return runAudit({
    chains: [usual, shaky].map((config) => ({ chain: audited(config), rpc: rpcOf(config) })),
    api:
      reach &&
      apiOver(async (path) => {
        const response = await reach(new Request(`${ORIGIN}/api${path}`));
        if (!response.ok) throw new Error(`The API answered ${response.status}.`);
        return response.json();
      }),
    pause: async () => {},
  });
}

/** The differences about this file's own events: pools also hold what other tests moved before. */
export const differences = ({ lines }: AuditResult): Line[] =>
  lines.filter((line) => isDifference(line) && line.about !== 'pool');
