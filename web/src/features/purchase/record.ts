import * as z from 'zod';
import { sameWallet } from '#domain/address.ts';
import { daySchema, hash32 } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { offeredChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';
import { KEPT } from '#domain/promises.ts';
import { quoteAnswer } from '#domain/quote/schema.ts';
import { KEYS, type Store } from '#web/state/storage.ts';

/** An ISO time whose day exists. */
const isoDay = z.string().refine((text) => daySchema.safeParse(text.slice(0, 10)).success);

const storedQuote = z.object({
  quoteId: z.string(),
  type: z.string(),
  /** Approximate premium in ETH, for display only. */
  premium: z.union([z.string(), z.number()]),
  /** Whole US dollars, of each traveler. */
  coverage: z.number(),
  details: z.looseObject({
    startDate: isoDay,
    endDate: isoDay,
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
/** The specification's `quoteData`. */
export type StoredQuote = z.output<typeof storedQuote>;

/** The UTC days of a stored quote's ISO texts. */
export function quoteDays({ details }: StoredQuote): { startDate: string; endDate: string } {
  return { startDate: details.startDate.slice(0, 10), endDate: details.endDate.slice(0, 10) };
}

/** The stored choice if the product is still sold that way, otherwise the default. */
export const quoteChoice = ({ coverage, details }: StoredQuote): Choice =>
  offeredChoice(details.insuranceTypeKey, { coverage, deductible: details.deductible });

/** The id of the policy whose cover this quote changes; null for any other quote. */
export const changedPolicy = (id: string): string | null => /^QUOTE-change_(\d+)_/.exec(id)?.[1] ?? null;

/** The hash of a quote or a transaction. */
const hash = hash32.transform((text) => text as `0x${string}`);
const chainBlocks = z.object({ from: z.number().int(), to: z.number().int() });

/** A quote as the server signed it, and when it expires by this browser's clock, so that a wrong clock blocks nobody. */
const signedQuote = z.object({ quote: quoteAnswer, until: z.number() });
export type SignedQuote = z.output<typeof signedQuote>;

const payment = z.object({
  policyId: z.number().nullable(),
  policyNumber: z.string(),
  type: z.string(),
  insuranceTypeKey: z.enum(PRODUCT_KEYS),
  startDate: z.string(),
  endDate: z.string(),
  /** Whole US dollars. */
  price: z.number(),
  duration: z.number(),
  /** Null until the wallet has sent it, and while it has returned only the id of the batch that holds it. */
  txHash: hash.nullable(),
  /** The wallet's id of that batch (EIP-5792). */
  batchId: z.string().min(1).optional(),
  walletType: z.string(),
  address: z.string(),
  timestamp: z.string(),
  chainId: z.string(),
  networkName: z.string(),
  /** True once the policy is recorded. */
  success: z.boolean(),
  apiResponse: z.unknown(),
  quoteId: hash,
  /** When the signed quote expires. */
  validUntil: z.iso.datetime(),
  paymentCurrency: z.string(),
  /** Whole US dollars. */
  coverage: z.number(),
  ethPremium: z.string(),
  /** The purchase that it belongs to. */
  storedQuoteId: z.string(),
  /** Account and nonce of the transaction, known once a node has seen it. They identify a replacement. */
  slot: z.object({ from: z.string(), nonce: z.number().int() }).optional(),
  /** The blocks that can contain the transaction, where it names them itself. After them it can no longer appear. */
  blocks: chainBlocks.optional(),
  /** The block that has it, where the server needs the number to find it. */
  blockNumber: z.number().int().optional(),
  /** What to ask for again while it may still be paid: the registry takes one quote only once, but two quotes twice. */
  offer: signedQuote.optional(),
});
/** What a wallet was asked to pay, and what it sent: the specification's transaction record without the email address. */
export type Payment = z.output<typeof payment>;
export const isSent = ({ txHash, batchId }: Payment) => txHash !== null || batchId !== undefined;
const sentPayment = payment.refine(isSent);
/** The specification's `transactionData`. The email address is in the tab that paid alone. */
export type TransactionData = Payment & { email: string };

const purchase = z.object({
  /** The browser's own id of the quote (`QUOTE-…`). */
  id: z.string(),
  /**
   * `quoted`: nothing that a wallet was asked for can still arrive. `asked`: a wallet has the request. `unknown`: it did
   * not answer, and may have sent.
   */
  state: z.enum(['quoted', 'asked', 'unknown', 'sent', 'bought']),
  /** When it was last opened in any tab, in milliseconds. */
  openedAt: z.number(),
  /** How many requests for `payment` may still be signed or mined. */
  open: z.number().int(),
  /** Null once it is bought, and when its wallet has left. */
  quote: storedQuote.nullable(),
  /** What a wallet was asked last, whatever became of it. */
  payment: payment.nullable(),
  /** Whether a batch came to nothing, after which the wallet is asked step by step. */
  stepwise: z.boolean(),
});
export type Purchase = z.output<typeof purchase>;
export type PurchaseState = Purchase['state'];

/** The moves that a purchase can make. Wherever a wallet may be asked again, `asked` follows. */
export const MOVES: Readonly<Record<PurchaseState, readonly PurchaseState[]>> = {
  // A wallet may have sent more than the transaction that it named.
  quoted: ['asked', 'sent', 'bought'],
  asked: ['sent', 'quoted', 'unknown', 'bought'],
  unknown: ['asked', 'sent', 'quoted', 'bought'],
  // Signed is as good as sent, until the server refuses it before it goes out or the network shows that it failed.
  sent: ['sent', 'quoted', 'unknown', 'bought'],
  bought: [],
};

/** How many requests are open after a move, of those before it. */
const OPEN: Readonly<Record<PurchaseState, (before: number) => number>> = {
  asked: (before) => before + 1,
  unknown: (before) => before,
  // Kept also where another tab gave it up before.
  sent: (before) => Math.max(1, before),
  // Whoever refuses the second request has not answered the first.
  quoted: (before) => Math.max(0, before - 1),
  bought: () => 0,
};

/**
 * Whether a wallet may be asked for this quote. While it may still pay, it is asked for the same quote alone, and not even
 * for that one where no registry takes it only once.
 */
export const mayAsk = ({ open, payment }: Purchase, quoteId: string | undefined): boolean =>
  open === 0 || (payment?.quoteId === quoteId && payment?.blocks === undefined);

/** What this wallet was asked to pay and may still pay. */
export function heldPayment(purchase: Purchase | null, address: string | null) {
  const { open = 0, payment = null } = purchase ?? {};
  if (open === 0 || !payment?.offer || address === null || !sameWallet(payment.address, address)) return null;
  return { ...payment, offer: payment.offer };
}

/** A quote's draft lasts as long, and what was bought is found among the policies. */
export const PAYABLE_HOURS = KEPT.draftHours;
const KEPT_MS = PAYABLE_HOURS * 3_600_000;

/** Whether its draft is gone at `now`, and no wallet may still pay for it. */
export const isOver = ({ openedAt, open }: Purchase, now: number): boolean =>
  open === 0 && openedAt < now - KEPT_MS;

const newest = (records: readonly Purchase[]): Purchase | null =>
  records.toSorted((a, b) => b.openedAt - a.openedAt)[0] ?? null;

/** What is left of a purchase when only its wallet request is known. */
const blank = (id: string, openedAt: number): Purchase => ({
  id,
  state: 'quoted',
  openedAt,
  open: 0,
  quote: null,
  payment: null,
  stepwise: false,
});

/**
 * The purchases of a browser, one record for each draft, as one of its tabs sees them. The specification's keys follow
 * from the records: `quoteData` and `transactionMetadata` from the quote that was opened last in any tab,
 * `transactionData` from the payment that this tab has made or follows.
 * @param tell is called after each change
 */
export function purchasesIn(local: Store, session: Store, tell: () => void = () => undefined) {
  const keyOf = (id: string) => `${KEYS.purchase}${id}`;
  const of = (id: string) => purchase.safeParse(local.read(keyOf(id))).data ?? null;
  const all = () =>
    local.keys(KEYS.purchase).flatMap((key) => purchase.safeParse(local.read(key)).data ?? []);
  const openQuotes = () =>
    all().filter(
      ({ id, state, quote }) => quote !== null && state !== 'bought' && changedPolicy(id) === null,
    );
  const idIn = (value: unknown, field: string): string =>
    String((value as Record<string, unknown> | null)?.[field] ?? '');

  function save(record: Purchase, followed?: { email: string }): Purchase {
    local.write(keyOf(record.id), record);
    project(followed && { id: record.id, ...followed });
    return record;
  }

  /** Writes the specification's keys. */
  function project(followed?: { id: string; email: string }): void {
    const quote = newest(openQuotes())?.quote;
    if (quote) {
      const { type, details, coverage, premium } = quote;
      const { startDate, endDate, originalPrice: price, duration } = details;
      const metadata = { type, startDate, endDate, price, duration, coverage, ethPremium: premium };
      local.write(KEYS.quoteData, quote);
      local.write(KEYS.transactionMetadata, metadata);
    } else if (of(idIn(local.read(KEYS.quoteData), 'quoteId')) !== null) {
      for (const key of [KEYS.quoteData, KEYS.transactionMetadata]) local.remove(key);
    }
    const before = session.read(KEYS.transactionData);
    const { id, email } = followed ?? { id: idIn(before, 'storedQuoteId'), email: idIn(before, 'email') };
    const { offer: _, ...paid } = of(id)?.payment ?? {};
    if (sentPayment.safeParse(paid).success) session.write(KEYS.transactionData, { ...paid, email });
    tell();
  }

  function forget(which: (record: Purchase) => boolean): void {
    for (const { id } of all().filter(which)) local.remove(keyOf(id));
  }

  /** Makes records of what only the specification's keys know. Answers what is wrong with the quote there. */
  function adopt(): z.ZodError | undefined {
    const now = Date.now();
    forget((record) => record.state === 'bought' && isOver(record, now));
    const { data: quote, error } = storedQuote.safeParse(local.read(KEYS.quoteData));
    if (quote && of(quote.quoteId) === null) {
      local.write(keyOf(quote.quoteId), { ...blank(quote.quoteId, now), quote });
    }
    const paid = sentPayment.safeParse(session.read(KEYS.transactionData)).data;
    if (!paid || paid.success) return error;
    const record = of(paid.storedQuoteId) ?? blank(paid.storedQuoteId, now);
    if (record.payment === null)
      local.write(keyOf(record.id), { ...record, state: 'sent', open: 1, payment: paid });
    return error;
  }

  /** Removes a `quoteData` that is no quote, and logs it by its field names only. */
  function dropUnreadable({ issues }: z.ZodError): void {
    const wrong = issues.map(({ path }) => path.join('.') || 'it is no quote').join(', ');
    // biome-ignore lint/suspicious/noConsole: a form that is suddenly empty should leave a trace.
    console.warn(`The stored quote cannot be read: ${wrong}`);
    for (const key of [KEYS.quoteData, KEYS.transactionMetadata]) local.remove(key);
  }

  return {
    of,
    /** The purchase of this draft if it is open, otherwise the one that was opened last in any tab. */
    open(draftId?: string): Purchase | null {
      const unreadable = adopt();
      if (unreadable && local.has(KEYS.quoteData)) dropUnreadable(unreadable);
      const open = openQuotes();
      return open.find(({ quote }) => quote?.draftId === draftId) ?? newest(open);
    },
    /** Those whose quote can still be paid. */
    quotes: openQuotes,
    /** Those that the wallet with this address was asked to pay, where it has not answered or its answer was lost. */
    unanswered(address: string | undefined): Purchase[] {
      adopt();
      const own = ({ payment }: Purchase) =>
        address !== undefined && payment !== null && sameWallet(payment.address, address);
      return all().filter((one) => (one.state === 'asked' || one.state === 'unknown') && own(one));
    },
    /** Keeps a quote as the one that was opened last. */
    begin(quote: StoredQuote): void {
      adopt();
      const now = Date.now();
      forget((record) => isOver(record, now));
      const { quoteId: id } = quote;
      save({ ...(of(id) ?? blank(id, now)), quote, openedAt: now });
    },
    /** Makes one of the allowed moves. Null for any other, and where the purchase is gone. */
    move(id: string, to: PurchaseState, change: Partial<Purchase> = {}, email?: string): Purchase | null {
      const record = of(id);
      if (record === null || !MOVES[record.state].includes(to)) return null;
      if (to === 'asked' && !mayAsk(record, change.payment?.quoteId)) return null;
      const open = change.open ?? OPEN[to](record.open);
      const state = to === 'quoted' && open > 0 ? 'unknown' : to;
      const next = { ...record, ...change, state, open, ...(to === 'bought' && { quote: null }) };
      return save(next, email === undefined ? undefined : { email });
    },
    /** Keeps what the wallet has signed or sent of the payment that it was asked for; this tab follows it. */
    send(id: string, sent: Partial<Payment>, email: string): Purchase | null {
      const { payment } = of(id) ?? {};
      return payment ? this.move(id, 'sent', { payment: { ...payment, ...sent } }, email) : null;
    },
    /** What was learned about a payment, in whatever state it is. */
    learn(id: string, part: Partial<Payment>): void {
      const record = of(id);
      if (record?.payment) save({ ...record, payment: { ...record.payment, ...part } });
    },
    /** Makes this tab follow the purchase's payment, which another tab has made. */
    follow(id: string): void {
      const own = idIn(session.read(KEYS.transactionData), 'storedQuoteId') === id;
      if (!own) project({ id, email: '' });
    },
    /** The payment that this tab has made or follows, or `malformed` if its record cannot be read. */
    paidHere(): TransactionData | 'malformed' | null {
      adopt();
      if (!session.has(KEYS.transactionData)) return null;
      const here = session.read(KEYS.transactionData);
      const read = sentPayment.safeParse(here).data;
      if (!read) return 'malformed';
      const known = of(read.storedQuoteId)?.payment;
      return { ...(known && isSent(known) ? known : read), email: idIn(here, 'email') };
    },
  };
}
export type Purchases = ReturnType<typeof purchasesIn>;
