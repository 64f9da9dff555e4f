import { type Address, erc20Abi, getAddress, type Hex, TransactionReceiptNotFoundError } from 'viem';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import type { QuoteAnswer } from '../../../domain/quote/schema.ts';
import { chainOf, type Deployment } from '../lib/deployment.ts';
import { walletSession } from '../state/wallet-session.ts';
import {
  type Authorization,
  approveCall,
  authorizationActions,
  type ReadyPayment,
  tryOut,
} from './authorize.ts';
import { type BatchEnd, followBatch, sendBatch } from './batch.ts';
import { isInsufficientFunds, paymentError, WalletError } from './errors.ts';
import { isBought, type Purchase } from './purchase-outcome.ts';
import { followReceipt, type Receipt, type Slot } from './receipt.ts';
import { revertSentence } from './revert.ts';
import { type CheckedPayment, checkPayment, type ExpectedPurchase } from './verify-payment.ts';

/** Gas of a token purchase (measured 91k plus a margin), used when it cannot be estimated before the approval. */
const TOKEN_PURCHASE_GAS = 110_000n;
/** The same with a first permit (measured 131k), which cannot be estimated before it is signed. */
const PERMIT_PURCHASE_GAS = 145_000n;
/** Milliseconds between two checks of an unmined transaction. */
const LOOK_MS = 1_000;

export interface FeeEstimate {
  /** Network fee in base units of the chain's coin. */
  fee: bigint;
  /** What the wallet is asked for before the purchase. */
  authorization: Authorization;
}

/** What a wallet returned for a sent payment: the transaction's hash, or the id of the batch that contains it. */
export type SentPayment = { txHash: Hex; batchId: null } | { txHash: null; batchId: string };

/** How a sent payment ended. A batch that produced no transaction has no hash. */
export type PaymentEnd = Receipt | (Exclude<BatchEnd, { status: 'sent' }> & { txHash: null });

