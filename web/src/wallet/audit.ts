import { type AuditResult, apiOver, runAudit } from '#domain/audit/audit.ts';
import type { Pause, Rpc } from '#domain/audit/read.ts';
import { type DeployedChain, loadDeployment } from '#web/lib/deployment.ts';
import { postRpc } from './post-rpc.ts';

const TIMEOUT_MS = 30_000;

const rpcOf =
  ({ rpc_url, name }: DeployedChain): Rpc =>
  async (method, params) => {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const response = await postRpc(rpc_url, method, params, late).catch(() => null);
    if (!response?.ok) throw new Error(`${name} could not be reached.`);
    const answer = (await response.json()) as { result?: unknown; error?: { message?: string } };
    if (answer.error) throw new Error(answer.error.message ?? `${name} gave no answer.`);
    return answer.result ?? null;
  };

/** Audits the chains and contracts of the site's static file, which the API has no part in. */
export async function auditDeployment(
  read: (path: string) => Promise<unknown>,
  pause: Pause,
): Promise<AuditResult> {
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
    api: apiOver(read),
    pause,
  });
}
