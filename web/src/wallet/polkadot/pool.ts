import type { DeployedSubstrate } from '../../lib/deployment.ts';
import { openNode } from './node.ts';

/** What the recipient's account can send and still exist, in base units. */
export async function readPool(chain: DeployedSubstrate): Promise<{ balance: bigint }> {
  const node = await openNode(chain);
  try {
    const rest = (await node.balance(chain.recipient)) - node.deposit();
    return { balance: rest > 0n ? rest : 0n };
  } finally {
    await node.close().catch(() => undefined);
  }
}
