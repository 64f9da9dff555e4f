import type { ConsentRequest } from '#domain/policy/consent.ts';

/** A refund that the holder agrees to with a signature, as the screen shows it. */
export interface ConsentAsked {
  holder: string;
  /** The chain's id, or its genesis hash. */
  chainId: number | string;
  quoteId: string;
  /** Base units of the premium's currency, as a decimal string. */
  refund: string;
  /** ISO time. */
  validUntil: string;
  request: ConsentRequest;
}

/** The server asks for another signature than the screen shows. It must not be given. */
export class ConsentMismatch extends Error {
  constructor() {
    super(
      'What we were about to ask your wallet to sign does not match this screen, so it was not asked. Nothing has changed. Please tell us.',
    );
    this.name = 'ConsentMismatch';
  }
}

/** A consent to a refund that its holder revokes with a transaction. */
export interface RevocationAsked {
  holder: string;
  /** The chain's id, or its genesis hash. */
  chainId: number | string;
  /** The contract that holds the policy; null if it has none. */
  contract: string | null;
  quoteId: string;
  /** ISO time until which the consent is valid. */
  validUntil: string;
}
