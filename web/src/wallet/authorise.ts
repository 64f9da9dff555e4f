import { type Address, encodeFunctionData, erc20Abi, type Hex, type TypedDataDomain } from 'viem';
import { waitForTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { isInsufficientFunds, paymentError, WalletError } from './errors.ts';
import { mayApproveInstead, permitAbi, permitDomain, permitTypedData, withPermit } from './permit.ts';
import { revertSentence } from './revert.ts';
import type { CheckedPayment } from './verify-payment.ts';

/** How the contract gets to take a premium: nothing to do, a signed permit, or an approval sent before. */
export type Authorisation = 'none' | 'signature' | 'transaction';
export type AuthorisationStage = 'permit_in_wallet' | 'approve_in_wallet' | 'approve_on_chain';

type Token = Address;

export interface Sender {
  /** Asks the wallet to send; throws WalletError. */
  send: (chainId: number, to: Address, data: Hex, value: bigint) => Promise<Hex>;
  /** Resolves when the wallet of the last visit is connected again. */
  ready: () => Promise<void>;
}

export function approveCall(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
}

/** Runs a payment against the chain without sending it; throws what the chain throws. */
export async function tryOut(config: Config, payment: CheckedPayment): Promise<void> {
  const { chainId, to, data, value, offer } = payment;
  await actions.call(config, { chainId, account: offer.quote.holder, to, data, value });
}

/** The allowance and the permits of tokens. All amounts are base units of the payment's token. */
export function authorisationActions(config: Config, { send, ready }: Sender) {
  /** What the holder has of the token, and what the contract may take of it already. */
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

  /** What the wallet will be asked for before the purchase, as far as it can be known; reads only. */
  async function authorisationOf(payment: CheckedPayment, allowed: bigint): Promise<Authorisation> {
    if (payment.token === null || allowed >= payment.amount) return 'none';
    if (!payment.permit) return 'transaction';
    return (await domainOf(payment.chainId, payment.token)) ? 'signature' : 'transaction';
  }

  /** The purchase with a permit that the holder signed, tried out on the chain; null where an approval must do. */
  async function byPermit(
    payment: CheckedPayment,
    token: Token,
    onStage: (stage: AuthorisationStage) => void,
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
      // Our contract's own no would meet the approved purchase as well; the token's no concerns the permit alone.
      const sentence = revertSentence(error);
      if (sentence !== null) throw new WalletError('refused', sentence, { cause: error });
      if (isInsufficientFunds(error)) throw paymentError(error);
      return null;
    }
  }

  /** Sends the approval and waits until it is mined. A token that only changes from zero is brought to zero first. */
  async function approve(
    payment: CheckedPayment,
    token: Token,
    allowed: bigint,
    onStage: (stage: AuthorisationStage) => void,
  ): Promise<void> {
    const { chainId, amount, to } = payment;
    for (const next of allowed > 0n ? [0n, amount] : [amount]) {
      onStage('approve_in_wallet');
      const hash = await send(chainId, token, approveCall(to, next), 0n);
      onStage('approve_on_chain');
      const receipt = await waitForTransactionReceipt(config.getClient({ chainId }), { hash });
      if (receipt.status === 'reverted') {
        throw new WalletError('other', 'The approval failed on chain. The premium was not taken.');
      }
    }
  }

  /**
   * Lets the contract take exactly this premium, by permit where the token and the wallet can, else by approval. The
   * answer is the payment to send. Throws WalletError; nothing has moved then.
   */
  async function authorise(
    payment: CheckedPayment,
    onStage: (stage: AuthorisationStage) => void,
  ): Promise<CheckedPayment> {
    const { token, amount } = payment;
    if (token === null) return payment;
    const { allowed, balance } = await holdings(payment, token);
    if (balance < amount) {
      throw new WalletError('insufficient_funds', 'Insufficient funds for this transaction');
    }
    if (allowed >= amount) return payment;
    const permitted = payment.permit ? await byPermit(payment, token, onStage) : null;
    if (permitted !== null) return permitted;
    await approve(payment, token, allowed, onStage);
    return payment;
  }

  return { holdings, authorisationOf, authorise };
}
