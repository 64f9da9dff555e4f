import { type Address, erc20Abi, zeroAddress } from 'viem';
import { readContract } from 'viem/actions';
import { chainOf, loadDeployment } from '#web/lib/deployment.ts';
import type { TokenFacts } from './facts.ts';
import { publicClient } from './send.ts';

/** A token as it describes itself on its chain; the zero address is the chain's coin. Throws if there is no token. */
export async function readToken(chainId: number, token: string): Promise<TokenFacts> {
  const chain = chainOf(await loadDeployment(), chainId);
  if (!chain) throw new Error('This site does not know that network.');
  if (token === zeroAddress) {
    const coin = chain.currencies.find((one) => one.token === null);
    return { token, symbol: coin?.symbol ?? 'the coin', decimals: coin?.decimals ?? 18 };
  }
  const at = { abi: erc20Abi, address: token as Address } as const;
  const client = publicClient(chain);
  try {
    const [symbol, decimals] = await Promise.all([
      readContract(client, { ...at, functionName: 'symbol' }).catch(() => token.slice(0, 10)),
      readContract(client, { ...at, functionName: 'decimals' }),
    ]);
    return { token, symbol, decimals };
  } catch {
    throw new Error('There is no token at this address, or the chain did not answer.');
  }
}
