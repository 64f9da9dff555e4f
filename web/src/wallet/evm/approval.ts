import { type Address, type Client, erc20Abi, type Hex } from 'viem';
import { getTransaction, getTransactionCount, getTransactionReceipt, readContract } from 'viem/actions';

export interface SentApproval {
  token: Address;
  holder: Address;
  spender: Address;
  /** The allowance that it sets, in base units. */
  allowed: bigint;
  /** What the wallet returned. A contract wallet may return a name of its own, which no node knows. */
  hash: Hex;
}

/** `cancelled`: the wallet sent another transaction in its place. `late`: nothing happened in time. */
export type ApprovalEnd = 'done' | 'reverted' | 'cancelled' | 'late';

/** Consecutive checks that must agree before an approval counts as replaced: nodes behind one address can differ. */
const AGREEING_LOOKS = 3;

/**
 * Follows an approval until it is mined, or until the allowance shows that it or its replacement was.
 * @param pause milliseconds between checks
 * @param patience milliseconds after which to give up
 */
export async function followApproval(
  client: Client,
  { token, holder, spender, allowed, hash }: SentApproval,
  pause: number,
  patience: number,
): Promise<ApprovalEnd> {
  const until = Date.now() + patience;
  let slot: { from: Address; nonce: number } | null = null;
  let agreeing = 0;
  while (Date.now() < until) {
    slot ??= await getTransaction(client, { hash }).catch(() => null);
    // The count is read first, so that an approval mined between the two reads shows its receipt.
    const spent: boolean =
      slot !== null &&
      (await getTransactionCount(client, { address: slot.from, blockTag: 'latest' }).catch(() => 0)) >
        slot.nonce;
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => null);
    if (receipt) return receipt.status === 'reverted' ? 'reverted' : 'done';
    const args = [holder, spender] as const;
    const now = await readContract(client, {
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args,
    }).catch(() => null);
    if (now === allowed) return 'done';
    agreeing = spent ? agreeing + 1 : 0;
    if (agreeing >= AGREEING_LOOKS) return 'cancelled';
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return 'late';
}
