import { type AuditResult, apiOver, runAudit } from '#domain/audit/audit.ts';
import type { Progress, Rpc } from '#domain/audit/read.ts';
import { createApiClient } from '#web/lib/api/client.ts';
import { type DeployedChain, loadDeployment } from '#web/lib/deployment.ts';
import { API_SERVERS } from '#web/lib/env.ts';
import { messageOf } from '#web/lib/message-of.ts';
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

/** Where an audit is, and how it ended. Can be cloned. */
export type AuditMessage = { progress: Progress } | { result: AuditResult } | { failed: string };

/** Audits the chains and contracts of the site's static file, which the API has no part in. Never rejects. */
export async function auditDeployment(tell: (message: AuditMessage) => void): Promise<void> {
  // Nobody is signed in here: what is audited is public.
  const { read } = createApiClient({ servers: API_SERVERS, token: () => null, onUnauthorized: () => {} });
  try {
    const { chains } = await loadDeployment();
    const result = await runAudit({
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
      report: (progress) => tell({ progress }),
    });
    tell({ result });
  } catch (error) {
    tell({ failed: messageOf(error) });
  }
}
