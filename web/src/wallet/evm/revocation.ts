import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi } from '../../../../domain/abi/insurance-payment.ts';
import { chainOf, type Deployment } from '../../lib/deployment.ts';
import type { RevocationAsked } from '../consent.ts';
import { WalletError } from '../errors.ts';

interface Revocation {
  chainId: number;
  contract: Address;
  quoteId: Hex;
  /** Unix seconds: consents valid up to then are void. */
  validUntil: bigint;
}

/** The revocation for one of this site's own contracts; throws WalletError for any other. */
export function checkRevocation(
  { chainId, contract, quoteId, validUntil }: RevocationAsked,
  deployment: Deployment,
): Revocation {
  const ours = typeof chainId === 'number' ? (chainOf(deployment, chainId)?.contracts ?? []) : [];
  const known = ours.find((address) => address.toLowerCase() === contract?.toLowerCase());
  if (typeof chainId !== 'number' || known === undefined) {
    throw new WalletError('refused', 'This site does not know the contract of this policy. Please tell us.');
  }
  return {
    chainId,
    contract: known as Address,
    quoteId: quoteId as Hex,
    validUntil: BigInt(Math.floor(Date.parse(validUntil) / 1000)),
  };
}

export function revocationCall({ contract, quoteId, validUntil }: Revocation): { to: Address; data: Hex } {
  const args = [quoteId, validUntil] as const;
  return {
    to: contract,
    data: encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'revokeConsent', args }),
  };
}

/** Milliseconds between two questions to the contract. */
const LOOK_MS = 1_000;

/**
 * Waits until a sent revocation is mined. The contract is asked what holds, also before that: the wallet may have sent
 * another transaction in its place, and a contract wallet may name one by a hash that no node knows.
 */
export async function followRevocation(config: Config, revocation: Revocation, hash: Hex): Promise<void> {
  const { chainId, contract: address, quoteId, validUntil } = revocation;
  let over = false;
  const mined = actions
    .waitForTransactionReceipt(config, { chainId, hash })
    .catch(() => null)
    .then(() => {
      over = true;
    });
  for (;;) {
    await Promise.race([mined, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    const last = over;
    const consent = await actions
      .readContract(config, {
        ...{ chainId, address, abi: insurancePaymentAbi, functionName: 'consentOf' },
        args: [quoteId],
      })
      .catch((error: unknown) => {
        if (last) throw error;
        return null;
      });
    if (consent !== null && consent[1] >= validUntil) return;
    if (last) {
      throw new WalletError('other', 'The transaction did not withdraw your consent. Please try again.');
    }
  }
}
