import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import * as changeApi from '#domain/policy/change-api.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { contactOf } from '#domain/products/forms/facts.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import type { DraftPaid, QuoteAnswer } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { reach } from '#web/lib/beacon.ts';
import { networkIn } from '#web/lib/deployment.ts';
import {
  type PaymentAttempt,
  readQuote,
  rememberSlot,
  type StoredQuote,
  slotOf,
  type TransactionData,
} from '#web/state/purchase.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { AttemptState, SentPayment } from '#web/wallet/payments.ts';
import { type PaymentChoice, paymentReport, quoteBody, reportCall } from './payload.ts';

/** A signed quote for exactly this choice. It is renewed manually before it expires, never while the wallet is open. */
export function quoteQuery(stored: StoredQuote, choice: PaymentChoice | null) {
  return queryOptions({
    queryKey: ['quote', stored.quoteId, choice],
    enabled: choice !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }): Promise<QuoteAnswer> => {
      if (choice === null) throw new Error('Wallet not connected');
      const body = quoteBody(stored, choice);
      const data = await api.ask(quoteApi.createQuote, { body }, { signal });
      reach('quote');
      return data;
    },
  });
}

/** What a change of a policy's cover costs and gives back today, with the consent to sign. */
export function changeQuery(address: string, id: number, asked: ChangeRequest) {
  return queryOptions({
    queryKey: ['change', address, id, asked],
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
    // Coming back from the wallet must not replace what is being signed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.ask(
        changeApi.changePolicy,
        { id, query: { preview: 'true' }, body: asked },
        { signal },
      )) as ChangePreview,
  });
}

/** Milliseconds that we may take to send a payment for the customer. */
const RELAY_MS = 20_000;

/** Has us send the purchase that the holder authorized, and answers its transaction. Safe to repeat. */
export async function relayPurchase(quoteId: string, signature: string): Promise<SentPayment> {
  const { tx_hash } = await api.ask(
    quoteApi.relayPurchase,
    { quote_id: quoteId, body: { signature } },
    { signal: AbortSignal.timeout(RELAY_MS) },
  );
  return { txHash: tx_hash as `0x${string}`, batchId: null };
}

/** All that the confirmation needs of the policy, whatever else its answer says. */
const reportAnswer = z.object({
  id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  quote_id: hash32.nullable(),
  status: z.enum(POLICY_STATUSES),
});
type ReportAnswer = z.output<typeof reportAnswer>;

export type Report =
  | { kind: 'answered'; answer: ReportAnswer }
  /** The server has checked the transaction and will not make a policy of it. */
  | { kind: 'refused'; message: string };

/** Milliseconds that the server may take to hear of a payment before it is sent. */
const ANNOUNCE_MS = 10_000;
const QUICK_MS = 1_500;
const SLOW_MS = 8_000;
const QUICK_TIMES = 20;

function settled(report: Report | undefined): boolean {
  if (!report) return false;
  return report.kind === 'refused' || (report.answer.id !== null && report.answer.status !== 'pending');
}

/**
 * Reports a payment to the server repeatedly until the policy exists. The call is idempotent by transaction, and its
 * answer is the policy's status.
 */
export function reportQuery(transaction: TransactionData, enabled: boolean) {
  const { txHash } = transaction;
  return queryOptions({
    queryKey: ['payment-report', txHash],
    enabled: enabled && txHash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Report> => {
      if (txHash === null) throw new Error('No transaction');
      const call = reportCall(transaction.insuranceTypeKey);
      const body = paymentReport(transaction, txHash, readQuote());
      try {
        const own = { signal, schema: reportAnswer };
        return { kind: 'answered', answer: (await api.ask(call, { body }, own)) as ReportAnswer };
      } catch (error) {
        if (error instanceof ApiError && [404, 409, 422].includes(error.status)) {
          return { kind: 'refused', message: error.message };
        }
        throw error;
      }
    },
    refetchInterval: ({ state }) => {
      if (settled(state.data)) return false;
      return state.dataUpdateCount + state.errorUpdateCount < QUICK_TIMES ? QUICK_MS : SLOW_MS;
    },
  });
}

/**
 * Tells the server the hash of a payment that is signed but not sent. Throws if the server refuses it; that it cannot be
 * reached stops nobody, because it finds the payment on its own.
 */
export async function announcePayment(transaction: TransactionData): Promise<void> {
  if (transaction.txHash === null) return;
  const call = reportCall(transaction.insuranceTypeKey);
  const body = paymentReport(transaction, transaction.txHash, readQuote());
  try {
    await api.send(call, { body }, { signal: AbortSignal.timeout(ANNOUNCE_MS) });
  } catch (error) {
    if (error instanceof ApiError && error.refused) throw error;
  }
}

