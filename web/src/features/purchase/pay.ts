import type { ErrorCode } from '#domain/errors.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import type { ConnectedWallet } from '#web/state/wallet-session.ts';
import type {
  AttemptState,
  Authorization,
  AuthorizationStage,
  CheckedPayment,
  Payments,
  SentPayment,
} from '#web/wallet/payments.ts';
import { mayAsk, type Payment, type Purchase, type Purchases, type StoredQuote } from './record.ts';

export type PayStage = 'ready' | 'preparing' | AuthorizationStage | 'pay_in_wallet' | 'relaying';
export type ReadyPayment = Awaited<ReturnType<Payments['authorize']>>;

/** What paying touches beside the purchase's record. */
export interface PayWorld {
  purchases: Purchases;
  wallet: ConnectedWallet;
  payments: Pick<Payments, 'authorize' | 'approve' | 'purchase' | 'attemptState'>;
  /** Whether the server says that the draft was paid for anywhere. */
  isPaid: (draftId: string) => Promise<boolean>;
  /** Has us send what the holder authorized. Safe to repeat. */
  relay: (quoteId: string, signature: string) => Promise<SentPayment>;
  /** Tells the server the hash of a payment that is signed and not sent. Throws if it refuses it. */
  announce: (payment: Payment, stored: StoredQuote) => Promise<void>;
  wait: (milliseconds: number) => Promise<void>;
  /** @param authorization how the premium may be taken, once that is known */
  show: (stage: PayStage, authorization?: Authorization) => void;
}

/** What is bought, and the signed quote that is paid. */
export interface Order {
  stored: StoredQuote;
  quote: QuoteAnswer;
  payment: CheckedPayment;
  network: string;
  email: string;
  /** When the quote expires by this browser's clock, in milliseconds. */
  until: number;
  /** An authorization that we could not send: the wallet sends it, and pays the network's fee. */
  signed: ReadyPayment | null;
}

/** How a press of Pay ended. */
export type PayEnd =
  /** The wallet has sent it, now or in another tab. */
  | { kind: 'sent' }
  /** The server knows of a payment, which the screen shows. */
  | { kind: 'paid' }
  /** Nothing was sent, and one sentence says why. */
  | { kind: 'stopped'; message: string }
  /** We could not send what was signed; the wallet can. */
  | { kind: 'by_wallet'; message: string; signed: ReadyPayment }
  | { kind: 'failed'; failure: PayFailure };

/** A quote with less time left would be rejected by the contract, so the wallet is not asked. */
const TOO_LATE_MS = 20_000;
/** Milliseconds between two questions whether a wallet that does not answer has paid. */
const LOOK_MS = 3_000;
export const STILL_OPEN =
  'Your wallet still has an earlier request for this payment. Reject it there if you see it; you can pay again once its price has expired.';
/** With this code we have definitely sent nothing. */
const RELAY_UNAVAILABLE = 'relay_unavailable' satisfies ErrorCode;
/** Wallet error codes (see wallet/errors.ts) after which nothing can have been sent. */
const CERTAIN = new Set(['rejected', 'insufficient_funds', 'refused', 'not_installed', 'pending']);

/** What became of all that wallets were asked for a purchase. What can never be paid is forgotten. */
export async function lookUp(
  { id, open, payment }: Purchase,
  { purchases, payments }: Pick<PayWorld, 'purchases'> & { payments: Pick<Payments, 'attemptState'> },
): Promise<AttemptState> {
  if (open === 0 || payment === null) return { state: 'unpaid' };
  const outcome = await payments.attemptState(payment);
  if (outcome.state === 'unpaid') purchases.move(id, 'quoted', { open: 0 });
  return outcome;
}

