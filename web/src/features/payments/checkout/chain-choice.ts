import type { WalletKind } from '#domain/address.ts';
import { type ChainRef, DEFAULT_NETWORK, otherNetworks } from '#domain/chains.ts';
import { isDollar } from '#domain/currencies.ts';
import {
  type DeployedCurrency,
  type DeployedNetwork,
  type Deployment,
  networksOf,
} from '#web/lib/deployment.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import type { Balances } from './funds.ts';

/** The chain's native coin, which also pays its fees; otherwise its first currency. */
export function nativeOf(chain: DeployedNetwork | null): DeployedCurrency | null {
  return chain?.currencies.find((entry) => entry.token === null) ?? chain?.currencies[0] ?? null;
}

/** The wallet's network if we support it, otherwise the default among those it can pay on. */
export function defaultNetwork(
  deployment: Deployment,
  kind: WalletKind | null,
  chain: ChainRef | null,
): ChainRef {
  const networks = networksOf(deployment, kind);
  const own = networks.find(({ ref }) => ref === chain);
  const usual = networks.find(({ key }) => key === DEFAULT_NETWORK);
  return (own ?? usual ?? networks[0])?.ref ?? '';
}

export function networkOptions(networks: readonly DeployedNetwork[]): SelectOption[] {
  return [
    ...networks.map(({ ref, name }) => ({ value: ref, label: name })),
    ...otherNetworks(networks.map(({ ref }) => ref)).map(({ ref, name, stage }) => ({
      value: ref,
      label: name,
      note: stage === 'retired' ? 'Closed down' : 'Not available here',
      disabled: true,
    })),
  ];
}

/**
 * A dollar token of which the wallet has enough for the premium, when it may also have a way to send it. Null if there
 * is none. Other currencies would need a price first.
 * @param premium in whole dollars
 * @param ownFee whether the wallet pays the network's fee itself
 */
export function enoughDollars(
  { currencies }: Pick<DeployedNetwork, 'currencies'>,
  held: Balances,
  premium: number,
  ownFee = true,
): string | null {
  const coin = currencies.find(({ token }) => token === null);
  const noCoins = ownFee && coin !== undefined && held[coin.symbol] === 0n;
  const found = currencies.find(({ symbol, decimals, token, authorization }) => {
    // Without coins only a signature can pay, which we send.
    if (noCoins && !authorization) return false;
    const balance = token !== null && isDollar(symbol) ? held[symbol] : undefined;
    return balance !== undefined && balance >= BigInt(premium) * 10n ** BigInt(decimals);
  });
  return found?.symbol ?? null;
}
