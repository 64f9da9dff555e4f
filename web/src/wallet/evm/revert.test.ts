import { createClient, encodeErrorResult, type Hex, http, RawContractError } from 'viem';
import { call } from 'viem/actions';
import { describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { isTokenRefusal, revertSentence, SENTENCES } from './revert.ts';

const reverted = (data: Hex) => new RawContractError({ data });
const hash: Hex = `0x${'b'.repeat(64)}`;

describe('revertSentence', () => {
  it('a revert says what the contract rejected', () => {
    const used = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'QuoteAlreadyUsed', args: [hash] });
    expect(revertSentence(reverted(used))).toBe('This quote has already been paid. Look under My Policies.');
    const paused = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    expect(revertSentence(reverted(paused))).toMatch(/not taking payments/);
    const ended = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'QuoteExpired', args: [1n, 2n] });
    expect(revertSentence(reverted(ended))).toMatch(/has expired/);
  });

  it('a revert reason is found wherever the node puts it', async () => {
    const data = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    const client = createClient({ transport: http('http://node.test', { retryCount: 0 }) });
    for (const error of [
      { code: 3, message: 'execution reverted', data },
      { code: -32000, message: 'execution reverted', data: { data } },
      { code: -32015, message: 'VM execution error.', data },
    ]) {
      vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, error }));
      const refused = await call(client, {
        to: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
        data: '0x',
      }).then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(revertSentence(refused)).toMatch(/not taking payments/);
    }
  });

  it('an unknown revert has no message', () => {
    expect(revertSentence(reverted('0x'))).toBeNull();
    expect(revertSentence(reverted('0xdeadbeef'))).toBeNull();
    expect(revertSentence(new Error('network down'))).toBeNull();
    const role = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'NotHalted' });
    expect(revertSentence(reverted(role))).toBeNull();
  });

  it('every error that a purchase can end with has a sentence, and each sentence belongs to one', () => {
    // The requirements of purchase, purchaseWithAuthorization and what they call: Registry.sol and Pool.sol. A reentrancy
    // guard is left out, because no wallet's own call meets it.
    const purchase = [
      'IntakePaused',
      'InvalidCover',
      'InvalidProduct',
      'InvalidSignature',
      'InvalidTerm',
      'NotHolder',
      'QuoteAlreadyUsed',
      'QuoteExpired',
      'SafeERC20FailedOperation',
      'TokenNotAccepted',
      'WrongAmountReceived',
      'WrongValue',
      'ZeroPremium',
    ];
    expect(Object.keys(SENTENCES).sort()).toEqual(purchase);
    const errors = insurancePaymentAbi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : []));
    expect(errors).toEqual(expect.arrayContaining(purchase));
    for (const sentence of Object.values(SENTENCES)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('a refusal of the token is told apart from one of the contract', () => {
    const failed = encodeErrorResult({
      abi: insurancePaymentAbi,
      errorName: 'SafeERC20FailedOperation',
      args: ['0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'],
    });
    expect(isTokenRefusal(reverted(failed))).toBe(true);
    expect(
      isTokenRefusal(reverted(encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' }))),
    ).toBe(false);
  });
});
