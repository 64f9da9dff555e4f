import { type Address, type Hex, hashTypedData, isAddress, type TypedDataDefinition } from 'viem';
import { type ConsentRequest, cancellationTypedData } from '#domain/policy/consent.ts';
import { chainOf, type Deployment } from '#web/lib/deployment.ts';
import { type ConsentAsked, ConsentMismatch } from '#web/wallet/consent.ts';
import { WalletError } from '#web/wallet/errors.ts';

function contractIn({ typed_data }: ConsentRequest & { kind: 'evm' }): Address | null {
  const { verifyingContract } = typed_data.domain;
  return typeof verifyingContract === 'string' && isAddress(verifyingContract, { strict: false })
    ? verifyingContract
    : null;
}

/** The digest of typed data from the server; null if it has none. */
function digestOf({ typed_data }: ConsentRequest & { kind: 'evm' }): Hex | null {
  try {
    return hashTypedData(typed_data as unknown as TypedDataDefinition);
  } catch {
    return null;
  }
}

/**
 * The typed data for the wallet, made from the refund on the screen and this site's own list of contracts. Throws
 * ConsentMismatch if the server asks for anything else.
 */
export function checkConsent({ request, chainId, ...terms }: ConsentAsked, deployment: Deployment) {
  if (request.kind !== 'evm' || typeof chainId !== 'number') {
    throw new WalletError('refused', 'This wallet cannot sign for a policy on this network.');
  }
  const contract = contractIn(request);
  const ours = chainOf(deployment, chainId)?.contracts ?? [];
  if (contract === null || !ours.some((address) => address.toLowerCase() === contract.toLowerCase())) {
    throw new ConsentMismatch();
  }
  const typedData = cancellationTypedData(chainId, contract, {
    holder: terms.holder,
    quoteId: terms.quoteId,
    refund: BigInt(terms.refund),
    validUntil: Math.floor(Date.parse(terms.validUntil) / 1000),
  });
  if (digestOf(request) !== hashTypedData(typedData)) throw new ConsentMismatch();
  return typedData;
}
