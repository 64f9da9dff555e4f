import {
  decodeFunctionData,
  domainSeparator,
  type Hex,
  hashTypedData,
  keccak256,
  recoverTypedDataAddress,
  toHex,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { quoteId } from '#domain/quote/typed-data.ts';
import { CONTRACT, holder, TOKEN, tokenPayment } from '#web/test/sample-payment.ts';
import { mayApproveInstead, tokenSignature, typedDataOf, withAuthorization } from './authorize.ts';

const name = { name: 'USD Coin', version: '2' };
const domain = { ...name, chainId: 1337, verifyingContract: TOKEN };
const nonce = quoteId(1337, CONTRACT, tokenPayment.offer.quote);

describe('authorization that the holder signs', () => {
  it('an authorization covers exactly the premium, for the contract and the quote alone, until the quote expires', () => {
    const typed = typedDataOf(tokenPayment, name);
    expect(typed).toMatchObject({ domain, primaryType: 'ReceiveWithAuthorization' });
    expect(typed.message).toEqual({
      from: holder.address,
      to: CONTRACT,
      value: 960_000_000n,
      validAfter: 0n,
      validBefore: 1_795_257_001n,
      nonce,
    });
  });

  it('an authorization hashes as EIP-3009 specifies', () => {
    const type =
      'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
    const word = (value: bigint | Hex) => toHex(BigInt(value), { size: 32 }).slice(2);
    const words = [holder.address, CONTRACT, 960_000_000n, 0n, 1_795_257_001n, nonce].map(word).join('');
    const struct = keccak256(`${keccak256(toHex(type))}${words}`);
    const digest = keccak256(`0x1901${domainSeparator({ domain }).slice(2)}${struct.slice(2)}`);
    expect(hashTypedData(typedDataOf(tokenPayment, name))).toBe(digest);
  });
});

describe('single transaction', () => {
  it('an authorized purchase carries the quote, our signature and an authorization that recovers to the holder, without value', async () => {
    const typed = typedDataOf(tokenPayment, name);
    const ready = withAuthorization(tokenPayment, await holder.signTypedData(typed));
    expect(ready).toMatchObject({ to: CONTRACT, value: 0n, quoteId: tokenPayment.quoteId });
    const call = decodeFunctionData({ abi: insurancePaymentAbi, data: ready.data });
    if (call.functionName !== 'purchaseWithAuthorization') throw new Error(call.functionName);
    const [quote, ours, signature] = call.args;
    expect(quote).toEqual(tokenPayment.offer.quote);
    expect(ours).toBe(tokenPayment.offer.signature);
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(holder.address);
  });
});

describe('signature as a token reads it', () => {
  const of = (last: string): Hex => `0x${'aa'.repeat(32)}${'bb'.repeat(32)}${last}`;
  it('a signature with a bare parity gets the offset of 27, and any other stays as it is', () => {
    expect(tokenSignature(of('00'))).toBe(of('1b'));
    expect(tokenSignature(of('01'))).toBe(of('1c'));
    expect(tokenSignature(of('1b'))).toBe(of('1b'));
    expect(tokenSignature(of('1c'))).toBe(of('1c'));
    expect(tokenSignature('0x')).toBe('0x');
    expect(tokenSignature(`0x${'00'.repeat(130)}`)).toBe(`0x${'00'.repeat(130)}`);
  });
});

describe('wallets that do not sign', () => {
  it('an approval may follow a failed authorization, unless it was rejected or a request is open', () => {
    expect(mayApproveInstead({ code: 4200 })).toBe(true);
    expect(mayApproveInstead({ code: -32601 })).toBe(true);
    expect(mayApproveInstead(new Error('This device cannot sign typed data'))).toBe(true);
    expect(mayApproveInstead(new UserRejectedRequestError(new Error('no')))).toBe(false);
    expect(mayApproveInstead({ code: 4001 })).toBe(false);
    expect(mayApproveInstead(new Error('x', { cause: { code: 4001 } }))).toBe(false);
    expect(mayApproveInstead({ code: -32002 })).toBe(false);
  });
});
