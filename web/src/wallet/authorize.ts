import { type Address, encodeFunctionData, erc20Abi, type Hex, type TypedDataDomain } from 'viem';
import { simulateBlocks, waitForTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { batchingOf, type Call } from './batch.ts';
import { isInsufficientFunds, paymentError, WalletError } from './errors.ts';
import { mayApproveInstead, permitAbi, permitDomain, permitTypedData, withPermit } from './permit.ts';
import { isTokenRefusal, revertSentence } from './revert.ts';
import type { CheckedPayment } from './verify-payment.ts';

/**
 * How the contract is allowed to take a premium: nothing needed, a signed permit, an approval batched with the purchase
 * (which may require upgrading the account first), or a separate approval transaction.
 */
export type Authorization = 'none' | 'signature' | 'batch' | 'upgrade' | 'transaction';
export type AuthorizationStage = 'permit_in_wallet' | 'approve_in_wallet' | 'approve_on_chain';

/** A payment that is ready for the wallet. */
export interface ReadyPayment extends CheckedPayment {
  /** Approvals that go into the same batch as the purchase. */
  approvals?: readonly Call[];
}

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
export async function tryOut(config: Config, payment: CheckedPayment): Promise<void> {
  const { chainId, to, data, value, offer } = payment;
  await actions.call(config, { chainId, account: offer.quote.holder, to, data, value });
}

/** Token allowances and permits. All amounts are base units of the payment's token. */
export function authorizationActions(config: Config, { send, ready }: Sender) {
  /** The holder's token balance and the contract's current allowance. */
  async function holdings(
    payment: CheckedPayment,
    token: Token,
  ): Promise<{ allowed: bigint; balance: bigint }> {
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

  async function batching({ chainId, offer }: CheckedPayment) {
    await ready();
    return batchingOf(config, chainId, offer.quote.holder);
  }

  /**
   * What the wallet will be asked for before the purchase, as far as it is known. Read-only.
   * @param batches whether a batch may be requested at all
   */
  async function authorizationOf(
    payment: CheckedPayment,
    allowed: bigint,
    batches: boolean,
  ): Promise<Authorization> {
    if (payment.token === null || allowed >= payment.amount) return 'none';
    if (payment.permit && (await domainOf(payment.chainId, payment.token))) return 'signature';
    const can = batches ? await batching(payment) : 'none';
    if (can === 'none') return 'transaction';
    return can === 'ready' ? 'upgrade' : 'batch';
  }

  /** The purchase with the holder's signed permit, after a dry run; null when an approval is needed instead. */
  async function byPermit(
    payment: CheckedPayment,
    token: Token,
    onStage: (stage: AuthorizationStage) => void,
  ): Promise<CheckedPayment | null> {
    const { chainId, offer } = payment;
    const { holder } = offer.quote;
    const [domain, nonce] = await Promise.all([
      domainOf(chainId, token),
      actions
        .readContract(config, {
          chainId,
          address: token,
          abi: permitAbi,
          functionName: 'nonces',
          args: [holder],
        })
        .catch(() => null),
    ]);
    if (domain === null || nonce === null) return null;
    await ready();
    onStage('permit_in_wallet');
    let permitted: CheckedPayment | null;
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
  function approvalsOf({ amount, to }: CheckedPayment, token: Token, allowed: bigint): Call[] {
    const steps = allowed > 0n ? [0n, amount] : [amount];
    return steps.map((next) => ({ to: token, data: approveCall(to, next), value: 0n }));
  }

  /** Simulates approvals and purchase together where the node can, so that a refusal by our contract costs nothing. */
  async function rehearse({ chainId, to, data, value, offer }: CheckedPayment, approvals: readonly Call[]) {
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
    { approvals = [], ...payment }: ReadyPayment,
    onStage: (stage: AuthorizationStage) => void,
  ): Promise<ReadyPayment> {
    const { chainId } = payment;
    for (const { to, data, value } of approvals) {
      onStage('approve_in_wallet');
      const hash = await send(chainId, to, data, value);
      onStage('approve_on_chain');
      const receipt = await waitForTransactionReceipt(config.getClient({ chainId }), { hash });
      if (receipt.status === 'reverted') {
        throw new WalletError('other', 'The approval failed on chain. The premium was not taken.');
      }
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
    payment: CheckedPayment,
    onStage: (stage: AuthorizationStage) => void,
    batches: boolean,
  ): Promise<ReadyPayment> {
    const { token, amount } = payment;
    if (token === null) return payment;
    const { allowed, balance } = await holdings(payment, token);
    if (balance < amount) {
      throw new WalletError('insufficient_funds', 'Insufficient funds for this transaction');
    }
    if (allowed >= amount) return payment;
    const permitted = payment.permit ? await byPermit(payment, token, onStage) : null;
    if (permitted !== null) return permitted;
    const approving = { ...payment, approvals: approvalsOf(payment, token, allowed) };
    await rehearse(payment, approving.approvals);
    const inOne = batches && (await batching(payment)) !== 'none';
    return inOne ? approving : approve(approving, onStage);
  }

  return { holdings, authorizationOf, authorize, approve };
}
