import { useQuery } from '@tanstack/react-query';
import { loadWallet } from '../../../wallet/load.ts';
import type { Balances } from './funds.ts';

/** How often balances refresh while the form is open, so that a top-up shows. */
const REFRESH_MS = 10_000;

/** The wallet's balances on a chain. Once `read`, those missing in `held` could not be read. */
export function useBalances(address: string | null, chainId: number): { held: Balances; read: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['balances', address, chainId],
    enabled: address !== null,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await loadWallet()).payments.balances(chainId),
  });
  return { held: data ?? {}, read: isError || data !== undefined };
}
