import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  isAddress,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { type ConsentRequest, cancellationTypedData } from '#domain/policy/consent.ts';
import { chainOf, type Deployment } from '#web/lib/deployment.ts';
import { type ConsentAsked, ConsentMismatch, type RevocationAsked } from '#web/wallet/consent.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { contractError } from './revert.ts';

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

/** Milliseconds between two questions to the contract. */
const LOOK_MS = 1_000;

/**
 * Waits until a sent transaction is mined and the contract says what it was sent for. The contract is asked also before
 * that: the wallet may have sent another transaction in its place, and a contract wallet may name one by a hash that no node
 * knows.
 * @param failed what to say when the transaction is over and the contract says otherwise
 */
async function untilHolds(
  config: Config,
  sent: { chainId: number; hash: Hex },
  holds: () => Promise<boolean>,
  failed: string,
): Promise<void> {
  let over = false;
  const mined = actions
    .waitForTransactionReceipt(config, sent)
    .catch(() => null)
    .then(() => {
      over = true;
    });
  for (;;) {
    await Promise.race([mined, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    const last = over;
    const held = await holds().catch((error: unknown) => {
      if (last) throw error;
      return false;
    });
    if (held) return;
    if (last) throw new WalletError('other', failed);
  }
}

/** What each error with which the contract refuses an objection means to the holder. */
const REFUSED: Readonly<Record<string, string>> = {
  NotHolder: 'Another wallet holds this policy now, so this one can no longer object. Please write to us.',
  NoHolderChange:
    'No change of holder is under way anymore: it was stopped, has lapsed, or has taken effect. Please refresh this page.',
  PolicyContested: 'You have already objected to this change. Please refresh this page.',
  PolicyUnknown: 'The contract does not know this policy. Please tell us.',
};

export function objectionCall({ contract, quoteId }: OwnPolicy): { to: Address; data: Hex } {
  const data = encodeFunctionData({ abi, functionName: 'contestHolderChange', args: [quoteId] });
  return { to: contract, data };
}

/** Tries the objection out as the holder, without sending it; throws WalletError with the reason if it would be refused. */
export async function rehearseObjection(
  config: Config,
  { chainId, contract: address, quoteId }: OwnPolicy,
  account: Address,
): Promise<void> {
  try {
    const call = { chainId, account, address, abi, args: [quoteId] } as const;
    await actions.simulateContract(config, { ...call, functionName: 'contestHolderChange' });
  } catch (error) {
    const refused = contractError(error);
    if (refused === null) {
      throw new WalletError('other', 'The network did not answer, so nothing was sent. Please try again.');
    }
    const other = `The contract would refuse this objection (${refused.errorName}), so nothing was sent. Please tell us.`;
    throw new WalletError('refused', REFUSED[refused.errorName] ?? other);
  }
}

/** Waits until no change that could still be objected to is under way. */
export async function followObjection(
  config: Config,
  { chainId, contract: address, quoteId }: OwnPolicy,
  hash: Hex,
): Promise<void> {
  const holds = async () => {
    const question = { chainId, address, abi, functionName: 'holderChangeOf', args: [quoteId] } as const;
    const change = await actions.readContract(config, question);
    return change.contested || change.newHolder === zeroAddress;
  };
  await untilHolds(
    config,
    { chainId, hash },
    holds,
    'The transaction was not your objection, so the change is still under way. Please try again.',
  );
}
