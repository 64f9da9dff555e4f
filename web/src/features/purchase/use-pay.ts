import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ErrorCode } from '#domain/errors.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { reach } from '#web/lib/beacon.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';
import { isDeclined } from '#web/lib/message-of.ts';
import { announceSent, payAlone, readSent, takeOver } from '#web/state/payment-lock.ts';
import {
  forgetAttempt,
  giveUpTransaction,
  isBatchGivenUp,
  type PaymentAttempt,
  readAttempt,
  readQuote,
  type StoredQuote,
  type TransactionData,
  writeAttempt,
  writeTransaction,
} from '#web/state/purchase.ts';
import { type ConnectedWallet, walletSession } from '#web/state/wallet-session.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { AttemptState, CheckedPayment, Payments, SentPayment } from '#web/wallet/payments.ts';
import { type PayFailure, payFailure } from './pay-failure.ts';
import { type Authorization, type AuthorizationStage, authorizationAt, type PayStage } from './pay-steps.ts';
import { paymentReport, reportCall } from './payload.ts';
import { askAttempt, draftQuery } from './queries.ts';

/** Milliseconds between two questions. */
const LOOK_MS = 3_000;

type Bought = { txHash: `0x${string}` } | 'recorded';

/**
 * Resolves once the quote is bought although the wallet has not answered: with its transaction, or `recorded` if only the
 * server knows of it. Failed questions are asked again. Never resolves after `signal` aborts.
 */
async function untilBought(
  attemptState: () => Promise<AttemptState>,
  isRecorded: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<Bought> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (signal.aborted) return new Promise(() => undefined);
    const found = await attemptState().catch(() => null);
    if (found?.state === 'bought' && found.txHash !== null) return { txHash: found.txHash };
    if (await isRecorded().catch(() => false)) return 'recorded';
  }
}

/** Milliseconds that we may take to send a payment for the customer. */
const RELAY_MS = 20_000;

/** Has us send the purchase that the holder authorized, and answers its transaction. Safe to repeat. */
async function relayPurchase(quoteId: string, signature: string): Promise<SentPayment> {
  const { tx_hash } = await api.ask(
    quoteApi.relayPurchase,
    { quote_id: quoteId, body: { signature } },
    { signal: AbortSignal.timeout(RELAY_MS) },
  );
  return { txHash: tx_hash as `0x${string}`, batchId: null };
}

/** Milliseconds that the server may take to hear of a payment before it is sent. */
const ANNOUNCE_MS = 10_000;

/**
 * Tells the server the hash of a payment that is signed but not sent. Throws if the server refuses it; that it cannot be
 * reached stops nobody, because it finds the payment on its own.
 */
async function announcePayment(transaction: TransactionData): Promise<void> {
  if (transaction.txHash === null) return;
  const call = reportCall(transaction.insuranceTypeKey);
  const body = paymentReport(transaction, transaction.txHash, readQuote());
  try {
    await api.send(call, { body }, { signal: AbortSignal.timeout(ANNOUNCE_MS) });
  } catch (error) {
    if (error instanceof ApiError && error.refused) throw error;
  }
}

/** A quote with less time left would be rejected by the contract, so the wallet is not asked. */
const TOO_LATE_MS = 20_000;

/** With this code we have definitely sent nothing. */
const RELAY_UNAVAILABLE = 'relay_unavailable' satisfies ErrorCode;

interface Purchase {
  stored: StoredQuote;
  quote: QuoteAnswer;
  payment: CheckedPayment;
  chain: DeployedNetwork;
  email: string;
  /** When the quote expires by this browser's clock, in milliseconds. */
  until: number;
}

function transactionOf(purchase: Purchase, wallet: ConnectedWallet, sent: SentPayment): TransactionData {
  const { stored, quote, payment, chain, email } = purchase;
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
    email,
    txHash: sent.txHash,
    batchId: sent.batchId ?? undefined,
    blocks: sent.batchId === null ? sent.blocks : undefined,
    walletType: wallet.type,
    address: wallet.address,
    timestamp: new Date().toISOString(),
    chainId: payment.chain,
    networkName: chain.name,
    success: false,
    apiResponse: null,
    quoteId: payment.quoteId,
    validUntil: quote.valid_until,
    paymentCurrency: quote.currency,
    coverage: quote.coverage_usd,
    ethPremium: String(stored.premium),
    storedQuoteId: stored.quoteId,
  };
}

/**
 * Asks the wallet for a signature or an approval (if a token needs it) and for the payment, then continues to the
 * confirmation with the hash or the batch id.
 */
