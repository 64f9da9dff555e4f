import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChainRef } from '#domain/chains.ts';
import { formatUnits } from '#domain/money.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import type { CheckedPayment, FeeEstimate } from '#web/wallet/payments.ts';
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

/** The expected network fee of a checked payment. `batches` whether the wallet may be asked for a batch. */
export const useNetworkFee = (payment: CheckedPayment | null, batches: boolean) =>
  useQuery({
    queryKey: ['fee', payment?.quoteId, batches],
    enabled: payment !== null,
    staleTime: 30_000,
    queryFn: async () => {
      if (payment === null) throw new Error('No quote');
      return (await loadWallet()).payments.estimate(payment, batches);
    },
  });

/** The fee in words, while it is read, or when the network did not say. */
export function networkFeeText(fee: FeeEstimate | null, failed: boolean, chain: DeployedNetwork): ReactNode {
  if (fee === null) {
    return failed ? (
      'shown by your wallet; the network did not say'
    ) : (
      <Skeleton className="inline-block h-4 w-32 align-middle" />
    );
  }
  if (fee.authorization === 'relay') return 'We pay the network fee';
  const native = chain.currencies.find((entry) => entry.token === null);
  if (!native) return 'set by the network';
  // A fee is small, so two decimals would show many times as much.
  const text = `${formatUnits(fee.fee, native.decimals, 4)} ${native.symbol}`;
  const amount = Number.parseFloat(text) <= 0.0001 ? `below 0.0001 ${native.symbol}` : `about ${text}`;
  return fee.ownFee ? amount : `${amount}, paid by the account that sends it`;
}
