import type { Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { WalletError } from '#web/wallet/errors.ts';

/** Milliseconds between two questions to the contract. */
const LOOK_MS = 1_000;

/**
 * Waits until a sent transaction is mined and the contract says what it was sent for. The contract is asked also before
 * that: the wallet may have sent another transaction in its place, and a contract wallet may name one by a hash that no node
 * knows.
 * @param failed what to say when the transaction is over and the contract says otherwise
 */
export async function untilHolds(
  config: Config,
  sent: { chainId: number; hash: Hex },
  holds: () => Promise<boolean>,
  failed: string,
): Promise<void> {
  let over = false;
  const mined = actions
    .waitForTransactionReceipt(config, sent)
    .catch(() => null)
    .then(() => {
      over = true;
    });
  for (;;) {
    await Promise.race([mined, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    const last = over;
    const held = await holds().catch((error: unknown) => {
      if (last) throw error;
      return false;
    });
    if (held) return;
    if (last) throw new WalletError('other', failed);
  }
}
