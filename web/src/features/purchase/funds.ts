import type { WalletKind } from '#domain/address.ts';
import { type ChainRef, DEFAULT_NETWORK, otherNetworks } from '#domain/chains.ts';
import { isDollar } from '#domain/currencies.ts';
import { cutDown } from '#domain/money.ts';
import {
  type DeployedCurrency,
  type DeployedNetwork,
  type Deployment,
  networksOf,
} from '#web/lib/deployment.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import { exactAmount } from '#web/ui/values.tsx';

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

/** The wallet's balances on the chosen chain, in base units by currency symbol. */
export type Balances = Readonly<Record<string, bigint>>;

interface Needed {
  currency: DeployedCurrency;
  /** Premium in base units of `currency`. */
  amount: bigint;
  /** The chain's native coin, which pays the network fee; null if the chain lists none. */
  coin: DeployedCurrency | null;
  /** Network fee in base units of that coin; null until it is known. */
  fee: bigint | null;
  /** What the network requires to stay in the account, in base units of that coin. */
  stays?: bigint;
}

/** Decimals of fees and missing amounts: precise enough to act on, rounded up. */
const PLACES = 6;

const rounded = (amount: bigint, currency: DeployedCurrency) =>
  exactAmount(shown(amount, currency), currency.decimals, currency.symbol);

/** The amount that `rounded` shows, so that what is missing is the sum of the parts as they are read. */
function shown(amount: bigint, { decimals }: DeployedCurrency): bigint {
  const step = 10n ** BigInt(Math.max(0, decimals - PLACES));
  return ((amount + step - 1n) / step) * step;
}

/** `3.2041 ETH`, rounded down so that a balance never looks larger than it is. */
export function heldAmount(amount: bigint, { decimals, symbol }: DeployedCurrency): string {
  return exactAmount(cutDown(amount, decimals), decimals, symbol);
}

/** What the wallet lacks for a payment, one sentence per currency. Unknown balances are ignored. */
export function missingFunds(
  { currency, amount, coin, fee, stays = 0n }: Needed,
  balances: Balances,
): string[] {
  const has = balances[currency.symbol];
  const own = currency.token === null;
  const needed = amount + (own ? (fee ?? 0n) + stays : 0n);
  const sentences: string[] = [];
  if (has !== undefined && has < needed) {
    const price = exactAmount(amount, currency.decimals, currency.symbol);
    const withFee = own && fee !== null ? ` and the network fee about ${rounded(fee, currency)}` : '';
    const kept =
      own && stays > 0n ? `, and the network wants ${rounded(stays, currency)} to stay in the account` : '';
    const total = amount + (own ? shown(fee ?? 0n, currency) + shown(stays, currency) : 0n);
    sentences.push(
      `Your wallet has ${heldAmount(has, currency)}. The premium is ${price}${withFee}${kept}: ${rounded(total - has, currency)} is missing.`,
    );
  }
  const coins = coin ? balances[coin.symbol] : undefined;
  if (!own && coin && fee !== null && coins !== undefined && coins < fee) {
    sentences.push(
      `The network fee of about ${rounded(fee, coin)} is paid in ${coin.symbol}, and your wallet has ${heldAmount(coins, coin)}: ${rounded(fee - coins, coin)} is missing.`,
    );
  }
  return sentences;
}
