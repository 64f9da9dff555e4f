import { createClient, encodeErrorResult, type Hex, http, RawContractError } from 'viem';
import { call } from 'viem/actions';
import { describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';
import { revertSentence } from './revert.ts';

const reverted = (data: Hex) => new RawContractError({ data });
const hash: Hex = `0x${'b'.repeat(64)}`;

describe('revertSentence', () => {
  it('a revert says what the contract rejected', () => {
    const used = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'QuoteAlreadyUsed', args: [hash] });
    expect(revertSentence(reverted(used))).toBe('This quote has been paid already. Look under My Policies.');
    const paused = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    expect(revertSentence(reverted(paused))).toMatch(/not taking payments/);
    const ended = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'QuoteExpired', args: [1n, 2n] });
    expect(revertSentence(reverted(ended))).toMatch(/has run out/);
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
    const zero = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'ZeroPremium' });
    expect(revertSentence(reverted(zero))).toBeNull();
  });
});
