import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { chainOf, type Deployment } from '#web/lib/deployment.ts';
import type { RevocationAsked } from '#web/wallet/consent.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { untilHolds } from './until-holds.ts';

interface OwnPolicy {
  chainId: number;
  contract: Address;
  quoteId: Hex;
}

interface Revocation extends OwnPolicy {
  /** Unix seconds: consents valid up to then are void. */
  validUntil: bigint;
}

/** The policy in one of this site's own contracts; throws WalletError for any other. */
export function ownPolicy(
  { chainId, contract, quoteId }: Omit<RevocationAsked, 'holder' | 'validUntil'>,
  deployment: Deployment,
): OwnPolicy {
  const ours = typeof chainId === 'number' ? (chainOf(deployment, chainId)?.contracts ?? []) : [];
  const known = ours.find((address) => address.toLowerCase() === contract?.toLowerCase());
  if (typeof chainId !== 'number' || known === undefined) {
    throw new WalletError('refused', 'This site does not know the contract of this policy. Please tell us.');
  }
  return { chainId, contract: known as Address, quoteId: quoteId as Hex };
}

export function checkRevocation(asked: RevocationAsked, deployment: Deployment): Revocation {
  const validUntil = BigInt(Math.floor(Date.parse(asked.validUntil) / 1000));
  return { ...ownPolicy(asked, deployment), validUntil };
}

export function revocationCall({ contract, quoteId, validUntil }: Revocation): { to: Address; data: Hex } {
  const args = [quoteId, validUntil] as const;
  return { to: contract, data: encodeFunctionData({ abi, functionName: 'revokeConsent', args }) };
}

export async function followRevocation(config: Config, revocation: Revocation, hash: Hex): Promise<void> {
  const { chainId, contract: address, quoteId, validUntil } = revocation;
  const holds = async () => {
    const question = { chainId, address, abi, functionName: 'consentOf', args: [quoteId] } as const;
    const [, voidUntil] = await actions.readContract(config, question);
    return voidUntil >= validUntil;
  };
  await untilHolds(
    config,
    { chainId, hash },
    holds,
    'The transaction did not withdraw your consent. Please try again.',
  );
}
