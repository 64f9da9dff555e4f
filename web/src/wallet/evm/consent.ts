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
import {
  type ConsentAsked,
  ConsentMismatch,
  type ObjectionAsked,
  type RevocationAsked,
} from '#web/wallet/consent.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { contractError } from './revert.ts';

/** A transaction by which a holder changes what one of our contracts keeps about their policy. */
export interface HoldersCall {
  chainId: number;
  to: Address;
  data: Hex;
  /** Throws WalletError with the reason if the contract would refuse it. */
  rehearse?: (account: Address) => Promise<void>;
  /** Whether the contract says what it was sent for. */
  holds: () => Promise<boolean>;
  /** What to say when the transaction is over and the contract says otherwise. */
  failed: string;
}

/** The policy in one of this site's own contracts; throws WalletError for any other. */
function ownPolicy({ chainId, contract, quoteId }: ObjectionAsked, deployment: Deployment) {
  const ours = typeof chainId === 'number' ? (chainOf(deployment, chainId)?.contracts ?? []) : [];
  const known = ours.find((address) => address.toLowerCase() === contract?.toLowerCase());
  if (typeof chainId !== 'number' || known === undefined) {
    throw new WalletError('refused', 'This site does not know the contract of this policy. Please tell us.');
  }
  return { chainId, address: known as Address, args: [quoteId as Hex] } as const;
}

/** Revokes a consent; those that are valid no longer than it are void then. */
export function revocationOf(config: Config, asked: RevocationAsked, deployment: Deployment): HoldersCall {
  const { chainId, address, args } = ownPolicy(asked, deployment);
  const validUntil = unixSeconds(asked.validUntil);
  return {
    chainId,
    to: address,
    data: encodeFunctionData({ abi, functionName: 'revokeConsent', args: [...args, BigInt(validUntil)] }),
    async holds() {
      const question = { chainId, address, abi, args, functionName: 'consentOf' } as const;
      const [, voidUntil] = await actions.readContract(config, question);
      return voidUntil >= validUntil;
    },
    failed: 'The transaction did not withdraw your consent. Please try again.',
  };
}

const unixSeconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

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
    validUntil: unixSeconds(terms.validUntil),
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
 */
export async function untilHolds(
  config: Config,
  { chainId, holds, failed }: HoldersCall,
  hash: Hex,
): Promise<void> {
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

/** Objects to every change of the holder that is under way. It is tried out first. */
export function objectionOf(config: Config, asked: ObjectionAsked, deployment: Deployment): HoldersCall {
  const { chainId, address, args } = ownPolicy(asked, deployment);
  const call = { abi, args, functionName: 'contestHolderChange' } as const;
  return {
    chainId,
    to: address,
    data: encodeFunctionData(call),
    async rehearse(account) {
      try {
        await actions.simulateContract(config, { ...call, chainId, account, address });
      } catch (error) {
        const refused = contractError(error);
        if (refused === null) {
          throw new WalletError(
            'other',
            'The network did not answer, so nothing was sent. Please try again.',
          );
        }
        const other = `The contract would refuse this objection (${refused.errorName}), so nothing was sent. Please tell us.`;
        throw new WalletError('refused', REFUSED[refused.errorName] ?? other);
      }
    },
    async holds() {
      const question = { chainId, address, abi, args, functionName: 'holderChangeOf' } as const;
      const change = await actions.readContract(config, question);
      return change.contested || change.newHolder === zeroAddress;
    },
    failed: 'The transaction was not your objection, so the change is still under way. Please try again.',
  };
}
