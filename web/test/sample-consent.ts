import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { ConsentAsked } from '#web/wallet/consent.ts';

const HOLDER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const CONTRACT = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
export const QUOTE = `0x${'b'.repeat(64)}`;
/** 14 days after December 1, 2026, 10:00 UTC. */
export const CONSENT_UNTIL = '2026-12-15T10:00:00.000Z';

interface Terms {
  chainId: number;
  contract: string;
  holder: string;
  quoteId: string;
  refund: string;
  validUntil: string;
}

/** The worker's request for a signature, written out as it comes over HTTP. */
export function consentRequest(change: Partial<Terms> = {}): ConsentRequest & { kind: 'evm' } {
  const terms: Terms = {
    chainId: 1337,
    contract: CONTRACT,
    holder: HOLDER,
    quoteId: QUOTE,
    refund: '493150684931506849',
    validUntil: '1797328800',
    ...change,
  };
  return {
    kind: 'evm',
    typed_data: {
      domain: { name: 'Mooring', version: '4', chainId: terms.chainId, verifyingContract: terms.contract },
      types: {
        Cancellation: [
          { name: 'holder', type: 'address' },
          { name: 'quoteId', type: 'bytes32' },
          { name: 'refund', type: 'uint256' },
          { name: 'validUntil', type: 'uint256' },
        ],
      },
      primaryType: 'Cancellation',
      message: {
        holder: terms.holder,
        quoteId: terms.quoteId,
        refund: terms.refund,
        validUntil: terms.validUntil,
      },
    },
  };
}

/** The refund of 0.493… ETH that the screen shows. */
export function consentAsked(change: Partial<ConsentAsked> = {}): ConsentAsked {
  return {
    holder: HOLDER,
    chainId: 1337,
    quoteId: QUOTE,
    refund: '493150684931506849',
    validUntil: CONSENT_UNTIL,
    request: consentRequest(),
    ...change,
  };
}
