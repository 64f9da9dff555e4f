import { DEFAULT_NETWORK } from '../../../../../domain/chains.ts';
import {
  chainOf,
  type DeployedChain,
  type DeployedCurrency,
  type Deployment,
} from '../../../lib/deployment.ts';

/** The chain's native coin, which also pays its fees; otherwise its first currency. */
export function nativeOf(chain: DeployedChain | null): DeployedCurrency | null {
  return chain?.currencies.find((entry) => entry.token === null) ?? chain?.currencies[0] ?? null;
}

/** The wallet's network if we support it, otherwise the default. */
export function defaultChain(deployment: Deployment, walletChainId: number | null): number {
  const own = chainOf(deployment, walletChainId);
  const usual = deployment.chains.find((chain) => chain.key === DEFAULT_NETWORK);
  return (own ?? usual ?? deployment.chains[0])?.chain_id ?? 0;
}
