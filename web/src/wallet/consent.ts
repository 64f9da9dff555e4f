import type { ConsentRequest } from '#domain/policy/consent.ts';

/** A change of a policy's holder that its present holder objects to with a transaction. */
export interface ObjectionAsked {
  holder: string;
  /** The chain's id, or its genesis hash. */
  chainId: number | string;
  /** The contract that holds the policy; null if it has none. */
  contract: string | null;
  quoteId: string;
}

/** A consent to a refund that its holder revokes with a transaction. */
export interface RevocationAsked extends ObjectionAsked {
  /** ISO time until which the consent is valid. */
  validUntil: string;
}

/** A refund that the holder agrees to with a signature, as the screen shows it. */
export interface ConsentAsked extends Omit<RevocationAsked, 'contract'> {
  /** Base units of the premium's currency, as a decimal string. */
  refund: string;
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
