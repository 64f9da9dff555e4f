import * as z from 'zod';
import { chainRefOf } from '#domain/chains.ts';
import { daySchema, hash32 } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { KEYS, local, session } from './storage.ts';

const storedQuote = z.object({
  quoteId: z.string(),
  type: z.string(),
  /** Approximate premium in ETH, for display only. */
  premium: z.union([z.string(), z.number()]),
  /** Whole US dollars, of each traveler. */
  coverage: z.number(),
  details: z.looseObject({
    startDate: z.string(),
    endDate: z.string(),
    /** Days. */
    duration: z.number(),
    /** Whole US dollars. */
    originalPrice: z.number(),
    /** Whole US dollars. */
    deductible: z.number(),
    /** Whether each traveler but the first is a child at departure. */
    children: z.array(z.boolean()).optional(),
    insuranceTypeKey: z.enum(PRODUCT_KEYS),
  }),
  currency: z.literal('ETH'),
  /** The server's draft, which holds the identifying fields. */
  draftId: z.string(),
});
export type StoredQuote = z.output<typeof storedQuote>;

/** The quote being bought. An unreadable one is removed and logged by its field names only. */
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

/** Removes what is stored of this quote. Another tab may be buying another one. */
export function forgetQuote(storedQuoteId: string): void {
  const idOf = (key: string, field: string) => (local.read(key) as Record<string, unknown> | null)?.[field];
  if (idOf(KEYS.quoteData, 'quoteId') === storedQuoteId) {
    for (const key of [KEYS.quoteData, KEYS.transactionMetadata]) local.remove(key);
  }
  for (const key of [KEYS.paymentAttempt, KEYS.sentPayment]) {
    if (idOf(key, 'storedQuoteId') === storedQuoteId) local.remove(key);
  }
}

/** The id of the policy whose cover this quote changes; null for any other quote. */
export const changedPolicy = (storedQuoteId: string): string | null =>
  /^QUOTE-change_(\d+)_/.exec(storedQuoteId)?.[1] ?? null;

/** Records of earlier visits have an EVM chain's number. */
const storedChain = z.union([z.string(), z.number()]).transform(chainRefOf);

const chainBlocks = z.object({ from: z.number().int(), to: z.number().int() });

/**
 * The quote for which a wallet was last asked to pay, until that is settled. The wallet's answer may be lost, and the
 * customer may disconnect meanwhile.
 */
const paymentAttempt = z.object({
  quoteId: hash32,
  /** The browser's own id of the stored quote (`QUOTE-…`). */
  storedQuoteId: z.string(),
  chainId: storedChain,
  validUntil: z.iso.datetime(),
  address: z.string(),
  blocks: chainBlocks.optional(),
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

/** Removes the attempt to pay this quote. Another tab may have asked a wallet for another one. */
export function forgetAttempt(quoteId: string): void {
  if (readAttempt()?.quoteId === quoteId) local.remove(KEYS.paymentAttempt);
}

/** The specification's transaction record, plus the quote it pays for. */
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
  /** Null while the wallet has returned only the id of the batch that holds the payment. */
  txHash: hash32.nullable(),
  /** The wallet's id of that batch (EIP-5792). */
  batchId: z.string().min(1).optional(),
  walletType: z.string(),
  address: z.string(),
  timestamp: z.string(),
  chainId: storedChain,
  networkName: z.string(),
  /** True once the policy is recorded. */
  success: z.boolean(),
  apiResponse: z.unknown(),
  quoteId: hash32,
  /** When the signed quote expires. */
  validUntil: z.iso.datetime().optional(),
  paymentCurrency: z.string(),
  /** Whole US dollars. */
  coverage: z.number(),
  ethPremium: z.string(),
  /** The browser's own id of the stored quote (`QUOTE-…`). */
  storedQuoteId: z.string(),
  /** Account and nonce of the transaction, known once a node has seen it. They identify a replacement. */
  slot: z.object({ from: z.string(), nonce: z.number().int() }).optional(),
  /** The blocks that can contain the transaction, where it names them itself. After them it can no longer appear. */
  blocks: chainBlocks.optional(),
  /** The block that has it, where the server needs the number to find it. */
  blockNumber: z.number().int().optional(),
  /** True once the payment failed and its owner chose to pay again. */
  givenUp: z.boolean().optional(),
});
/** A payment that has neither a hash nor a batch was never sent. */
const transactionData = transactionFields.refine(
  ({ txHash, batchId }) => txHash !== null || batchId !== undefined,
);
export type TransactionData = z.output<typeof transactionData>;

export const parseTransaction = (value: unknown): TransactionData | null =>
  transactionData.safeParse(value).data ?? null;

/** The last payment sent in this tab, or `malformed` if the stored record cannot be read. */
export function readTransaction(): TransactionData | 'malformed' | null {
  if (!session.has(KEYS.transactionData)) return null;
  return parseTransaction(session.read(KEYS.transactionData)) ?? 'malformed';
}

export function writeTransaction(data: TransactionData): void {
  session.write(KEYS.transactionData, data);
}

/** The same without an unreadable record. */
export function ownTransaction(): TransactionData | null {
  const stored = readTransaction();
  return stored === 'malformed' ? null : stored;
}

function storedTransaction(txHash: string): TransactionData | null {
  const stored = ownTransaction();
  return stored?.txHash === txHash ? stored : null;
}

/** Account and nonce of the payment with this hash, if known. */
export function slotOf(txHash: string): TransactionData['slot'] | null {
  return storedTransaction(txHash)?.slot ?? null;
}

/** Stores them, so that a replaced payment is recognized after a reload. */
export function rememberSlot(txHash: string, slot: TransactionData['slot']): void {
  const stored = storedTransaction(txHash);
  if (stored) writeTransaction({ ...stored, slot });
}

/** Whether this tab has paid for the stored quote. It is not offered for payment again. */
export function isSent(quote: StoredQuote): boolean {
  const stored = ownTransaction();
  return stored?.storedQuoteId === quote.quoteId && !stored.givenUp;
}

/** Marks a failed payment as given up, so that its quote can be paid again. */
export function giveUpTransaction({ txHash, batchId }: Pick<TransactionData, 'txHash' | 'batchId'>): void {
  const stored = ownTransaction();
  if (stored === null || stored.txHash !== txHash || stored.batchId !== batchId) return;
  writeTransaction({ ...stored, givenUp: true });
  local.remove(KEYS.sentPayment);
}

/** Whether a batch for the stored quote failed. The quote is then paid step by step. */
export function isBatchGivenUp(quote: StoredQuote): boolean {
  const stored = ownTransaction();
  if (!stored?.givenUp) return false;
  return stored.batchId !== undefined && stored.storedQuoteId === quote.quoteId;
}
