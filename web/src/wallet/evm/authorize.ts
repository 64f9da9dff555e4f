import { type Address, encodeFunctionData, erc20Abi, type Hex, type TypedDataDomain } from 'viem';
import { simulateBlocks } from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { QUOTE_VALID_SECONDS } from '../../../../domain/quote/schema.ts';
import { isInsufficientFunds, paymentError, WalletError } from '../errors.ts';
import type { Authorization, AuthorizationStage } from '../payments.ts';
import { type ApprovalEnd, followApproval } from './approval.ts';
import { batchingOf, type Call } from './batch.ts';
import { isContractWallet } from './contract-wallet.ts';
import { mayApproveInstead, permitAbi, permitDomain, permitTypedData, withPermit } from './permit.ts';
import { isTokenRefusal, revertSentence } from './revert.ts';
import type { CheckedCall } from './verify-payment.ts';

/** A call that sets the contract's allowance to `allowed` base units. */
export type Approval = Call & { allowed: bigint };

export interface ReadyCall extends CheckedCall {
  /** Approvals that go into the same batch as the purchase. */
  approvals?: readonly Approval[];
}

/** Milliseconds between two checks of an approval. */
const LOOK_MS = 1_000;

const NOT_APPROVED: Readonly<Record<Exclude<ApprovalEnd, 'done'>, string>> = {
  reverted: 'The approval failed on chain. The premium was not taken.',
  cancelled: 'The approval was canceled in your wallet. The premium was not taken.',
  late: 'The approval did not reach the network in time. The premium was not taken.',
};

type Token = Address;

export interface Sender {
  /** Asks the wallet to send; throws WalletError. */
  send: (chainId: number, to: Address, data: Hex, value: bigint) => Promise<Hex>;
  /** Resolves when the wallet of the last visit is reconnected. */
  ready: () => Promise<void>;
}

export function approveCall(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
}

/** Simulates a payment; throws what the chain throws. */
export async function tryOut(config: Config, payment: CheckedCall): Promise<void> {
  const { chainId, to, data, value, offer } = payment;
  await actions.call(config, { chainId, account: offer.quote.holder, to, data, value });
}

