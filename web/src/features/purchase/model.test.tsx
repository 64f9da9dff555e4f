/**
 * Two tabs, two drafts and a wallet that may do anything, in any order. Whatever happens, nobody is asked to pay twice, and
 * nothing that was sent is forgotten.
 */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/errors.ts';
import { browserStore, KEYS, local } from '#web/state/storage.ts';
import { changeAccount, setConnected, setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { storeOf } from '#web/test/memory-store.ts';
import { stored } from '#web/test/payment-form.ts';
import { offer } from '#web/test/sample-offer.ts';
import { tokenPayment } from '#web/test/sample-payment.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { AttemptState, SentPayment } from '#web/wallet/payments.ts';
import { type Order, type PayWorld, pay } from './pay.ts';
import { heldPayment, type Purchases, purchasesIn, type StoredQuote } from './record.ts';

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const BOB = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const START = Date.parse('2026-11-21T10:00:00Z');
const VALID_MS = 30 * 60_000;
const LAPSE_MS = 120_000;

type Hex = `0x${string}`;
const hex = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;

/** A question to a wallet, or to us where we send what it signed. */
interface Request {
  draft: number;
  page: Page;
  quoteId: Hex;
  validUntil: number;
  /** `open` while its page waits, `silent` once nobody does and no answer came. */
  answer: 'open' | 'refused' | 'sent' | 'silent';
  /** Whether a transaction of it may be mined. */
  signed: boolean;
  resolve: (sent: SentPayment) => void;
  reject: (error: Error) => void;
}

/** A tab between two loads. What a page that is gone does reaches nothing. */
class Page {
  alive = true;
  readonly purchases: Purchases;
  /** The signed quote on the screen, by draft. */
  readonly quotes = new Map<number, { quoteId: Hex; until: number }>();
  constructor(readonly session: Storage) {
    const here = <Value,>(work: () => Value): Value => {
      if (!this.alive) throw new Error('This page is gone');
      return work();
    };
    this.purchases = purchasesIn(
      browserStore(() => here(() => window.localStorage)),
      browserStore(() => here(() => session)),
    );
  }
}

class World {
  now = START;
  made = 0;
  readonly sessions = [storeOf(), storeOf()];
  readonly pages = this.sessions.map((session) => new Page(session));
  readonly locks = new Map<string, Page>();
  readonly requests: Request[] = [];
  readonly bought = new Map<Hex, { hash: Hex; draft: number }>();
  readonly waiting: { at: number; page: Page; resolve: () => void }[] = [];
  readonly paidDrafts = new Set<string>();
  /** Wallet requests that should not have been. Not thrown, because paying catches what a wallet throws. */
  readonly problems: string[] = [];
  /** Quotes about which this browser knows what became of them. */
  readonly settled = new Set<Hex>();

  constructor() {
    window.localStorage.clear();
    vi.setSystemTime(this.now);
    setConnected(evmWallet(ADA));
    for (const draft of [0, 1]) this.pages[0]?.purchases.begin(this.quoteOf(draft));
  }

  quoteOf = (draft: number): StoredQuote =>
    ({ ...stored, quoteId: `QUOTE-${draft}`, draftId: `draft_${draft}` }) as StoredQuote;
  record = (draft: number) => this.pages.find(({ alive }) => alive)?.purchases.of(`QUOTE-${draft}`) ?? null;
  raw = (draft: number) => local.text(`${KEYS.purchase}QUOTE-${draft}`);

  lapsed = (validUntil: number) => this.now > validUntil + LAPSE_MS;

  outcomeOf(quoteId: Hex): AttemptState {
    const bought = this.bought.get(quoteId);
    const asked = this.requests.filter((request) => request.quoteId === quoteId);
    const over = asked.every(({ validUntil }) => this.lapsed(validUntil));
    if (bought || over) this.settled.add(quoteId);
    if (bought) return { state: 'bought', txHash: bought.hash };
    return { state: over ? 'unpaid' : 'open' };
  }

  /** Asks the wallet. The first invariant: no other quote of the same draft may still be signed or mined. */
  ask(page: Page, draft: number, { quoteId, until }: { quoteId: Hex; until: number }): Promise<SentPayment> {
    for (const earlier of this.requests.filter((request) => request.draft === draft)) {
      const over = this.lapsed(earlier.validUntil) && !this.bought.has(earlier.quoteId);
      const again = earlier.quoteId === quoteId && earlier.answer === 'silent';
      if (earlier.answer !== 'refused' && !over && !again)
        this.problems.push(`asked while ${earlier.quoteId.slice(-3)} is ${earlier.answer}`);
    }
    return new Promise((resolve, reject) => {
      this.requests.push({
        draft,
        page,
        quoteId,
        validUntil: until,
        answer: 'open',
        signed: false,
        resolve,
        reject,
      });
    });
  }

  /** Presses Pay. The second draft is paid with an authorization that we send. */
  press(tab: number, draft: number): void {
    const page = this.pages[tab];
    const record = page?.purchases.of(`QUOTE-${draft}`);
    if (!page || !record?.quote || walletSession.wallet?.address !== ADA) return;
    if (this.locks.has(record.id)) return;
    const held = heldPayment(record, ADA)?.offer;
    const shown = held ? { quoteId: held.quote.quote_id as Hex, until: held.until } : page.quotes.get(draft);
    const isOld = !shown || shown.until - this.now <= 90_000;
    this.made += isOld ? 1 : 0;
    const quote = isOld ? { quoteId: hex(this.made), until: this.now + VALID_MS } : shown;
    page.quotes.set(draft, quote);
    const payment = { ...tokenPayment, quoteId: quote.quoteId };
    const { answer } = offer({ validUntil: Math.floor(quote.until / 1000) });
    const order: Order = {
      stored: record.quote,
      quote: {
        ...answer,
        quote_id: quote.quoteId,
        valid_until: new Date(quote.until).toISOString(),
      },
      payment,
      network: 'Ganache Local',
      email: 'ada@example.org',
      until: quote.until,
      signed: null,
    };
    const ready = { ...payment, ...(draft === 1 && { relayable: hex(1) }) };
    const world: PayWorld = {
      purchases: page.purchases,
      wallet: walletSession.wallet,
      payments: {
        authorize: async () => ready,
        approve: async () => ready,
        purchase: () => this.ask(page, draft, quote),
        attemptState: async ({ quoteId }) => this.outcomeOf(quoteId),
      },
      isPaid: async (draftId) => this.paidDrafts.has(draftId),
      relay: () => this.ask(page, draft, quote),
      announce: async () => undefined,
      wait: (ms) =>
        new Promise((resolve) => {
          this.waiting.push({ at: this.now + ms, page, resolve });
        }),
      show: () => undefined,
    };
    this.locks.set(record.id, page);
    const free = () => {
      if (this.locks.get(record.id) === page) this.locks.delete(record.id);
    };
    this.running.push(pay(world, order).finally(free));
  }
  readonly running: Promise<unknown>[] = [];

  answer(place: number, how: 'sends' | 'refuses' | 'sends silently' | 'fails' | 'sends twice'): void {
    const open = this.requests.filter(
      ({ answer, signed }) => answer === 'open' || (answer === 'silent' && !signed),
    );
    const request = open[place % Math.max(1, open.length)];
    if (!request) return;
    const heard = request.page.alive && request.answer === 'open';
    // No wallet refuses what it has sent.
    if (how === 'refuses' && !request.signed) {
      if (heard) request.answer = 'refused';
      const declined = new WalletError('rejected', 'Payment cancelled by user');
      request.reject(request.draft === 1 ? new ApiError('http', 'No.', { status: 422 }) : declined);
      return;
    }
    if (how === 'fails' || how === 'refuses') {
      if (heard) request.answer = 'silent';
      request.reject(new WalletError('unanswered', 'Your wallet did not answer.'));
      return;
    }
    request.signed = true;
    if (how === 'sends silently') return;
    if (heard) request.answer = 'sent';
    this.made += 1;
    request.resolve({ txHash: hex(1_000 + this.made) });
    if (how === 'sends twice') request.resolve({ txHash: hex(2_000 + this.made) });
  }

  /** The registry takes each quote once, in its time. */
  mine(): void {
    for (const request of this.requests) {
      const { signed, quoteId, validUntil, draft } = request;
      if (!signed || this.bought.has(quoteId) || this.now > validUntil) continue;
      if ([...this.bought.values()].some((one) => one.draft === draft)) this.problems.push('paid twice');
      this.bought.set(quoteId, { hash: quoteId, draft });
    }
  }

  /** The server records what the registry has, and the confirmation page hears of it. */
  record_(draft: number, tab: number): void {
    const quotes = [...this.bought].filter(([, one]) => one.draft === draft).map(([quoteId]) => quoteId);
    if (quotes.length === 0) return;
    this.paidDrafts.add(`draft_${draft}`);
    for (const quoteId of quotes) this.settled.add(quoteId);
    this.pages[tab]?.purchases.move(`QUOTE-${draft}`, 'bought');
  }

  /** The confirmation page, once the quote of what was sent can no longer be bought. */
  giveUp(draft: number, tab: number): void {
    const record = this.record(draft);
    const quoteId = record?.payment?.quoteId as Hex | undefined;
    if (record?.state !== 'sent' || !quoteId || this.outcomeOf(quoteId).state !== 'unpaid') return;
    this.pages[tab]?.purchases.move(record.id, 'quoted');
  }

  /** The transaction that a wallet named is replaced before it is mined, and the confirmation page learns of it. */
  replace(draft: number, tab: number): void {
    const record = this.record(draft);
    const sent = this.requests.find(
      (one) => one.draft === draft && one.answer === 'sent' && one.quoteId === record?.payment?.quoteId,
    );
    if (record?.state !== 'sent' || !sent?.signed || this.bought.has(sent.quoteId)) return;
    Object.assign(sent, { signed: false, answer: 'refused' });
    this.pages[tab]?.purchases.move(record.id, 'quoted');
  }

  reload(tab: number): void {
    const page = this.pages[tab];
    if (!page) return;
    page.alive = false;
    for (const [id, holder] of this.locks) if (holder === page) this.locks.delete(id);
    for (const request of this.requests) {
      if (request.page === page && request.answer === 'open') request.answer = 'silent';
    }
    this.pages[tab] = new Page(page.session);
  }

  switchAccount(): void {
    changeAccount(walletSession.wallet?.address === ADA ? BOB : ADA);
    for (const session of this.sessions) session.clear();
  }

  async pass(minutes: number): Promise<void> {
    this.now += minutes * 60_000;
    vi.setSystemTime(this.now);
    const due = this.waiting.filter(({ at, page }) => at <= this.now && page.alive);
    for (const one of due) {
      this.waiting.splice(this.waiting.indexOf(one), 1);
      one.resolve();
    }
  }

  /** The second invariant: what may have been paid is known until somebody has answered for it. */
  check(): void {
    expect(this.problems).toEqual([]);
    for (const { signed, quoteId, draft } of this.requests) {
      if (!signed || this.settled.has(quoteId) || this.paidDrafts.has(`draft_${draft}`)) continue;
      const record = this.record(draft);
      const known = record !== null && record.open > 0 && record.payment?.quoteId === quoteId;
      expect(known, `${quoteId.slice(-3)} of draft ${draft} is forgotten`).toBe(true);
    }
  }
}

const tab = fc.integer({ min: 0, max: 1 });
const draft = fc.integer({ min: 0, max: 1 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('press' as const), tab, draft }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      place: fc.nat(3),
      how: fc.constantFrom(
        'sends' as const,
        'refuses' as const,
        'sends silently' as const,
        'fails' as const,
        'sends twice' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mine' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('record' as const), tab, draft }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), tab, draft }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), tab, draft }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 12, 29, 40) }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The drafts that an action may change; null for all. */
function touched(one: Action): number[] | null {
  if (one.kind === 'press' || one.kind === 'record') return [one.draft];
  if (one.kind === 'give up' || one.kind === 'replace') return [one.draft];
  if (one.kind === 'mine' || one.kind === 'reload') return [];
  return null;
}

async function run(actions: readonly Action[]): Promise<World> {
  const world = new World();
  for (const one of actions) {
    const before = [world.raw(0), world.raw(1)];
    const may = touched(one);
    if (one.kind === 'press') world.press(one.tab, one.draft);
    if (one.kind === 'answer') world.answer(one.place, one.how);
    if (one.kind === 'mine') world.mine();
    if (one.kind === 'record') world.record_(one.draft, one.tab);
    if (one.kind === 'give up') world.giveUp(one.draft, one.tab);
    if (one.kind === 'replace') world.replace(one.draft, one.tab);
    if (one.kind === 'reload') world.reload(one.tab);
    if (one.kind === 'switch') world.switchAccount();
    if (one.kind === 'pass') await world.pass(one.minutes);
    await settle();
    world.check();
    // The third invariant: what one draft does never changes another.
    for (const other of [0, 1]) {
      if (may && !may.includes(other)) expect(world.raw(other)).toBe(before[other]);
    }
  }
  return world;
}

afterEach(() => {
  vi.useRealTimers();
  setDisconnected('user');
});

it('no order of two tabs, two drafts and a wallet that may do anything pays twice, forgets a payment, or mixes them up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 30 }), async (actions) => {
      await run(actions);
    }),
    { numRuns: 600 },
  );
});
