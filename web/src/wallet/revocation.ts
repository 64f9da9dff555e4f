import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';
import { chainOf, type Deployment } from '../lib/deployment.ts';
import { WalletError } from './errors.ts';

/** A consent to a refund that its holder takes back with a transaction. */
export interface RevocationAsked {
  /** The wallet that holds the policy. */
  holder: string;
  /** The chain's id, or its genesis hash. */
  chainId: number | string;
  /** The contract that holds the policy; null if it has none. */
  contract: string | null;
  quoteId: string;
  /** ISO time until which the consent is valid. */
  validUntil: string;
}

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

/**
 * Waits until a sent revocation is mined. The contract is asked what holds then, because the wallet may have sent another
 * transaction in its place.
 */
export async function followRevocation(config: Config, revocation: Revocation, hash: Hex): Promise<void> {
  const { chainId, contract: address, quoteId, validUntil } = revocation;
  await actions.waitForTransactionReceipt(config, { chainId, hash }).catch(() => null);
  const [, voidUntil] = await actions.readContract(config, {
    ...{ chainId, address, abi: insurancePaymentAbi, functionName: 'consentOf' },
    args: [quoteId],
  });
  if (voidUntil >= validUntil) return;
  throw new WalletError('other', 'The transaction did not withdraw your consent. Please try again.');
}