/** Token allowances and permits. All amounts are base units of the payment's token. */
export function authorizationActions(config: Config, { send, ready }: Sender) {
  async function holdings(payment: CheckedCall, token: Token): Promise<{ allowed: bigint; balance: bigint }> {
    const of = { chainId: payment.chainId, address: token, abi: erc20Abi } as const;
    const { holder } = payment.offer.quote;
    const [allowed, balance] = await Promise.all([
      actions.readContract(config, { ...of, functionName: 'allowance', args: [holder, payment.to] }),
      actions.readContract(config, { ...of, functionName: 'balanceOf', args: [holder] }),
    ]);
    return { allowed, balance };
  }

  async function domainOf(chainId: number, token: Token): Promise<TypedDataDomain | null> {
    const of = { chainId, address: token, abi: permitAbi } as const;
    const [separator, declared, name, version] = await Promise.all([
      actions.readContract(config, { ...of, functionName: 'DOMAIN_SEPARATOR' }).catch(() => null),
      actions.readContract(config, { ...of, functionName: 'eip712Domain' }).then(
        ([, name, version]) => ({ name, version }),
        () => null,
      ),
      actions.readContract(config, { ...of, functionName: 'name' }).catch(() => null),
      actions.readContract(config, { ...of, functionName: 'version' }).catch(() => null),
    ]);
    return permitDomain(token, chainId, { separator, declared, name, version });
  }

  /** Whether the premium can be allowed by a signature: the token takes permits, and the wallet has a key. */
  async function takesPermit({ permit, chainId, offer }: CheckedCall): Promise<boolean> {
    return permit && !(await isContractWallet(config, chainId, offer.quote.holder));
  }

  async function batching({ chainId, offer }: CheckedCall) {
    await ready();
    return batchingOf(config, chainId, offer.quote.holder);
  }

  /**
   * What the wallet will be asked for before the purchase, as far as it is known. Read-only.
   * @param batches whether a batch may be requested at all
   */
  async function authorizationOf(
    payment: CheckedCall,
    allowed: bigint,
    batches: boolean,
  ): Promise<Authorization> {
    if (payment.token === null || allowed >= payment.amount) return 'none';
    if ((await takesPermit(payment)) && (await domainOf(payment.chainId, payment.token))) return 'signature';
    const can = batches ? await batching(payment) : 'none';
    if (can === 'none') return 'transaction';
    return can === 'ready' ? 'upgrade' : 'batch';
  }

  /** The purchase with the holder's signed permit, after a dry run; null when an approval is needed instead. */
  async function byPermit(
    payment: CheckedCall,
    token: Token,
    onStage: (stage: AuthorizationStage) => void,
  ): Promise<CheckedCall | null> {
    const { chainId, offer } = payment;
    const { holder } = offer.quote;
    const of = { chainId, address: token, abi: permitAbi } as const;
    const [domain, nonce] = await Promise.all([
      domainOf(chainId, token),
      actions.readContract(config, { ...of, functionName: 'nonces', args: [holder] }).catch(() => null),
    ]);
    if (domain === null || nonce === null) return null;
    await ready();
    onStage('permit_in_wallet');
    let permitted: CheckedCall | null;
    try {
      const typedData = permitTypedData(domain, payment, nonce);
      permitted = withPermit(payment, await actions.signTypedData(config, { account: holder, ...typedData }));
    } catch (error) {
      if (mayApproveInstead(error)) return null;
      throw paymentError(error);
    }
    if (permitted === null) return null;
    try {
      await tryOut(config, permitted);
      return permitted;
    } catch (error) {
      // Our contract's refusal would also stop an approved purchase. The token's refusal concerns only the permit.
      const sentence = revertSentence(error);
      if (sentence !== null && !isTokenRefusal(error)) {
        throw new WalletError('refused', sentence, { cause: error });
      }
      if (isInsufficientFunds(error)) throw paymentError(error);
      return null;
    }
  }

  /** The approvals a premium needs. A nonzero allowance is reset first, because some tokens require it. */
  function approvalsOf({ amount, to }: CheckedCall, token: Token, allowed: bigint): Approval[] {
    const steps = allowed > 0n ? [0n, amount] : [amount];
    return steps.map((next) => ({ to: token, data: approveCall(to, next), value: 0n, allowed: next }));
  }

  /** Simulates approvals and purchase together where the node can, so that a refusal by our contract costs nothing. */
  async function rehearse({ chainId, to, data, value, offer }: CheckedCall, approvals: readonly Call[]) {
    const calls = [...approvals, { to, data, value }].map((call) => ({
      ...call,
      account: offer.quote.holder,
    }));
    const client = config.getClient({ chainId });
    const [block] = await simulateBlocks(client, { blocks: [{ calls }] }).catch(() => []);
    const last = block?.calls.at(-1);
    const sentence = last?.status === 'failure' ? revertSentence({ data: last.data }) : null;
    if (sentence !== null) throw new WalletError('refused', sentence);
  }

  /** Sends the approvals one by one, waiting for each to be mined. Returns the purchase without approvals. */
  async function approve(
    { approvals = [], ...payment }: ReadyCall,
    onStage: (stage: AuthorizationStage) => void,
  ): Promise<ReadyCall> {
    const { chainId, offer } = payment;
    for (const { to: token, data, value, allowed } of approvals) {
      onStage('approve_in_wallet');
      const hash = await send(chainId, token, data, value);
      onStage('approve_on_chain');
      const sent = { token, holder: offer.quote.holder, spender: payment.to, allowed, hash };
      const client = config.getClient({ chainId });
      const end = await followApproval(client, sent, LOOK_MS, QUOTE_VALID_SECONDS * 1000);
      if (end !== 'done') throw new WalletError('other', NOT_APPROVED[end]);
    }
    return payment;
  }

  /**
   * Lets the contract take exactly this premium: by permit if token and wallet support it, otherwise by approvals batched
   * with the purchase, otherwise by approvals sent now. Returns the payment to send. Throws WalletError, in which case
   * no money has moved.
   * @param batches whether a batch may be requested at all
   */
  async function authorize(
    payment: CheckedCall,
    onStage: (stage: AuthorizationStage) => void,
    batches: boolean,
  ): Promise<ReadyCall> {
    const { token, amount } = payment;
    if (token === null) return payment;
    const { allowed, balance } = await holdings(payment, token);
    if (balance < amount) {
      throw new WalletError('insufficient_funds', 'Insufficient funds for this transaction');
    }
    if (allowed >= amount) return payment;
    const permitted = (await takesPermit(payment)) ? await byPermit(payment, token, onStage) : null;
    if (permitted !== null) return permitted;
    const approving = { ...payment, approvals: approvalsOf(payment, token, allowed) };
    await rehearse(payment, approving.approvals);
    const inOne = batches && (await batching(payment)) !== 'none';
    return inOne ? approving : approve(approving, onStage);
  }

  return { holdings, authorizationOf, authorize, approve };
}
