/** Ids of quotes and payments on a chain without a contract. Whoever brings the terms back proves them. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChainRef } from '#domain/chains.ts';

export interface PaidTerms {
  /** Wallet keys of who is paid and of who pays. */
  recipient: string;
  holder: string;
  /** Base units. */
  amount: bigint;
  productCode: number;
  /** Whole US dollars. */
  coverageUsd: number;
  /** Days since 1970-01-01 UTC, both covered. */
  startDay: number;
  endDay: number;
  /** Unix seconds. */
  validUntil: number;
  detailsHash: string;
}

const hashOf = (text: string) => `0x${bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 32 }))}`;

/** The id of a quote: the blake2-256 of its terms in this order, as text. */
export function termsId(genesisHash: ChainRef, terms: PaidTerms): string {
  const { recipient, holder, amount, productCode, coverageUsd, startDay, endDay, validUntil, detailsHash } =
    terms;
  const fields = [
    ...['mooring:quote:1', genesisHash, recipient, holder],
    ...[amount, productCode, coverageUsd, startDay, endDay, validUntil],
    detailsHash,
  ];
  return hashOf(fields.join(':').toLowerCase());
}

/** The id of a payment that bought no quote, or one that was already bought: the position of its transfer. */
export const paymentId = (genesisHash: ChainRef, txHash: string, eventIndex: number): string =>
  hashOf(`mooring:payment:1:${genesisHash}:${txHash}:${eventIndex}`.toLowerCase());
