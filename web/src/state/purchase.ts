import * as z from 'zod';
import { daySchema, hash32 } from '../../../domain/fields.ts';
import { PRODUCT_KEYS } from '../../../domain/products/index.ts';
import { KEYS, local, session } from './storage.ts';

/** The specification's stored quote. */
const storedQuote = z.object({
  quoteId: z.string(),
  /** Title of the product. */
  type: z.string(),
  /** Approximate premium in ETH, for show only. */
  premium: z.union([z.string(), z.number()]),
  coverage: z.number(),
  details: z.looseObject({
    startDate: z.string(),
    endDate: z.string(),
    /** Days. */
    duration: z.number(),
    /** Whole US dollars. */
    originalPrice: z.number(),
    insuranceTypeKey: z.enum(PRODUCT_KEYS),
  }),
  currency: z.literal('ETH'),
  /** The server's draft, which holds the identifying fields. */
  draftId: z.string(),
});
export type StoredQuote = z.output<typeof storedQuote>;

/** The quote that is being bought. One that cannot be read is no quote: it is logged, by its fields alone, and removed. */
export function readQuote(): StoredQuote | null {
  if (!local.has(KEYS.quoteData)) return null;
  const value = local.read(KEYS.quoteData);
  const parsed = storedQuote.safeParse(value);
  const wrong = parsed.success
    ? (['startDate', 'endDate'] as const)
        .filter((key) => !daySchema.safeParse(parsed.data.details[key].slice(0, 10)).success)
        .map((key) => `details.${key}`)
    : parsed.error.issues.map(({ path }) => path.join('.') || 'it is no quote');
  if (parsed.success && wrong.length === 0) return parsed.data;
  // biome-ignore lint/suspicious/noConsole: a form that is suddenly empty should leave a trace.
  console.warn(`The stored quote cannot be read: ${value === null ? 'it is no JSON' : wrong.join(', ')}`);
  for (const key of [KEYS.quoteData, KEYS.transactionMetadata]) local.remove(key);
  return null;
}

export function writeQuote(quote: StoredQuote): void {
  const { details } = quote;
  local.write(KEYS.quoteData, quote);
  local.write(KEYS.transactionMetadata, {
    type: quote.type,
    startDate: details.startDate,
    endDate: details.endDate,
    price: details.originalPrice,
    duration: details.duration,
    coverage: quote.coverage,
    ethPremium: quote.premium,
  });
}

/** The UTC days of a stored quote's ISO texts. */
export function quoteDays(quote: StoredQuote): { startDate: string; endDate: string } {
  return { startDate: quote.details.startDate.slice(0, 10), endDate: quote.details.endDate.slice(0, 10) };
}

export function forgetQuote(): void {
  for (const key of [KEYS.quoteData, KEYS.transactionMetadata, KEYS.paymentAttempt, KEYS.sentPayment]) {
    local.remove(key);
  }
  session.remove(KEYS.quoteForm);
}

/** A wallet request that was opened for `quoteId`: its answer may have been lost with a closed page. */
const paymentAttempt = z.object({
  quoteId: hash32,
  /** The browser's own id of the stored quote (`QUOTE-…`). */
  storedQuoteId: z.string(),
  chainId: z.number().int(),
  validUntil: z.iso.datetime(),
});
export type PaymentAttempt = z.output<typeof paymentAttempt>;

export function readAttempt(): PaymentAttempt | null {
  return parseAttempt(local.read(KEYS.paymentAttempt));
}

export const parseAttempt = (value: unknown): PaymentAttempt | null =>
  paymentAttempt.safeParse(value).data ?? null;

export function writeAttempt(attempt: PaymentAttempt): void {
  local.write(KEYS.paymentAttempt, attempt);
}

export function forgetAttempt(): void {
  local.remove(KEYS.paymentAttempt);
}

