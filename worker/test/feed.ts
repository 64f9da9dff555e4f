/** Price feeds that answer whatever a test wants, valid or not. */
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { chain } from './harness.ts';

export interface Round {
  decimals: number;
  round: bigint;
  answer: bigint;
  updatedAt: number;
  answeredIn: bigint;
}

/**
 * Code of a contract that answers `decimals()`, and `latestRoundData()` for any other call, with these
 * figures.
 */
function feedCode({ decimals, round, answer, updatedAt, answeredIn }: Round): Hex {
  const words = [round, BigInt.asUintN(256, answer), BigInt(updatedAt), BigInt(updatedAt), answeredIn];
  const stores = words.map(
    (word, index) =>
      `7f${numberToHex(word, { size: 32 }).slice(2)}${numberToHex(0x60_00_52 + index * 0x20_00).slice(2)}`,
  );
  const isDecimals = '5f3560e01c63313ce5671460c657';
  return `0x${isDecimals}${stores.join('')}60a05ff35b${numberToHex(0x60_00 + decimals).slice(2)}5f5260205ff3`;
}

export const now = () => Math.floor(Date.now() / 1000);
export const sound: Round = {
  decimals: 8,
  round: 7n,
  answer: 2000_50000000n,
  updatedAt: now(),
  answeredIn: 7n,
};

/** Deploys such a feed to the default chain. */
export async function deployFeed(changes: Partial<Round>): Promise<Hex> {
  const feed = privateKeyToAccount(generatePrivateKey()).address;
  await chain.setCode({ address: feed, bytecode: feedCode({ ...sound, ...changes }) });
  return feed;
}
