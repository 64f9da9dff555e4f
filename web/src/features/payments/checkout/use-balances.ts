import { useQuery } from '@tanstack/react-query';
import { loadWallet } from '../../../wallet/load.ts';
import type { Balances } from './funds.ts';

/** How often balances are read while the form is open: a top-up should be seen by itself. */
const REFRESH_MS = 10_000;

/** What the wallet has on a chain; `failed` when nothing of it could be read. */
export function useBalances(address: string | null, chainId: number): { held: Balances; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['balances', address, chainId],
    enabled: address !== null,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await loadWallet()).payments.balances(chainId),
  });
  const held = data ?? {};
  return { held, failed: isError || (data !== undefined && Object.keys(data).length === 0) };
}