/** What the wallet returned for the payment: its hash, or the batch id until the hash is known. */
function sentAs({ txHash, batchId, blocks }: TransactionData): SentPayment {
  if (txHash !== null) {
    return { txHash: txHash as `0x${string}`, batchId: null, ...(blocks ? { blocks } : {}) };
  }
  if (batchId === undefined) throw new Error('A payment without hash and batch');
  return { txHash: null, batchId };
}

export function receiptKey({ chainId, txHash, batchId }: TransactionData) {
  return ['receipt', chainId, txHash ?? batchId];
}

/**
 * The payment's state on the chain: mined, reverted or replaced. A batch is resolved to its transaction first.
 * @param onBlock is told the block that has it before it counts; null when that one is replaced
 */
export function receiptQuery(transaction: TransactionData, onBlock?: (block: number | null) => void) {
  const { chainId, txHash, quoteId, validUntil } = transaction;
  return queryOptions({
    queryKey: receiptKey(transaction),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 3_000,
    queryFn: async ({ signal }) => {
      const { payments } = await loadWallet();
      const sent = {
        ...sentAs(transaction),
        chain: chainId,
        quoteId: quoteId as `0x${string}`,
        validUntil: validUntil === undefined ? null : Date.parse(validUntil) / 1000,
        slot: (txHash !== null && slotOf(txHash)) || null,
      };
      return payments.waitForReceipt(
        sent,
        (slot) => txHash !== null && rememberSlot(txHash, slot),
        signal,
        onBlock,
      );
    },
  });
}

/** What the network says about a quote for which the wallet was asked to pay. */
export async function askAttempt({
  chainId,
  quoteId,
  validUntil,
  blocks,
}: PaymentAttempt): Promise<AttemptState> {
  const { payments } = await loadWallet();
  return payments.attemptState({
    chain: chainId,
    quoteId: quoteId as `0x${string}`,
    validUntil: Date.parse(validUntil) / 1000,
    blocks,
  });
}

const LATE_PURCHASE_MS = 5_000;

/**
 * Whether a quote was bought after all while its failed payment is on the screen: the wallet may have sent more than the
 * transaction that it named.
 */
export function latePurchaseQuery(
  { chainId, quoteId, storedQuoteId, address, validUntil }: TransactionData,
  enabled: boolean,
) {
  return queryOptions({
    queryKey: ['late-purchase', chainId, quoteId],
    enabled: enabled && validUntil !== undefined,
    queryFn: () => askAttempt({ chainId, quoteId, storedQuoteId, address, validUntil: validUntil ?? '' }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? LATE_PURCHASE_MS : false),
  });
}

export function confirmationsQuery(transaction: TransactionData, enabled: boolean) {
  const { chainId, txHash } = transaction;
  return queryOptions({
    queryKey: ['confirmations', chainId, txHash],
    enabled: enabled && txHash !== null,
    queryFn: async () => {
      const { payments, deployment } = await loadWallet();
      const count = await payments.confirmations(chainId, txHash as `0x${string}`);
      return { count, required: networkIn(deployment, chainId)?.confirmations ?? 1 };
    },
    refetchInterval: ({ state }) =>
      state.data && (state.data.count === null || state.data.count >= state.data.required) ? false : 2_000,
  });
}

const UNDER_WAY_REFRESH_MS = 5_000;

interface OwnDraft {
  email: string;
  paid: DraftPaid | null;
  noClaims: NoClaims | null;
}

/**
 * The wallet's own draft: its email address, for a reloaded payment page, whether it was paid, and the claim-free years
 * that lower its price. All are unknown once the draft is gone.
 */
export function draftQuery(draftId: string | undefined, enabled: boolean) {
  return queryOptions({
    queryKey: ['payment-draft', draftId],
    enabled: enabled && draftId !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OwnDraft> => {
      const draft = await api.find(quoteApi.getDraft, { id: draftId ?? '' }, { signal });
      if (draft === null) return { email: '', paid: null, noClaims: null };
      const email = contactOf(draft.insurance_type, spreadTravelers(draft.details), 'email');
      return { email, paid: draft.paid, noClaims: draft.no_claims };
    },
    // A payment under way may become a policy, or be canceled in the wallet.
    refetchInterval: ({ state }) => (state.data?.paid?.policy_id === null ? UNDER_WAY_REFRESH_MS : false),
  });
}

export const exceptionsQuery = (address: string, refetchInterval: number | false = false) =>
  api.query(
    paymentsApi.listPaymentExceptions,
    { wallet: address },
    { queryKey: ['payment-exceptions', address], refetchInterval },
  );
