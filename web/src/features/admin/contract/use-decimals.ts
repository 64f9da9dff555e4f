import { useQuery } from '@tanstack/react-query';
import { deploymentQuery } from './queries.ts';

/** Decimals of a currency on a chain, from this site's deployment; null while unknown. */
export function useDecimals(chainId: number | null, symbol: string | null): number | null {
  const { data } = useQuery(deploymentQuery);
  const chain = data?.chains.find(({ chain_id }) => chain_id === chainId);
  return chain?.currencies.find((currency) => currency.symbol === symbol)?.decimals ?? null;
}
