import { numberToHex } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { networkOf } from '../../../../domain/chains.ts';
import type { DeployedChain } from '../../lib/deployment.ts';
import { hasCode, isRejection, pendingError, WalletError } from '../errors.ts';

/** What wallets are told about a chain besides its node. */
export function chainFacts(chain: DeployedChain) {
  const known = networkOf(chain.chain_id);
  const native = chain.currencies.find((currency) => currency.token === null);
  const symbol = native?.symbol ?? 'ETH';
  const coin = { name: symbol, symbol, decimals: native?.decimals ?? 18 };
  return { nativeCurrency: known?.nativeCurrency ?? coin, explorer: known?.explorer };
}

interface Requester {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
}

export async function walletProvider(config: Config): Promise<Requester> {
  const { connector } = getConnection(config);
  if (!connector) throw new WalletError('other', 'Wallet not connected');
  const provider = (await connector.getProvider()) as Requester | undefined;
  if (!provider) throw new WalletError('other', `${connector.name} not detected`);
  return provider;
}

/** The customer's refusal, or a request that is open already; null for any other error. */
function unanswered(error: unknown): WalletError | null {
  if (!isRejection(error)) return pendingError(error);
  return new WalletError('rejected', 'User rejected the request', { cause: error });
}

/** Asks the wallet to switch to `chain`, adding it first if the wallet does not know it (4902). */
export async function switchNetwork(provider: Requester, chain: DeployedChain): Promise<void> {
  const chainId = numberToHex(chain.chain_id);
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    return;
  } catch (error) {
    const reason = unanswered(error);
    if (reason) throw reason;
    if (!hasCode(error, 4902)) {
      throw new WalletError('other', `Failed to switch to ${chain.name}`, { cause: error });
    }
  }
  const { nativeCurrency, explorer } = chainFacts(chain);
  const description = {
    chainId,
    chainName: chain.name,
    rpcUrls: [chain.rpc_url],
    nativeCurrency,
    blockExplorerUrls: explorer ? [explorer] : null,
  };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] });
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    throw (
      unanswered(error) ??
      new WalletError('other', `Failed to add ${chain.name} to your wallet`, { cause: error })
    );
  }
}
