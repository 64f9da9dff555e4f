import { numberToHex } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { networkOf } from '#domain/chains.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { answered } from '#web/wallet/answered.ts';
import { hasCode, isRejection, pendingError, WalletError } from '#web/wallet/errors.ts';

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

/** Milliseconds between two questions for the wallet's chain, and how often it is asked after it said yes. */
const LOOK_MS = 500;
const LOOKS = 6;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

async function isOn(provider: Requester, { chain_id }: DeployedChain): Promise<boolean> {
  const asked = provider.request({ method: 'eth_chainId' }).catch(() => null);
  return Number(await Promise.race([asked, pause()])) === chain_id;
}

/**
 * Asks the connected wallet to switch. Its chain says whether it did: a wallet may say yes and stay, or switch and neither
 * answer nor tell anybody.
 */
export async function switchNetwork(config: Config, chain: DeployedChain): Promise<void> {
  const provider = await walletProvider(config);
  let over = false;
  const switched = async () => {
    while (!over && !(await isOn(provider, chain))) await pause();
  };
  await answered(Promise.race([askToSwitch(provider, chain), switched()])).finally(() => {
    over = true;
  });
  for (let looks = 0; looks < LOOKS; looks++) {
    if (await isOn(provider, chain)) {
      getConnection(config).connector?.onChainChanged(numberToHex(chain.chain_id));
      return;
    }
    await pause();
  }
  const message = `Your wallet is still on another network. Please open it and choose ${chain.name} there.`;
  throw new WalletError('other', message);
}

/** Asks the wallet to switch to `chain`, adding it first if the wallet does not know it (4902). */
export async function askToSwitch(provider: Requester, chain: DeployedChain): Promise<void> {
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
