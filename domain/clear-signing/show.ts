import type { Hex } from 'viem';
import { formatUsDay } from '#domain/days.ts';
import { formatAmount } from '#domain/money.ts';
import type { DisplayField, Sentence } from './format.ts';
import { ENUMS, NATIVE_COIN } from './sentences.ts';

/** A currency by its token; null or the zero address is the chain's coin. */
export interface Coin {
  token: string | null;
  symbol: string;
  decimals: number;
}

interface ShownField {
  label: string;
  value: string;
  /** What the number means, where no wallet can say it. */
  means: string | null;
}

/** What a wallet that knows our descriptors shows of a call or a message. */
export interface Shown {
  /** The sentence in parts; a value to compare with the wallet's screen is a part of its own. */
  parts: readonly { text: string; compare: boolean }[];
  fields: readonly ShownField[];
}

export const sentenceOf = ({ parts }: Shown): string => parts.map(({ text }) => text).join('');

/** Arguments or fields of a message by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** Says what the call in some bytes does; null if they are no call of the contract. */
type ShowCall = (data: Hex) => Shown | null;

const at = (values: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);

const coinOf = (coins: readonly Coin[], token: string): Coin | undefined =>
  coins.find((coin) => (coin.token ?? NATIVE_COIN).toLowerCase() === token.toLowerCase());

/** `2026-12-09 08:30:00 UTC` from seconds since 1970. */
function moment(seconds: bigint): string {
  const time = new Date(Number(seconds) * 1000);
  if (Number.isNaN(time.getTime())) return seconds.toLocaleString('en-US');
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function tokenAmount(units: bigint, token: string, coins: readonly Coin[]): string {
  const coin = coinOf(coins, token);
  if (!coin) return `${units.toLocaleString('en-US')} base units of ${token}`;
  return formatAmount(units, coin.decimals, coin.symbol);
}

function rendered({ format, path, params }: DisplayField, values: Values, coins: readonly Coin[]): string {
  const value = at(values, path);
  switch (format) {
    case 'tokenTicker':
      return coinOf(coins, String(value))?.symbol ?? String(value);
    case 'tokenAmount':
      return tokenAmount(BigInt(value as bigint), String(at(values, params?.tokenPath ?? '')), coins);
    case 'date':
      return moment(BigInt(value as bigint));
    case 'enum': {
      const list = params?.$ref?.replace('$.metadata.enums.', '') as keyof typeof ENUMS;
      return ENUMS[list][String(value)] ?? String(value);
    }
    case 'addressName':
    case 'calldata':
    case 'raw':
      return typeof value === 'string' ? value : BigInt(value as bigint).toLocaleString('en-US');
  }
}

const isDay = (path: string) => /(start|end)Day$/.test(path);

/**
 * What a call or message with these values says. Addresses have to be in checksum form. A call inside follows after a
 * colon, as wallets show it below.
 * @param showCall for sentences about another call
 */
export function show(sentence: Sentence, values: Values, coins: readonly Coin[], showCall?: ShowCall): Shown {
  const visible = sentence.fields.filter((field) => field.visible !== 'never');
  const valueAt = (path: string): string => {
    const field = visible.find((one) => one.path === path);
    return field ? rendered(field, values, coins) : '';
  };
  // Every second part is a path.
  const parts = sentence.interpolatedIntent
    .split(/[{}]/)
    .map((text, index) =>
      index % 2 === 0
        ? { text, compare: false }
        : { text: valueAt(text), compare: sentence.compare?.includes(text) ?? false },
    );
  const fields = visible
    .filter(({ format }) => format !== 'calldata')
    .map(({ path, label }) => ({
      label,
      value: valueAt(path),
      means: isDay(path) ? formatUsDay(Number(at(values, path))) : null,
    }));
  const nested = visible.find(({ format }) => format === 'calldata');
  if (!nested) return { parts, fields };
  const inner = showCall?.(at(values, nested.path) as Hex) ?? null;
  const said = inner?.parts ?? [{ text: 'an unknown call', compare: false }];
  return {
    parts: [...parts, { text: ': ', compare: false }, ...said],
    fields: [...fields, ...(inner?.fields ?? [])],
  };
}