/** Everything that moves money, through the connected wallet and the chain's node. */
export function paymentActions(config: Config, deployment: Deployment, ready: () => Promise<void>) {
  function holder(): Address {
    if (walletSession.wallet === null) throw new WalletError('other', 'Wallet not connected');
    return getAddress(walletSession.wallet.address);
  }

  const tokens = authorizationActions(config, { send, ready });

  function confirmationsOf(chainId: number): number {
    return chainOf(deployment, chainId)?.confirmations ?? 1;
  }

  async function gasOf(
    chainId: number,
    request: { to: Address; data: Hex; value?: bigint },
  ): Promise<bigint> {
    return actions.estimateGas(config, { chainId, account: holder(), ...request });
  }

  /** The wallet's balances on a chain, in base units by symbol. Unreadable balances are left out. */
  async function balances(chainId: number): Promise<Record<string, bigint>> {
    const address = holder();
    const read = async (token: string | null): Promise<bigint> => {
      if (token === null) return (await actions.getBalance(config, { chainId, address })).value;
      const of = { chainId, address: token as Address, abi: erc20Abi } as const;
      return actions.readContract(config, { ...of, functionName: 'balanceOf', args: [address] });
    };
    const currencies = chainOf(deployment, chainId)?.currencies ?? [];
    const held = await Promise.allSettled(currencies.map(({ token }) => read(token)));
    return Object.fromEntries(
      currencies.flatMap(({ symbol }, index) => {
        const balance = held[index];
        return balance?.status === 'fulfilled' ? [[symbol, balance.value] as const] : [];
      }),
    );
  }

  /**
   * The expected network fee and what the wallet is asked for first. Read-only.
   * @param batches whether the wallet may be asked for a batch
   */
  async function estimate(payment: CheckedPayment, batches: boolean): Promise<FeeEstimate> {
    const { chainId, token } = payment;
    const price = await actions.getGasPrice(config, { chainId });
    if (token === null) {
      const gas = await gasOf(chainId, payment).catch(() => null);
      return { fee: (gas ?? TOKEN_PURCHASE_GAS) * price, authorization: 'none' };
    }
    const { allowed } = await tokens.holdings(payment, token);
    const authorization = await tokens.authorizationOf(payment, allowed, batches);
    return { fee: (await tokenGas(payment, token, authorization)) * price, authorization };
  }

  async function tokenGas(payment: CheckedPayment, token: Address, authorization: Authorization) {
    const { chainId, to, amount } = payment;
    if (authorization === 'signature') return PERMIT_PURCHASE_GAS;
    if (authorization === 'none') return gasOf(chainId, payment).catch(() => TOKEN_PURCHASE_GAS);
    const approval = { to: token, data: approveCall(to, amount) };
    return (await gasOf(chainId, approval).catch(() => 60_000n)) + TOKEN_PURCHASE_GAS;
  }

  async function send(chainId: number, to: Address, data: Hex, value: bigint): Promise<Hex> {
    await ready();
    try {
      const hash = await actions.sendTransaction(config, { account: holder(), chainId, to, data, value });
      if (!hash) throw new WalletError('other', 'Payment failed - no transaction hash returned');
      return hash;
    } catch (error) {
      throw paymentError(error);
    }
  }

  /** Simulates the purchase, so that a refusal costs nothing and gives its reason. */
  async function rehearse(payment: CheckedPayment): Promise<void> {
    try {
      await tryOut(config, payment);
    } catch (error) {
      const sentence = revertSentence(error);
      if (sentence !== null) throw new WalletError('refused', sentence, { cause: error });
      if (isInsufficientFunds(error)) throw paymentError(error);
      // The node may be unreachable or give no useful answer. Then the wallet decides.
    }
  }

  /** Asks the wallet to pay. Returns null when it rejects the batch as such; throws WalletError. */
  async function purchase(payment: ReadyPayment): Promise<SentPayment | null> {
    const { chainId, to, data, value, approvals } = payment;
    if (!approvals) {
      await rehearse(payment);
      return { txHash: await send(chainId, to, data, value), batchId: null };
    }
    await ready();
    const batchId = await sendBatch(config, chainId, holder(), [...approvals, { to, data, value }]);
    return batchId === null ? null : { txHash: null, batchId };
  }

  /**
   * Follows a sent payment until it is mined, including when the wallet sped it up, replaced or canceled it. A batch is
   * resolved to its transaction first.
   * @param sent.slot the payment's account and nonce if already known; otherwise they are reported to `onSeen`
   */
  async function waitForReceipt(
    sent: SentPayment & Omit<Purchase, 'contracts'> & { chainId: number; slot: Slot | null },
    onSeen: (slot: Slot) => void,
    signal: AbortSignal,
  ): Promise<PaymentEnd> {
    const chain = chainOf(deployment, sent.chainId);
    if (!chain) throw new WalletError('other', 'Network not found');
    const { quoteId, validUntil, slot } = sent;
    const purchase = { quoteId, validUntil, contracts: chain.contracts as Address[] };
    const client = config.getClient({ chainId: sent.chainId });
    let hash: Hex;
    if (sent.txHash !== null) hash = sent.txHash;
    else {
      await ready();
      const end = await followBatch(config, client, { ...purchase, id: sent.batchId }, LOOK_MS, signal);
      if (end.status !== 'sent') return { ...end, txHash: null };
      hash = end.txHash;
    }
    return followReceipt(client, { ...purchase, hash }, slot, onSeen, LOOK_MS, signal);
  }

  /** Number of confirmations, counting the payment's own block; 0 while unmined, null if it failed. */
  async function confirmations(chainId: number, hash: Hex): Promise<number | null> {
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

  /** Whether the registry already has a policy for this quote, whatever this browser remembers. */
  async function bought(chainId: number, quoteId: Hex): Promise<boolean> {
    const chain = chainOf(deployment, chainId);
    if (!chain) return false;
    return isBought(config.getClient({ chainId }), { contracts: chain.contracts as Address[], quoteId });
  }

  return {
    /** The server's payment, checked against the screen; throws PaymentMismatch. */
    check(answer: QuoteAnswer, expected: ExpectedPurchase): CheckedPayment {
      if (answer.payment.kind !== 'evm') {
        throw new WalletError(
          'refused',
          `Payments not supported for ${walletSession.wallet?.type ?? 'this wallet'}`,
        );
      }
      return checkPayment(answer, answer.payment, expected);
    },
    balances,
    estimate,
    authorize: tokens.authorize,
    approve: tokens.approve,
    purchase,
    waitForReceipt,
    confirmations,
    confirmationsOf,
    isBought: bought,
  };
}
