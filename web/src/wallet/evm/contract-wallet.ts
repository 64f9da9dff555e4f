import { type Address, encodeFunctionData, parseAbi, zeroHash } from 'viem';
import { call, getBalance, getCode } from 'viem/actions';
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

const ANY_SIGNATURE = encodeFunctionData({
  abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
  args: [zeroHash, `0x${'00'.repeat(65)}`],
});

/**
 * Whether the account delegates to a contract that answers for no signature (EIP-1271), so that tokens take none from it, and
 * has no coins to approve the payment instead. False if the node does not say.
 */
export async function needsCoins(config: Config, chainId: number, address: Address): Promise<boolean> {
  const client = config.getClient({ chainId });
  const code = await getCode(client, { address }).catch(() => undefined);
  if (!code?.startsWith(DELEGATED)) return false;
  const [answer, coins] = await Promise.all([
    call(client, { to: address, data: ANY_SIGNATURE }).catch(() => ({ data: undefined })),
    getBalance(client, { address }).catch(() => null),
  ]);
  return answer.data === undefined && coins === 0n;
}
