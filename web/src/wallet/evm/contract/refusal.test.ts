import { encodeErrorResult, RawContractError, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { amountText, refusalOf } from './refusal.ts';

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const chain: DeployedChain = {
  kind: 'evm',
  ref: '1337',
  chain_id: 1337,
  payee: '0x0165878a594ca255338adfa4d48449f69242eb8f',
  key: 'ganache',
  name: 'Local chain',
  rpc_url: 'http://node.test/',
  contract: '0x0165878a594ca255338adfa4d48449f69242eb8f',
  contracts: ['0x0165878a594ca255338adfa4d48449f69242eb8f'],
  start_block: 0,
  confirmations: 1,
  currencies: [
    { symbol: 'ETH', decimals: 18, token: null },
    { symbol: 'USDC', decimals: 6, token: TOKEN },
  ],
};

/** Errors of purchases and of the deployment, which no prepared call of the desk can end with. */
const ELSEWHERE = new Set([
  'IntakePaused',
  'NotHolder',
  'QuoteExpired',
  'QuoteAlreadyUsed',
  'InvalidSignature',
  'InvalidProduct',
  'InvalidCover',
  'InvalidTerm',
  'ZeroPremium',
  'TokenNotAccepted',
  'NothingOwed',
  'InvalidDelays',
  'NativeCurrencyFirst',
  // Of the libraries that the contract uses: strings and numbers that do not fit.
  'ReentrancyGuardReentrantCall',
  'InvalidShortString',
  'StringTooLong',
  'SafeCastOverflowedUintDowncast',
]);

const SAMPLES: Record<string, unknown> = {
  address: TOKEN,
  bytes4: '0x12345678',
  bytes32: `0x${'b'.repeat(64)}`,
  uint8: 2,
  uint256: 1_795_257_000n,
  string: 'text',
};

const reverted = (errorName: string, args: readonly unknown[]) =>
  new RawContractError({
    data: encodeErrorResult({ abi: insurancePaymentAbi, errorName, args } as Parameters<
      typeof encodeErrorResult
    >[0]),
  });

describe('refusalOf', () => {
  const errors = insurancePaymentAbi.filter((item) => item.type === 'error');

  it('every error that a call of the desk can end with has a sentence', () => {
    const bare = errors
      .filter(({ name }) => !ELSEWHERE.has(name))
      .filter(({ name, inputs }) => {
        const args = inputs.map(({ type }) => SAMPLES[type] ?? 1n);
        return refusalOf(reverted(name, args), chain).includes(`(${name})`);
      })
      .map(({ name }) => name);
    expect(bare).toEqual([]);
  });

  it('a refusal names amounts in their currency, dollars and times', () => {
    expect(refusalOf(reverted('AllowanceExceeded', [zeroAddress, 18_000n, 25_000n]), chain)).toBe(
      'Only $18,000 of today’s allowance is left, and this pays $25,000. It has to be announced, or wait.',
    );
    expect(refusalOf(reverted('PoolTooSmall', [TOKEN, 1_500_000n, 2_000_000n]), chain)).toBe(
      'The pool has 1.5 USDC available and this needs 2 USDC. Please fund the pool first.',
    );
    expect(refusalOf(reverted('PayoutsAreHalted', [1_795_257_000n]), chain)).toBe(
      'Payouts are halted until November 21, 2026 at 10:30 AM UTC. The guardian can lift the halt.',
    );
    expect(refusalOf(reverted('AddressHoldsRole', [TOKEN, 2]), chain)).toBe(
      '0x5FbDB2315678afecb367f032d93F642f64180aa3 already holds the claims role. No address holds two roles.',
    );
  });

  it('an unknown failure keeps the node’s own words', () => {
    expect(refusalOf(new Error('The node is away\nVersion: 1'), chain)).toBe('The node is away');
  });

  it('an amount of an unlisted token names its address', () => {
    expect(amountText(chain, '0x00000000000000000000000000000000000000aa', 5n)).toBe(
      '5 base units of 0x00000000000000000000000000000000000000aa',
    );
  });
});
