import { type Address, erc20Abi, getAddress, type Hex, TransactionReceiptNotFoundError } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import type { ChainRef } from '#domain/chains.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { chainOf, type DeployedChain, type Deployment } from '#web/lib/deployment.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { answered } from '#web/wallet/answered.ts';
import { isInsufficientFunds, paymentError, WalletError } from '#web/wallet/errors.ts';
import {
  type Attempt,
  type AttemptState,
  type Authorization,
  type ExpectedPurchase,
  type FeeEstimate,
  type FollowedPayment,
  type PaymentEnd,
  PaymentMismatch,
  type Payments,
  type SentPayment,
  type Slot,
} from '#web/wallet/payments.ts';
import { approveCall, authorizationActions, type ReadyCall, tryOut } from './authorize.ts';
import { followBatch, sendBatch } from './batch.ts';
import { isContractWallet } from './contract-wallet.ts';
import { outcomeOf, purchaseHash } from './purchase-outcome.ts';
import { followReceipt } from './receipt.ts';
import { revertSentence } from './revert.ts';
import { sentHash } from './sent-hash.ts';
import { type CheckedCall, checkPayment } from './verify-payment.ts';

/**
 * Gas of a token purchase (measured 91k plus a margin), shown when it cannot be estimated before the approval. No
 * transaction is sent with a fixed limit: the wallet estimates each one.
 */
const TOKEN_PURCHASE_GAS = 110_000n;
/** The same with an authorization (measured 130k), which cannot be estimated before it is signed. */
const AUTHORIZED_PURCHASE_GAS = 145_000n;
/** Milliseconds between two checks of an unmined transaction. */
const LOOK_MS = 1_000;