export function usePay() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<PayStage>('ready');
  const [authorization, setAuthorization] = useState<Authorization | null>(null);
  const [failure, setFailure] = useState<PayFailure | null>(null);
  /** An authorization that we could not send, and its quote. */
  const signed = useRef<{ quoteId: string; ready: Awaited<ReturnType<Payments['authorize']>> } | null>(null);
  /** The quote whose authorization goes out from the wallet, because we could not send it. */
  const [byWallet, setByWallet] = useState<string | null>(null);

  /** Whether the server says that the draft was paid for anywhere. The payment screen then shows it. */
  async function isPaid({ draftId }: StoredQuote): Promise<boolean> {
    return (await queryClient.fetchQuery(draftQuery(draftId, true))).paid !== null;
  }

  async function pay(purchase: Purchase): Promise<void> {
    if ((await payAlone(purchase.stored.quoteId, () => payHere(purchase))) === 'busy') {
      toast.info('Another tab is asking your wallet to pay for this quote.');
    }
  }

  async function payHere(purchase: Purchase): Promise<void> {
    const { stored, quote, payment, chain, until } = purchase;
    const { wallet } = walletSession;
    if (wallet === null) return toast.error('Wallet not connected');
    setFailure(null);
    setAuthorization(null);
    setStage('preparing');
    const watching = new AbortController();
    let asked = false;
    let kept: TransactionData | null = null;
    const before = readAttempt();
    /** Nothing was sent this time. An earlier request may still be open. */
    const withdrawAttempt = () => (before === null ? forgetAttempt(payment.quoteId) : writeAttempt(before));
    const attempt: PaymentAttempt = {
      quoteId: payment.quoteId,
      storedQuoteId: stored.quoteId,
      chainId: payment.chain,
      validUntil: quote.valid_until,
      address: wallet.address,
    };
    const keep = (sent: SentPayment): TransactionData => {
      kept = transactionOf(purchase, wallet, sent);
      writeAttempt({ ...attempt, blocks: kept.blocks });
      writeTransaction(kept);
      announceSent(kept);
      return kept;
    };
    /** The wallet has signed and nothing is sent yet: from here on a reload and the server know the hash. */
    const onSigned = async (sent: SentPayment): Promise<void> => {
      const transaction = keep(sent);
      await announcePayment(transaction).catch((error: unknown) => {
        throw Object.assign(new Error(messageOf(error)), { code: 'refused' });
      });
    };
    try {
      const elsewhere = readSent();
      if (elsewhere?.storedQuoteId === stored.quoteId) {
        takeOver(elsewhere);
        return await navigate({ to: '/confirmation' });
      }
      if (await isPaid(stored)) return setStage('ready');
      const { payments } = await loadWallet();
      const follow = (next: AuthorizationStage) => {
        setStage(next);
        setAuthorization(authorizationAt(next, quote.authorization?.relay === true));
      };
      const given = signed.current?.quoteId === payment.quoteId ? signed.current.ready : null;
      if (given !== null) setAuthorization('signature');
      let ready = given ?? (await payments.authorize(payment, follow, !isBatchGivenUp(stored)));
      let sent: SentPayment | null = null;
      if (given === null && ready.relayable !== undefined) {
        // A wallet may have taken a while to sign.
        if (await isPaid(stored)) return setStage('ready');
        setStage('relaying');
        writeAttempt(attempt);
        asked = true;
        try {
          sent = await relayPurchase(payment.quoteId, ready.relayable);
        } catch (error) {
          // The same authorization goes out from the wallet once the customer agrees to pay the fee.
          signed.current = { quoteId: payment.quoteId, ready };
          setByWallet(payment.quoteId);
          // Without an answer we may still have sent it; the registry tells.
          const refused = error instanceof ApiError && (error.refused || error.code === RELAY_UNAVAILABLE);
          if (refused) withdrawAttempt();
          setStage('ready');
          return toast.info(refused ? error.message : 'We could not send this payment for you.');
        }
      }
      while (sent === null) {
        if (until - Date.now() < TOO_LATE_MS) {
          setStage('ready');
          return toast.info('The price is being renewed. Please check it and pay again.');
        }
        // Checked again, because the signature or approval may have taken a while.
        if (await isPaid(stored)) return setStage('ready');
        if (ready.approvals) setAuthorization('batch');
        setStage('pay_in_wallet');
        writeAttempt(attempt);
        asked = true;
        reach('wallet_opened');
        // A wallet may send and never answer.
        const found = await Promise.race([
          payments.purchase(ready, onSigned),
          untilBought(
            () => askAttempt(attempt),
            () => isPaid(stored),
            watching.signal,
          ),
        ]);
        if (found === 'recorded') return setStage('ready');
        sent = found === null || 'batchId' in found ? found : { ...found, batchId: null };
        if (sent !== null) break;
        // The wallet does not take the batch after all, so the steps follow one by one.
        asked = false;
        withdrawAttempt();
        ready = await payments.approve(ready, follow);
      }
      keep(sent);
      await navigate({ to: '/confirmation' });
    } catch (error) {
      const { name, address } = wallet;
      const context = { payment, chain: chain.name, wallet: name, address, now: Date.now() };
      const failed = payFailure(error, asked, context);
      if (failed.nothingSent) {
        withdrawAttempt();
        if (kept !== null) giveUpTransaction(kept);
      }
      setStage('ready');
      if (isDeclined(error)) toast.info(failed.message);
      else setFailure(failed);
    } finally {
      watching.abort();
    }
  }

  return { stage, authorization, failure, pay, byWallet };
}
