import { type Api, type AuditResult, runAudit } from '../../../domain/audit/audit.ts';
import type { Pause, Rpc } from '../../../domain/audit/read.ts';
import { type DeployedChain, loadDeployment } from '../lib/deployment.ts';

const TIMEOUT_MS = 30_000;

/** The chain's node, asked by this browser. */
const rpcOf =
  ({ rpc_url, name }: DeployedChain): Rpc =>
  async (method, params) => {
    const response = await fetch(rpc_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    if (!response?.ok) throw new Error(`${name} could not be reached.`);
    const answer = (await response.json()) as { result?: unknown; error?: { message?: string } };
    if (answer.error) throw new Error(answer.error.message ?? `${name} gave no answer.`);
    return answer.result ?? null;
  };

/** Audits the chains and contracts of the site's static file, which the API has no part in. */
export async function auditDeployment(api: Api, pause: Pause): Promise<AuditResult> {
  const { chains } = await loadDeployment();
  return runAudit({
    chains: chains.map((entry) => ({
      rpc: rpcOf(entry),
      chain: {
        chainId: entry.chain_id,
        name: entry.name,
        contracts: entry.contracts,
        fromBlock: entry.first_block ?? 0,
        confirmations: entry.confirmations,
        currencies: entry.currencies,
      },
    })),
    api,
    pause,
  });
}