export function paymentActions(config: Config, deployment: Deployment, ready: () => Promise<void>): Payments {
  function chainAt(chain: ChainRef | number): DeployedChain {
    const found = chainOf(deployment, chain);
    if (!found) throw new WalletError('other', 'Network not found');
    return found;
  }

  function holder(): Address {
    if (walletSession.wallet === null) throw new WalletError('other', 'Wallet not connected');
    return getAddress(walletSession.wallet.address);
  }

  const tokens = authorizationActions(config, { send, ready });

  async function gasOf(
    chainId: number,
    request: { to: Address; data: Hex; value?: bigint },
  ): Promise<bigint> {
    return actions.estimateGas(config, { chainId, account: holder(), ...request });
  }

  async function balances(chain: ChainRef): Promise<Record<string, bigint>> {
    const { chain_id: chainId, currencies } = chainAt(chain);
    const address = holder();
    const read = async (token: string | null): Promise<bigint> => {
      if (token === null) return (await actions.getBalance(config, { chainId, address })).value;
      const of = { chainId, address: token as Address, abi: erc20Abi } as const;
      return actions.readContract(config, { ...of, functionName: 'balanceOf', args: [address] });
    };
    const held = await Promise.allSettled(currencies.map(({ token }) => read(token)));
    return Object.fromEntries(
      currencies.flatMap(({ symbol }, index) => {
        const balance = held[index];
        return balance?.status === 'fulfilled' ? [[symbol, balance.value] as const] : [];
      }),
    );
  }

  async function estimate(payment: CheckedCall, batches: boolean): Promise<FeeEstimate> {
    const { chainId, token } = payment;
    const [price, contract] = await Promise.all([
      actions.getGasPrice(config, { chainId }),
      isContractWallet(config, chainId, holder()),
    ]);
    const ownFee = !contract;
    if (token === null) {
      const gas = await gasOf(chainId, payment).catch(() => null);
      return { fee: (gas ?? TOKEN_PURCHASE_GAS) * price, ownFee, authorization: 'none' };
    }
    const { allowed } = await tokens.holdings(payment, token);
    const authorization = await tokens.authorizationOf(payment, allowed, batches);
    if (authorization === 'relay') {
      return { fee: AUTHORIZED_PURCHASE_GAS * price, ownFee: false, authorization };
    }
    return { fee: (await tokenGas(payment, token, authorization)) * price, ownFee, authorization };
  }

  async function tokenGas(payment: CheckedCall, token: Address, authorization: Authorization) {
    const { chainId, to, amount } = payment;
    if (authorization === 'signature') return AUTHORIZED_PURCHASE_GAS;
    if (authorization === 'none') return gasOf(chainId, payment).catch(() => TOKEN_PURCHASE_GAS);
    const approval = { to: token, data: approveCall(to, amount) };
    return (await gasOf(chainId, approval).catch(() => 60_000n)) + TOKEN_PURCHASE_GAS;
  }

  async function send(chainId: number, to: Address, data: Hex, value: bigint): Promise<Hex> {
    await ready();
    try {
      const call = { account: holder(), chainId, to, data, value };
      return sentHash(await answered(actions.sendTransaction(config, call)));
    } catch (error) {
      throw paymentError(error);
    }
  }

  /** Simulates the purchase, so that a refusal costs nothing and gives its reason. */
  async function rehearse(payment: CheckedCall): Promise<void> {
    try {
      await tryOut(config, payment);
    } catch (error) {
      const sentence = revertSentence(error);
      if (sentence !== null) throw new WalletError('refused', sentence, { cause: error });
      if (isInsufficientFunds(error)) throw paymentError(error);
      // The node may be unreachable or give no useful answer. Then the wallet decides.
    }
  }

  async function purchase(payment: ReadyCall): Promise<SentPayment | null> {
    const { chainId, to, data, value, approvals } = payment;
    if (!approvals) {
      await rehearse(payment);
      return { txHash: await send(chainId, to, data, value) };
    }
    await ready();
    const batchId = await sendBatch(config, chainId, holder(), [...approvals, { to, data, value }]);
    return batchId === null ? null : { txHash: null, batchId };
  }

  /** The node of the chain, and what its registry is asked about. */
  function registryOf({ chainId, quoteId, validUntil }: Attempt) {
    const { chain_id, contracts } = chainAt(chainId);
    const purchase = {
      quoteId,
      validUntil: Date.parse(validUntil) / 1000,
      contracts: contracts as Address[],
    };
    return { client: config.getClient({ chainId: chain_id }), purchase };
  }

  /** A batch is resolved to its transaction first. */
  async function waitForReceipt(
    sent: FollowedPayment,
    onSeen: (slot: Slot) => void,
    signal: AbortSignal,
  ): Promise<PaymentEnd> {
    const { client, purchase } = registryOf(sent);
    const { batchId: id = '', slot = null } = sent;
    let hash = sent.txHash;
    if (hash === null) {
      await ready();
      const end = await followBatch(config, client, { ...purchase, id }, LOOK_MS, signal);
      if (end.status !== 'sent') return { ...end, txHash: null };
      hash = end.txHash;
    }
    return followReceipt(client, { ...purchase, hash }, slot, onSeen, LOOK_MS, signal);
  }

  async function confirmations(chain: ChainRef, hash: Hex): Promise<number | null> {
    const { chain_id: chainId } = chainAt(chain);
    try {
      const receipt = await actions.getTransactionReceipt(config, { chainId, hash });
      if (receipt.status === 'reverted') return null;
      const head = await actions.getBlockNumber(config, { chainId, cacheTime: 0 });
      return Number(head - receipt.blockNumber) + 1;
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return 0;
      throw error;
    }
  }

  /** What the registry says about the quote, whatever this browser remembers. */
  async function attemptState(attempt: Attempt): Promise<AttemptState> {
    const { client, purchase } = registryOf(attempt);
    const outcome = await outcomeOf(client, purchase);
    if (outcome === 'bought') return { state: 'bought', txHash: await purchaseHash(client, purchase) };
    return { state: outcome === 'lapsed' ? 'unpaid' : 'open' };
  }

  return {
    async check(answer: QuoteAnswer, expected: ExpectedPurchase): Promise<CheckedCall> {
      if (answer.payment.kind !== 'evm') throw new PaymentMismatch('kind');
      return checkPayment(answer, answer.payment, expected, chainAt(expected.network.ref));
    },
    balances,
    estimate,
    authorize: tokens.authorize,
    approve: tokens.approve,
    purchase,
    waitForReceipt,
    confirmations,
    attemptState,
  };
}
