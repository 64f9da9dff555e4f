import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, size, slice } from 'viem';
import {
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
  simulateBlocks,
} from 'viem/actions';
import type { Config } from 'wagmi';
import * as actions from 'wagmi/actions';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { authorizationTypedData, type TokenDomain } from '#domain/quote/authorization.ts';
import { QUOTE_VALID_SECONDS } from '#domain/quote/schema.ts';
import { answered } from '#web/wallet/answered.ts';
import {
  hasCode,
  isInsufficientFunds,
  isRejection,
  isUnanswered,
  paymentError,
  WalletError,
} from '#web/wallet/errors.ts';
import type { Authorization, AuthorizationStage } from '#web/wallet/payments.ts';
import { batchingOf, type Call } from './batch.ts';
import { isContractWallet, needsCoins } from './contract-wallet.ts';
import { isTokenRefusal, revertSentence } from './revert.ts';
import type { CheckedCall } from './verify-payment.ts';

/** A call that sets the contract's allowance to `allowed` base units. */
export type Approval = Call & { allowed: bigint };

export interface ReadyCall extends CheckedCall {
  /** Approvals that go into the same batch as the purchase. */
  approvals?: readonly Approval[];
  /** The holder's authorization, if we can send it. */
  relayable?: Hex;
}

/** Milliseconds between two checks of an approval. */
const LOOK_MS = 1_000;

const NOT_APPROVED: Readonly<Record<Exclude<ApprovalEnd, 'done'>, string>> = {
  reverted: 'The approval failed on chain. The premium was not taken.',
  cancelled: 'The approval was canceled in your wallet. The premium was not taken.',
  late: 'The approval did not reach the network in time. The premium was not taken.',
};

const NEEDS_COINS =
  'Your account delegates to a contract, so this token takes no signature from it. Add some coins for the network fee, then pay again. Nothing was paid.';

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

/** Token allowances and authorizations. All amounts are base units of the payment's token. */
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

  /** Whether a contract wallet pays its own way: it takes a batch in one step, unless somebody else pays the fee. */
  async function takesAuthorization({
    authorization,
    relayed,
    chainId,
    offer,
  }: CheckedCall): Promise<boolean> {
    if (authorization === null) return false;
    return relayed || !(await isContractWallet(config, chainId, offer.quote.holder));
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
    if (payment.token === null) return 'none';
    if (payment.relayed) return 'relay';
    if (allowed >= payment.amount) return 'none';
    if (await takesAuthorization(payment)) return 'signature';
    const can = batches ? await batching(payment) : 'none';
    if (can === 'none') return 'transaction';
    return can === 'ready' ? 'upgrade' : 'batch';
  }

  /** The purchase with the holder's signed authorization, after a dry run; null when an approval is needed instead. */
  async function byAuthorization(
    payment: CheckedCall,
    domain: TokenDomain,
    onStage: (stage: AuthorizationStage) => void,
  ): Promise<ReadyCall | null> {
    await ready();
    onStage('sign_in_wallet');
    let signature: Hex;
    try {
      const account = payment.offer.quote.holder;
      signature = tokenSignature(
        await answered(actions.signTypedData(config, { account, ...typedDataOf(payment, domain) })),
      );
    } catch (error) {
      if (mayApproveInstead(error)) return null;
      throw paymentError(error);
    }
    const authorized = withAuthorization(payment, signature);
    try {
      await tryOut(config, authorized);
      return payment.relayed ? { ...authorized, relayable: signature } : authorized;
    } catch (error) {
      // Our contract's refusal would also stop an approved purchase. The token's refusal concerns only the authorization.
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
   * Lets the contract take exactly this premium: by a signature if token and wallet support it, otherwise by approvals batched
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
    if (allowed >= amount && !payment.relayed) return payment;
    const { authorization } = payment;
    if (authorization !== null && (await takesAuthorization(payment))) {
      if (await needsCoins(config, payment.chainId, payment.offer.quote.holder)) {
        throw new WalletError('insufficient_funds', NEEDS_COINS);
      }
      const authorized = await byAuthorization(payment, authorization, onStage);
      if (authorized !== null) return authorized;
    }
    if (allowed >= amount) return payment;
    const approving = { ...payment, approvals: approvalsOf(payment, token, allowed) };
    await rehearse(payment, approving.approvals);
    const inOne = batches && (await batching(payment)) !== 'none';
    return inOne ? approving : approve(approving, onStage);
  }

  return { holdings, authorizationOf, authorize, approve };
}

/** What the holder signs: the contract may take exactly the premium, once, until the quote ends. */
export const typedDataOf = ({ chainId, to, offer }: CheckedCall, token: TokenDomain) =>
  authorizationTypedData(chainId, to, offer.quote, token);

/** The parity that tokens expect: some wallets leave out the legacy offset of 27. Other signatures are left as they are. */
export function tokenSignature(signature: Hex): Hex {
  if (size(signature) !== 65) return signature;
  const last = Number(slice(signature, 64));
  if (last > 1) return signature;
  return `${slice(signature, 0, 64)}${(last + 27).toString(16)}`;
}

/** Authorization and purchase as one transaction, which anyone may send. */
export function withAuthorization(payment: CheckedCall, authorization: Hex): CheckedCall {
  const { quote, signature } = payment.offer;
  const data = encodeFunctionData({
    abi,
    functionName: 'purchaseWithAuthorization',
    args: [quote, signature, authorization],
  });
  return { ...payment, data, value: 0n };
}

/**
 * Whether to ask for an approval after a wallet did not sign an authorization. A rejection or an open request ends the
 * payment. After any other error, a wallet that cannot sign typed data may still send a transaction.
 */
export function mayApproveInstead(error: unknown): boolean {
  return !isRejection(error) && !hasCode(error, -32002) && !isUnanswered(error);
}

export interface SentApproval {
  token: Address;
  holder: Address;
  spender: Address;
  /** The allowance that it sets, in base units. */
  allowed: bigint;
  /** What the wallet returned. A contract wallet may return a name of its own, which no node knows. */
  hash: Hex;
}

/** `cancelled`: the wallet sent another transaction in its place. `late`: nothing happened in time. */
export type ApprovalEnd = 'done' | 'reverted' | 'cancelled' | 'late';

/** Consecutive checks that must agree before an approval counts as replaced: nodes behind one address can differ. */
const AGREEING_LOOKS = 3;

/**
 * Follows an approval until it is mined, or until the allowance shows that it or its replacement was.
 * @param pause milliseconds between checks
 * @param patience milliseconds after which to give up
 */
export async function followApproval(
  client: Client,
  { token, holder, spender, allowed, hash }: SentApproval,
  pause: number,
  patience: number,
): Promise<ApprovalEnd> {
  const until = Date.now() + patience;
  let slot: { from: Address; nonce: number } | null = null;
  let agreeing = 0;
  while (Date.now() < until) {
    slot ??= await getTransaction(client, { hash }).catch(() => null);
    // The count is read first, so that an approval mined between the two reads shows its receipt.
    const spent: boolean =
      slot !== null &&
      (await getTransactionCount(client, { address: slot.from, blockTag: 'latest' }).catch(() => 0)) >
        slot.nonce;
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => null);
    if (receipt) return receipt.status === 'reverted' ? 'reverted' : 'done';
    const args = [holder, spender] as const;
    const now = await readContract(client, {
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args,
    }).catch(() => null);
    if (now === allowed) return 'done';
    agreeing = spent ? agreeing + 1 : 0;
    if (agreeing >= AGREEING_LOOKS) return 'cancelled';
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return 'late';
}
