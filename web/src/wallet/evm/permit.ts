import {
  type Address,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  parseAbi,
  size,
  slice,
  type TypedDataDomain,
} from 'viem';
import { insurancePaymentAbi as abi } from '../../../../domain/abi/insurance-payment.ts';
import { hasCode, isRejection } from '../errors.ts';
import type { CheckedCall } from './verify-payment.ts';

/** What ERC-2612 and EIP-5267 let us read from a token. */
export const permitAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
]);

const PERMIT_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** A token's answers about its signing domain; null for each question it does not answer. */
export interface DomainAnswers {
  separator: Hex | null;
  declared: { name: string; version: string } | null;
  name: string | null;
  version: string | null;
}

/**
 * The EIP-712 domain of a token on this chain: the one whose separator matches the token's. Null if none matches,
 * because a signature over a guessed domain would be worthless.
 */
export function permitDomain(
  token: Address,
  chainId: number,
  answers: DomainAnswers,
): TypedDataDomain | null {
  const { separator, declared, name, version } = answers;
  if (separator === null) return null;
  const said = name === null ? [] : [{ name, version: version ?? '1' }];
  const candidates = [...(declared ? [declared] : []), ...said];
  for (const candidate of candidates) {
    const domain = { ...candidate, chainId, verifyingContract: token };
    if (domainSeparator({ domain }) === separator.toLowerCase()) return domain;
  }
  return null;
}

/** What the holder signs: the contract may take exactly the premium, once, until the quote ends. */
export function permitTypedData(domain: TypedDataDomain, payment: CheckedCall, nonce: bigint) {
  const { quote } = payment.offer;
  return {
    domain,
    types: PERMIT_TYPES,
    primaryType: 'Permit' as const,
    message: {
      owner: quote.holder,
      spender: payment.to,
      value: quote.premium,
      nonce,
      deadline: BigInt(quote.validUntil),
    },
  };
}

/** The parts of a 65-byte signature for `permit`; null for any other length, such as a contract wallet's. */
export function signatureParts(signature: Hex): { v: number; r: Hex; s: Hex } | null {
  if (size(signature) !== 65) return null;
  const last = Number(slice(signature, 64));
  // Some wallets return the bare parity without the legacy offset of 27.
  const v = last < 27 ? last + 27 : last;
  if (v !== 27 && v !== 28) return null;
  return { v, r: slice(signature, 0, 32), s: slice(signature, 32, 64) };
}

/** Permit and purchase as one transaction; null if a token cannot verify the signature. */
export function withPermit(payment: CheckedCall, signature: Hex): CheckedCall | null {
  const parts = signatureParts(signature);
  if (parts === null) return null;
  const { quote, signature: ours } = payment.offer;
  const data = encodeFunctionData({
    abi,
    functionName: 'purchaseWithPermit',
    args: [quote, ours, BigInt(quote.validUntil), parts.v, parts.r, parts.s],
  });
  return { ...payment, data, value: 0n };
}

/**
 * Whether to ask for an approval after a wallet did not sign a permit. A rejection or an open request ends the payment.
 * After any other error, a wallet that cannot sign typed data may still send a transaction.
 */
export function mayApproveInstead(error: unknown): boolean {
  return !isRejection(error) && !hasCode(error, -32002);
}
