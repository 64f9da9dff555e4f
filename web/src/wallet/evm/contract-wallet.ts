import type { Address } from 'viem';
import { getCode } from 'viem/actions';
import type { Config } from 'wagmi';

/** What an account's code begins with when it only delegates to a contract (EIP-7702) and still has its own key. */
const DELEGATED = '0xef0100';

/**
 * Whether the wallet is a contract, such as a Safe: another account sends its
 * transactions and pays their fees. False if the node does not say.
 */
export async function isContractWallet(config: Config, chainId: number, address: Address): Promise<boolean> {
  const code = await getCode(config.getClient({ chainId }), { address }).catch(() => undefined);
  return code !== undefined && !code.startsWith(DELEGATED);
}
