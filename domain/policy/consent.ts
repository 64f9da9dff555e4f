import { getAddress, type Hex } from 'viem';
import * as z from 'zod';
import { formatAmount } from '#domain/money.ts';
import { contractDomain } from '#domain/quote/contract-domain.ts';

/** A holder's consent to a refund, which the contract demands for every cancellation: product.md §4. */

/** The EIP-712 cancellation of `contracts/src/InsurancePayment.sol`; a test compares both type strings. */
export const CANCELLATION_TYPES = {
  Cancellation: [
    { name: 'holder', type: 'address' },
    { name: 'quoteId', type: 'bytes32' },
    { name: 'refund', type: 'uint256' },
    { name: 'validUntil', type: 'uint256' },
  ],
} as const;

export interface ConsentTerms {
  quoteId: string;
  /** Who agrees: an address in any case. */
  holder: string;
  /** Base units of the premium's currency. */
  refund: bigint;
  /** Unix seconds. */
  validUntil: number;
}

/** What `signTypedData` takes for a consent. */
export function cancellationTypedData(chainId: number, contract: Hex, terms: ConsentTerms) {
  return {
    domain: contractDomain(chainId, contract),
    types: CANCELLATION_TYPES,
    primaryType: 'Cancellation' as const,
    message: {
      holder: getAddress(terms.holder),
      quoteId: terms.quoteId as Hex,
      refund: terms.refund,
      validUntil: BigInt(terms.validUntil),
    },
  };
}

/** A consent in words, and the coin that it names. */
export interface ConsentText extends Omit<ConsentTerms, 'holder'> {
  genesisHash: string;
  symbol: string;
  decimals: number;
}

/** What a wallet signs for a consent on a chain without a contract: a text that a person can read and check. */
export function consentText({
  quoteId,
  refund,
  validUntil,
  genesisHash,
  symbol,
  decimals,
}: ConsentText): string {
  return [
    'I agree that Mooring cancels my policy for this refund.',
    '',
    `Policy: ${quoteId}`,
    `Refund: ${formatAmount(refund, decimals, symbol)} (${refund} base units)`,
    `Valid until: ${new Date(validUntil * 1000).toISOString()}`,
    `Chain: ${genesisHash}`,
  ].join('\n');
}

/** What the holder's wallet signs. Integers of the message are decimal strings. */
export const consentRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('evm'),
    typed_data: z.object({
      domain: z.record(z.string(), z.unknown()),
      types: z.record(z.string(), z.unknown()),
      primaryType: z.string(),
      message: z.record(z.string(), z.unknown()),
    }),
  }),
  z.object({ kind: z.literal('substrate'), message: z.string() }),
]);
export type ConsentRequest = z.output<typeof consentRequest>;

/** The signed consent, with the `valid_until` that was signed. */
export const signedConsent = z.strictObject({
  signature: z
    .string()
    .regex(/^0x([0-9a-fA-F]{2})*$/)
    .max(8_194),
  valid_until: z.iso.datetime(),
});
export type SignedConsent = z.output<typeof signedConsent>;

/** The body of a cancellation. A request for its preview leaves it out. */
export const cancellationRequest = signedConsent.partial();
export type CancellationRequest = z.output<typeof cancellationRequest>;

/** A consent that the holder is asked for. */
export const consentOffer = z.object({ consent: consentRequest, valid_until: z.iso.datetime() });
