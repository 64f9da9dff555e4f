import { numberToHex } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { networkOf } from '../../../../domain/chains.ts';
import type { DeployedChain } from '../../lib/deployment.ts';
import { hasCode, isRejection, WalletError } from '../errors.ts';

interface Requester {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
}

/** The provider of the connected wallet. */
export async function walletProvider(config: Config): Promise<Requester> {
  const { connector } = getConnection(config);
  if (!connector) throw new WalletError('other', 'Wallet not connected');
  const provider = (await connector.getProvider()) as Requester | undefined;
  if (!provider) throw new WalletError('other', `${connector.name} not detected`);
  return provider;
}

/** Asks the wallet to switch to `chain`, adding it first if the wallet does not know it (4902). */
export async function switchNetwork(provider: Requester, chain: DeployedChain): Promise<void> {
  const chainId = numberToHex(chain.chain_id);
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    return;
  } catch (error) {
    if (isRejection(error)) throw new WalletError('rejected', 'User rejected the request', { cause: error });
    if (!hasCode(error, 4902)) {
      throw new WalletError('other', `Failed to switch to ${chain.name}`, { cause: error });
    }
  }
  const known = networkOf(chain.chain_id);
  const native = chain.currencies.find((currency) => currency.token === null);
  const symbol = native?.symbol ?? 'ETH';
  const description = {
    chainId,
    chainName: chain.name,
    rpcUrls: [chain.rpc_url],
    nativeCurrency: known?.nativeCurrency ?? { name: symbol, symbol, decimals: 18 },
    blockExplorerUrls: known?.explorer ? [known.explorer] : null,
  };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] });
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    if (isRejection(error)) throw new WalletError('rejected', 'User rejected the request', { cause: error });
    throw new WalletError('other', `Failed to add ${chain.name} to your wallet`, { cause: error });
  }
}