/** Pays for a purchase: each step makes one move of its record, and the first that ends it says how. */
export async function pay(world: PayWorld, order: Order): Promise<PayEnd> {
  const { purchases, wallet, payments, show } = world;
  const { stored, email } = order;
  const { quoteId: id, draftId } = stored;

  /** Whether it is paid already. What a wallet was asked before and has not answered is looked up, so nobody pays twice. */
  async function settleEarlier(): Promise<PayEnd | null> {
    const record = purchases.of(id);
    if (record?.state === 'sent' || record?.state === 'bought') {
      purchases.follow(id);
      return { kind: 'sent' };
    }
    if (await world.isPaid(draftId)) return { kind: 'paid' };
    if (record === null) return null;
    // Its tab is gone, or this one would not have the lock.
    if (record.state === 'asked') purchases.move(id, 'unknown');
    const outcome = await lookUp(record, world);
    if (outcome.state === 'bought') {
      if (outcome.txHash !== null) return keep({ txHash: outcome.txHash });
      purchases.move(id, 'bought');
      return { kind: 'paid' };
    }
    const allowed = outcome.state === 'unpaid' || mayAsk(record, order.payment.quoteId);
    return allowed ? null : { kind: 'stopped', message: STILL_OPEN };
  }

  /** Lets the premium be taken, where that needs a step of its own. */
  function authorize(): Promise<ReadyPayment> {
    const signature = order.quote.authorization?.relay ? 'relay' : 'signature';
    const follow = (stage: AuthorizationStage) =>
      show(stage, stage === 'sign_in_wallet' ? signature : 'transaction');
    return payments.authorize(order.payment, follow, !purchases.of(id)?.stepwise);
  }

  /** Records that the wallet is asked, before it is. Null, or why it isn't. */
  async function ask(...stage: Parameters<PayWorld['show']>): Promise<PayEnd | null> {
    // Checked again, because a signature or approval may have taken a while.
    if (await world.isPaid(draftId)) return { kind: 'paid' };
    show(...stage);
    if (purchases.move(id, 'asked', { payment: paymentOf(wallet, order) })) return null;
    const message = purchases.of(id) === null ? 'Wallet not connected' : STILL_OPEN;
    return { kind: 'stopped', message };
  }

  function keep(sent: SentPayment): PayEnd {
    purchases.send(id, { ...sent, timestamp: new Date().toISOString() }, email);
    return { kind: 'sent' };
  }

  /** Has us send the authorization. Without an answer we may have sent it, and the registry tells. */
  async function relay(signed: ReadyPayment, signature: string): Promise<PayEnd> {
    const gone = await ask('relaying');
    if (gone) return gone;
    try {
      return keep(await world.relay(order.payment.quoteId, signature));
    } catch (error) {
      const refused = error instanceof ApiError && (error.refused || error.code === RELAY_UNAVAILABLE);
      purchases.move(id, refused ? 'quoted' : 'unknown');
      const message = refused ? error.message : 'We couldn’t send this payment for you.';
      return { kind: 'by_wallet', message, signed };
    }
  }

  /** Asks the wallet to pay: in a batch where it has them, otherwise step by step. */
  async function askWallet(ready: ReadyPayment): Promise<PayEnd> {
    if (order.until - Date.now() < TOO_LATE_MS) {
      return { kind: 'stopped', message: 'The price is being renewed. Please check it and pay again.' };
    }
    const gone = await ask('pay_in_wallet', ready.approvals ? 'batch' : undefined);
    if (gone) return gone;
    const found = await unlessFound(payments.purchase(ready, onSigned));
    if (found === 'paid') {
      purchases.move(id, 'unknown');
      return { kind: 'paid' };
    }
    if (found !== null) return keep(found);
    // The wallet does not take the batch after all.
    purchases.move(id, 'quoted');
    return askWallet(await payments.approve(ready, (stage) => show(stage, 'transaction')));
  }

  /** The wallet has signed and nothing is sent yet: from here on a reload and the server know the hash. */
  async function onSigned(sent: SentPayment): Promise<void> {
    keep(sent);
    const { payment } = purchases.of(id) ?? {};
    if (!payment) return;
    await world.announce(payment, stored).catch((error: unknown) => {
      throw Object.assign(new Error(messageOf(error)), { code: 'refused' });
    });
  }

  /** What the wallet answers. It may send and never answer: then the registry or the server (`paid`) tells. */
  async function unlessFound(answering: Promise<SentPayment | null>): Promise<SentPayment | 'paid' | null> {
    let answered = false;
    const asked = paymentOf(wallet, order);
    async function watch(): Promise<SentPayment | 'paid'> {
      for (;;) {
        await world.wait(LOOK_MS);
        if (answered) return new Promise(() => undefined);
        const outcome = await payments.attemptState(asked).catch(() => null);
        if (outcome?.state === 'bought' && outcome.txHash !== null) return { txHash: outcome.txHash };
        if (await world.isPaid(draftId).catch(() => false)) return 'paid';
      }
    }
    try {
      return await Promise.race([answering, watch()]);
    } finally {
      answered = true;
    }
  }

  /** What an error leaves of the purchase. */
  function fail(error: unknown): PayEnd {
    const state = purchases.of(id)?.state;
    const asked = state === 'asked' || state === 'sent';
    const failure = new PayFailure(error, asked, wallet, order);
    if (asked && failure.nothingSent) purchases.move(id, 'quoted');
    // What it has signed is followed on the chain.
    else if (state === 'asked') purchases.move(id, 'unknown');
    return { kind: 'failed', failure };
  }

  show('preparing');
  try {
    const standing = await settleEarlier();
    if (standing) return standing;
    if (order.signed !== null) return await askWallet(order.signed);
    const ready = await authorize();
    return await (ready.relayable === undefined ? askWallet(ready) : relay(ready, ready.relayable));
  } catch (error) {
    return fail(error);
  }
}

