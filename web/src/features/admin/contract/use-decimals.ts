import { useQuery } from '@tanstack/react-query';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { networkIn } from '#web/lib/deployment.ts';
import { deploymentQuery } from '#web/lib/deployment-query.ts';
import { chainOfCall } from '#web/wallet/sending.ts';

/** Decimals of a currency on the chain of a call, from this site's deployment; null while unknown. */
export function useDecimals(call: ReadyCall, symbol: string): number | null {
  const { data } = useQuery(deploymentQuery);
  const network = data ? networkIn(data, chainOfCall(call)) : null;
  return network?.currencies.find((currency) => currency.symbol === symbol)?.decimals ?? null;
}