/** The specification's transaction record, with the quote it pays for beside it. */
const transactionFields = z.object({
  policyId: z.number().nullable(),
  policyNumber: z.string(),
  type: z.string(),
  insuranceTypeKey: z.enum(PRODUCT_KEYS),
  startDate: z.string(),
  endDate: z.string(),
  /** Whole US dollars. */
  price: z.number(),
  duration: z.number(),
  email: z.string(),
  /** Null while the wallet has named only the batch that holds the payment. */
  txHash: hash32.nullable(),
  /** What the wallet calls that batch (EIP-5792). */
  batchId: z.string().min(1).optional(),
  walletType: z.string(),
  address: z.string(),
  timestamp: z.string(),
  chainId: z.number(),
  networkName: z.string(),
  /** True once the policy is recorded. */
  success: z.boolean(),
  apiResponse: z.unknown(),
  quoteId: hash32,
  /** When the signed quote ends. */
  validUntil: z.iso.datetime().optional(),
  paymentCurrency: z.string(),
  /** Whole US dollars. */
  coverage: z.number(),
  ethPremium: z.string(),
  /** The browser's own id of the stored quote (`QUOTE-…`). */
  storedQuoteId: z.string(),
  /** Account and nonce of the transaction, once the network has shown it: what tells it from a replacement. */
  slot: z.object({ from: z.string(), nonce: z.number().int() }).optional(),
  /** True once its owner went back to pay anew, after it had come to nothing. */
  givenUp: z.boolean().optional(),
});
/** A payment that has neither a hash nor a batch was never sent. */
const transactionData = transactionFields.refine(
  ({ txHash, batchId }) => txHash !== null || batchId !== undefined,
);
export type TransactionData = z.output<typeof transactionData>;

export const parseTransaction = (value: unknown): TransactionData | null =>
  transactionData.safeParse(value).data ?? null;

/** The payment that was sent last in this tab: `malformed` when something is stored that cannot be read. */
export function readTransaction(): TransactionData | 'malformed' | null {
  if (!session.has(KEYS.transactionData)) return null;
  return parseTransaction(session.read(KEYS.transactionData)) ?? 'malformed';
}

export function writeTransaction(data: TransactionData): void {
  session.write(KEYS.transactionData, data);
}

/** The stored payment, if it is the one sent as `txHash`. */
function storedTransaction(txHash: string): TransactionData | null {
  const stored = readTransaction();
  return stored !== null && stored !== 'malformed' && stored.txHash === txHash ? stored : null;
}

/** Account and nonce of the payment sent as `txHash`, as far as they are known. */
export function slotOf(txHash: string): TransactionData['slot'] | null {
  return storedTransaction(txHash)?.slot ?? null;
}

/** Remembers them, so that a replaced payment is understood after a reload. */
export function rememberSlot(txHash: string, slot: TransactionData['slot']): void {
  const stored = storedTransaction(txHash);
  if (stored) writeTransaction({ ...stored, slot });
}

/** Whether the stored quote was paid for in this tab: then it is not offered for payment again. */
export function isSent(quote: StoredQuote): boolean {
  const stored = readTransaction();
  if (stored === null || stored === 'malformed' || stored.givenUp) return false;
  return stored.storedQuoteId === quote.quoteId;
}

/** Lets the quote be paid anew of which this payment came to nothing. */
export function giveUpTransaction({ txHash, batchId }: Pick<TransactionData, 'txHash' | 'batchId'>): void {
  const stored = readTransaction();
  if (stored === null || stored === 'malformed') return;
  if (stored.txHash !== txHash || stored.batchId !== batchId) return;
  writeTransaction({ ...stored, givenUp: true });
  local.remove(KEYS.sentPayment);
}

/** Whether a batch that was to pay for the stored quote came to nothing: then it is paid step by step. */
export function isBatchGivenUp(quote: StoredQuote): boolean {
  const stored = readTransaction();
  if (stored === null || stored === 'malformed' || !stored.givenUp) return false;
  return stored.batchId !== undefined && stored.storedQuoteId === quote.quoteId;
}
