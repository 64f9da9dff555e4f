import { expect, it } from 'vitest';
import { NETWORKS, type Network } from '#domain/chains.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { localDeployment } from '#web/test/fake-extension.ts';
import { enoughDollars, networkOptions } from './funds.ts';

const ganache = { ...localDeployment.chains[0], ref: '1337' } as unknown as DeployedChain;
const token = (symbol: string, decimals: number) => ({ symbol, decimals, token: `0x${'1'.repeat(40)}` });
const BNB = { symbol: 'BNB', decimals: 18, token: null };
const bsc = { currencies: [BNB, token('USDC', 18), token('USDT', 18)] };

it('networks on offer can be chosen, and all others say why they cannot @wallet-18 @networks-1', () => {
  const polygon = { ...ganache, ref: '137', name: 'Polygon Mainnet' };
  expect(
    networkOptions([ganache, polygon]).map(({ label, note, disabled }) => [label, note, disabled]),
  ).toEqual([
    ['Ganache Local', undefined, undefined],
    ['Polygon Mainnet', undefined, undefined],
    ['Hardhat Local', 'Not available here', true],
    ['Sepolia Testnet', 'Not available here', true],
    ['Goerli Testnet', 'Closed down', true],
    ['Mumbai Testnet', 'Closed down', true],
    ['Ethereum Mainnet', 'Not available here', true],
    ['BNB Smart Chain', 'Not available here', true],
    ['Polygon Amoy Testnet', 'Not available here', true],
    ['Base', 'Not available here', true],
  ]);
});

it('a network that was added as data is listed at once', () => {
  const added: Network = { ...(NETWORKS[0] as Network), ref: '4242', key: 'harbor', name: 'Harbor' };
  (NETWORKS as Network[]).push(added);
  expect(networkOptions([ganache]).at(-1)).toEqual({
    value: '4242',
    label: 'Harbor',
    note: 'Not available here',
    disabled: true,
  });
  (NETWORKS as Network[]).pop();
});

it('a dollar token is suggested only if it covers the premium, by its own decimals on that chain @networks-1', () => {
  const exactly = 1_200n * 10n ** 18n;
  expect(enoughDollars(bsc, { BNB: 1n, USDC: exactly - 1n, USDT: exactly }, 1200)).toBe('USDT');
  expect(enoughDollars(bsc, { BNB: 1n, USDC: exactly, USDT: exactly }, 1200)).toBe('USDC');
  expect(enoughDollars(bsc, { BNB: 1n, USDC: 1_200_000_000n }, 1200)).toBeNull();
  expect(enoughDollars({ currencies: [BNB, token('USDC', 6)] }, { USDC: 1_200_000_000n }, 1200)).toBe('USDC');
});

it('no token is suggested to a wallet without coins for a fee of its own, and no other currency at all', () => {
  const plenty = 10n ** 30n;
  expect(enoughDollars(bsc, { BNB: 0n, USDC: plenty }, 1200)).toBeNull();
  expect(enoughDollars(bsc, { BNB: 0n, USDC: plenty }, 1200, false)).toBe('USDC');
  // A signature needs no coins.
  const signed = { ...token('USDC', 18), authorization: { name: 'USDC', version: '2' } };
  expect(
    enoughDollars(
      { currencies: [BNB, token('USDT', 18), signed] },
      { BNB: 0n, USDT: plenty, USDC: plenty },
      1200,
    ),
  ).toBe('USDC');
  expect(enoughDollars({ currencies: [BNB, token('WETH', 18)] }, { BNB: 1n, WETH: plenty }, 1200)).toBeNull();
  expect(enoughDollars(bsc, {}, 1200)).toBeNull();
});
