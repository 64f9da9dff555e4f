import {
  decodeFunctionData,
  domainSeparator,
  type Hex,
  hashTypedData,
  keccak256,
  recoverAddress,
  toHex,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '../../../../domain/abi/insurance-payment.ts';
import { CONTRACT, holder, TOKEN, tokenPayment } from '../../../test/sample-payment.ts';
import {
  type DomainAnswers,
  mayApproveInstead,
  permitDomain,
  permitTypedData,
  signatureParts,
  withPermit,
} from './permit.ts';

const domain = { name: 'USD Coin', version: '2', chainId: 1337, verifyingContract: TOKEN };
const answers: DomainAnswers = {
  separator: domainSeparator({ domain }),
  declared: null,
  name: 'USD Coin',
  version: '2',
};

describe('EIP-712 domain of a token', () => {
  it('a permit domain is accepted when the token’s separator matches it', () => {
    expect(permitDomain(TOKEN, 1337, answers)).toEqual(domain);
    const declared = { name: 'USD Coin', version: '2' };
    expect(permitDomain(TOKEN, 1337, { ...answers, declared, name: null, version: null })).toEqual(domain);
  });

  it('a permit domain falls back to the token’s name, and to version 1', () => {
    const declared = { name: 'USD Coin', version: '9' };
    expect(permitDomain(TOKEN, 1337, { ...answers, declared })).toEqual(domain);
    const first = { ...domain, version: '1' };
    const silent = { ...answers, separator: domainSeparator({ domain: first }), version: null };
    expect(permitDomain(TOKEN, 1337, silent)).toEqual(first);
  });

  it('a permit domain is rejected when the separator is missing or of another chain or token', () => {
    expect(permitDomain(TOKEN, 1337, { ...answers, version: '1' })).toBeNull();
    expect(permitDomain(TOKEN, 1, answers)).toBeNull();
    expect(permitDomain(CONTRACT, 1337, answers)).toBeNull();
    expect(permitDomain(TOKEN, 1337, { ...answers, separator: null })).toBeNull();
    expect(permitDomain(TOKEN, 1337, { ...answers, name: null })).toBeNull();
  });
});

describe('consent that the holder signs', () => {
  it('a permit covers exactly the premium, for the contract alone, until the quote expires', () => {
    const { message, primaryType } = permitTypedData(domain, tokenPayment, 7n);
    expect(primaryType).toBe('Permit');
    expect(message).toEqual({
      owner: holder.address,
      spender: CONTRACT,
      value: 960_000_000n,
      nonce: 7n,
      deadline: 1_795_257_000n,
    });
  });

  it('a permit hashes as ERC-2612 specifies', () => {
    const typed = permitTypedData(domain, tokenPayment, 0n);
    const type = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
    const word = (value: bigint | Hex) => toHex(BigInt(value), { size: 32 }).slice(2);
    const words = [holder.address, CONTRACT, 960_000_000n, 0n, 1_795_257_000n].map(word).join('');
    const struct = keccak256(`${keccak256(toHex(type))}${words}`);
    const digest = keccak256(`0x1901${domainSeparator({ domain }).slice(2)}${struct.slice(2)}`);
    expect(hashTypedData(typed)).toBe(digest);
  });
});

describe('single transaction', () => {
  it('a permit purchase carries the quote, our signature and a permit that recovers to the holder, without value', async () => {
    const typed = permitTypedData(domain, tokenPayment, 0n);
    const ready = withPermit(tokenPayment, await holder.signTypedData(typed));
    expect(ready).toMatchObject({ to: CONTRACT, value: 0n, quoteId: tokenPayment.quoteId });
    const call = decodeFunctionData({ abi: insurancePaymentAbi, data: ready?.data ?? '0x' });
    if (call.functionName !== 'purchaseWithPermit') throw new Error(call.functionName);
    const [quote, ours, deadline, v, r, s] = call.args;
    expect(quote).toEqual(tokenPayment.offer.quote);
    expect(ours).toBe(tokenPayment.offer.signature);
    expect(deadline).toBe(1_795_257_000n);
    const signature = { r, s, v: BigInt(v) };
    expect(await recoverAddress({ hash: hashTypedData(typed), signature })).toBe(holder.address);
  });

  it('a permit purchase is not built from a signature that a token cannot check', () => {
    expect(withPermit(tokenPayment, `0x${'11'.repeat(64)}`)).toBeNull();
    expect(withPermit(tokenPayment, `0x${'11'.repeat(130)}`)).toBeNull();
    expect(withPermit(tokenPayment, '0x')).toBeNull();
  });
});

describe('parts of a signature', () => {
  const of = (last: string) => signatureParts(`0x${'aa'.repeat(32)}${'bb'.repeat(32)}${last}`);
  it('a signature splits into r, s and v, however the wallet encodes the parity', () => {
    const parts = { r: `0x${'aa'.repeat(32)}`, s: `0x${'bb'.repeat(32)}` };
    expect(of('1b')).toEqual({ ...parts, v: 27 });
    expect(of('1c')).toEqual({ ...parts, v: 28 });
    expect(of('00')).toEqual({ ...parts, v: 27 });
    expect(of('01')).toEqual({ ...parts, v: 28 });
    expect(of('02')).toBeNull();
    expect(of('ff')).toBeNull();
  });
});

describe('wallets without a sign-in', () => {
  it('an approval may follow a failed permit, unless it was rejected or a request is open', () => {
    expect(mayApproveInstead({ code: 4200 })).toBe(true);
    expect(mayApproveInstead({ code: -32601 })).toBe(true);
    expect(mayApproveInstead(new Error('This device cannot sign typed data'))).toBe(true);
    expect(mayApproveInstead(new UserRejectedRequestError(new Error('no')))).toBe(false);
    expect(mayApproveInstead({ code: 4001 })).toBe(false);
    expect(mayApproveInstead(new Error('x', { cause: { code: 4001 } }))).toBe(false);
    expect(mayApproveInstead({ code: -32002 })).toBe(false);
  });
});
