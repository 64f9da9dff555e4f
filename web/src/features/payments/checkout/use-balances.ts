import { useQuery } from '@tanstack/react-query';
import type { ChainRef } from '#domain/chains.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { Balances } from './funds.ts';

/** How often balances refresh while the form is open, so that a top-up shows. */
const REFRESH_MS = 10_000;

/** The wallet's balances on a chain. Once `read`, those missing in `held` could not be read. */
export function useBalances(address: string | null, chain: ChainRef): { held: Balances; read: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['balances', address, chain],
    enabled: address !== null,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await loadWallet()).payments.balances(chain),
  });
  return { held: data ?? {}, read: isError || data !== undefined };
}