/** Why a payment failed, in a sentence, and in lines for our support. */
export class PayFailure extends Error {
  /** The wallet's error code, by which a refusal is known. */
  readonly code: unknown;
  /**
   * Once the wallet was asked to pay, only an error that says so proves it: a wallet may send and then lose its answer.
   */
  readonly nothingSent: boolean;
  readonly details: string;

  /** @param asked whether the wallet was asked for the payment itself, not just for an approval */
  constructor(
    error: unknown,
    asked: boolean,
    wallet: Pick<ConnectedWallet, 'name' | 'address'>,
    { payment, network }: Pick<Order, 'payment' | 'network'>,
  ) {
    super(messageOf(error, 'Payment failed. Please try again.'));
    this.code = error instanceof Error && 'code' in error ? error.code : null;
    this.nothingSent = !asked || CERTAIN.has(String(this.code));
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'none given';
    this.details = [
      this.message,
      `Time: ${new Date().toISOString()}`,
      `Quote: ${payment.quoteId}`,
      `Network: ${network} (${payment.chain})`,
      `Wallet: ${wallet.name} ${wallet.address}`,
      `Cause: ${cause}`,
    ].join('\n');
  }
}

/** The payment that the wallet is asked for. */
function paymentOf(wallet: ConnectedWallet, { stored, quote, payment, network, until }: Order): Payment {
  const { insuranceTypeKey, startDate, endDate, duration } = stored.details;
  return {
    policyId: null,
    policyNumber: 'PENDING',
    type: PRODUCTS[insuranceTypeKey].label,
    insuranceTypeKey,
    startDate,
    endDate,
    price: quote.premium_usd,
    duration,
    txHash: null,
    walletType: wallet.type,
    address: wallet.address,
    timestamp: new Date().toISOString(),
    chainId: payment.chain,
    networkName: network,
    success: false,
    apiResponse: null,
    quoteId: payment.quoteId,
    validUntil: quote.valid_until,
    paymentCurrency: quote.currency,
    coverage: quote.coverage_usd,
    ethPremium: String(stored.premium),
    storedQuoteId: stored.quoteId,
    offer: { quote, until },
  };
}
