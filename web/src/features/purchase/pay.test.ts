// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api/errors.ts';
import { local, session } from '#web/state/storage.ts';
import { stored } from '#web/test/payment-form.ts';
import { offer } from '#web/test/sample-offer.ts';
import { tokenPayment } from '#web/test/sample-payment.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { SentPayment } from '#web/wallet/payments.ts';
import { type Order, type PayWorld, pay, type ReadyPayment, STILL_OPEN } from './pay.ts';
import { heldPayment, purchasesIn, type StoredQuote } from './record.ts';

const purchases = purchasesIn(local, session);
const TX_HASH = `0x${'c'.repeat(64)}` as const;
const SENT: SentPayment = { txHash: TX_HASH };
const wallet = evmWallet('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc');
const ready: ReadyPayment = tokenPayment;
const typed_data = { domain: {}, types: {}, primaryType: 'ReceiveWithAuthorization', message: {} };
const never = () => new Promise<never>(() => undefined);

/** What was asked of the wallet and of us, in order. */
let asked: string[];
const order = (part: Partial<Order> = {}): Order => ({
  stored: stored as StoredQuote,
  quote: offer().answer,
  payment: tokenPayment,
  network: 'Ganache Local',
  email: 'ada@example.org',
  until: Date.now() + 1_800_000,
  signed: null,
  ...part,
});

function world(
  part: Partial<Omit<PayWorld, 'payments'>> & { payments?: Partial<PayWorld['payments']> } = {},
) {
  const noted =
    <Of extends unknown[], Answer>(name: string, work: (...of: Of) => Answer) =>
    (...of: Of): Answer => {
      asked.push(name);
      return work(...of);
    };
  const payments = {
    authorize: noted('authorize', part.payments?.authorize ?? (async () => ready)),
    approve: noted('approve', part.payments?.approve ?? (async () => ready)),
    purchase: noted('purchase', part.payments?.purchase ?? (async () => SENT)),
    attemptState: part.payments?.attemptState ?? (async () => ({ state: 'open' as const })),
  };
  return {
    purchases,
    wallet,
    isPaid: async () => false,
    relay: async () => SENT,
    announce: async () => undefined,
    wait: never,
    show: () => undefined,
    ...part,
    payments,
  } satisfies PayWorld;
}
const record = () => purchases.of('QUOTE-1');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked = [];
  purchases.begin(stored as StoredQuote);
});

describe('paying', () => {
  it('records what the wallet is asked before it is, and what it sent', async () => {
    let before: string | undefined;
    const purchase = async () => {
      before = record()?.state;
      return SENT;
    };
    expect(await pay(world({ payments: { purchase } }), order())).toEqual({ kind: 'sent' });
    expect(before).toBe('asked');
    expect(record()).toMatchObject({
      state: 'sent',
      open: 1,
      payment: {
        quoteId: tokenPayment.quoteId,
        chainId: '1337',
        address: wallet.address,
        txHash: SENT.txHash,
        policyNumber: 'PENDING',
        networkName: 'Ganache Local',
      },
    });
    expect(purchases.paidHere()).toMatchObject({ email: 'ada@example.org' });
  });

  it('follows what was sent already, and asks no wallet', async () => {
    await pay(world(), order());
    asked = [];
    expect(await pay(world(), order())).toEqual({ kind: 'sent' });
    expect(asked).toEqual([]);
  });

  it('asks the wallet step by step once it does not take the batch', async () => {
    const batch = { ...ready, approvals: [{}] };
    let times = 0;
    const purchase = async () => {
      times += 1;
      return times === 1 ? null : SENT;
    };
    const authorize = async () => batch;
    await pay(world({ payments: { authorize, purchase } }), order());
    expect(asked).toEqual(['authorize', 'purchase', 'approve', 'purchase']);
    expect(record()?.open).toBe(1);
  });

  it('asks nobody for a quote that is about to expire, or that was paid while the customer signed', async () => {
    const late = order({ until: Date.now() + 19_000 });
    expect(await pay(world(), late)).toMatchObject({ kind: 'stopped' });
    let looks = 0;
    const isPaid = async () => {
      looks += 1;
      return looks === 2;
    };
    expect(await pay(world({ isPaid }), order())).toEqual({ kind: 'paid' });
    expect(asked).toEqual(['authorize', 'authorize']);
    expect(record()).toMatchObject({ state: 'quoted', open: 0 });
  });

  it('follows what the wallet has signed, although sending it failed without an answer', async () => {
    const purchase: PayWorld['payments']['purchase'] = async (_, onSigned) => {
      await onSigned(SENT);
      throw new Error('The network cannot be reached.');
    };
    const end = await pay(world({ payments: { purchase } }), order());
    expect(end).toMatchObject({ kind: 'failed', failure: { nothingSent: false } });
    expect(record()).toMatchObject({ state: 'sent', open: 1, payment: { txHash: SENT.txHash } });
  });

  it('sends nothing that the server refuses after it is signed', async () => {
    const announce = async () => {
      throw new ApiError('http', 'This quote is no longer valid.', { status: 422 });
    };
    const purchase: PayWorld['payments']['purchase'] = async (_, onSigned) => {
      await onSigned(SENT);
      return SENT;
    };
    const end = await pay(world({ announce, payments: { purchase } }), order());
    expect(end).toMatchObject({ kind: 'failed', failure: { nothingSent: true } });
    expect(record()).toMatchObject({ state: 'quoted', open: 0 });
  });
});

describe('what the wallet is asked for', () => {
  it.each([
    ['sign_in_wallet', false, 'signature'],
    ['sign_in_wallet', true, 'relay'],
    ['approve_in_wallet', true, 'transaction'],
    ['approve_on_chain', false, 'transaction'],
  ] as const)('at %s, where we could send it: %s, it is shown as a %s', async (stage, relay, way) => {
    const shown: unknown[] = [];
    const authorize: PayWorld['payments']['authorize'] = async (_, onStage) => {
      onStage(stage);
      return ready;
    };
    const quote = { ...offer().answer, authorization: { relay, typed_data } };
    const show: PayWorld['show'] = (...now) => shown.push(now);
    await pay(world({ show, payments: { authorize } }), order({ quote }));
    expect(shown).toContainEqual([stage, way]);
  });
});

describe('a wallet that does not answer', () => {
  const wait = () => Promise.resolve();

  it('is overtaken by the registry, or by the server where the registry names no transaction', async () => {
    const bought = async () => ({ state: 'bought' as const, txHash: TX_HASH });
    const found = { purchase: never, attemptState: bought };
    expect(await pay(world({ wait, payments: found }), order())).toEqual({ kind: 'sent' });
    expect(record()?.payment?.txHash).toBe(SENT.txHash);
    localStorage.clear();
    sessionStorage.clear();
    purchases.begin(stored as StoredQuote);
    const isPaid = async () => record()?.state === 'asked';
    const unnamed = async () => ({ state: 'bought' as const, txHash: null });
    const hidden = { purchase: never, attemptState: unnamed };
    expect(await pay(world({ wait, isPaid, payments: hidden }), order())).toEqual({ kind: 'paid' });
    expect(record()?.state).toBe('unknown');
  });

  it('is asked again only after the network was, and never once that has the purchase', async () => {
    const lost = async () => {
      throw new WalletError('unanswered', 'Your wallet did not answer.');
    };
    const end = await pay(world({ payments: { purchase: lost } }), order());
    expect(end).toMatchObject({ kind: 'failed', failure: { nothingSent: false } });
    expect(record()).toMatchObject({ state: 'unknown', open: 1 });
    asked = [];
    const unreachable = async () => {
      throw new Error('The network cannot be reached.');
    };
    expect(await pay(world({ payments: { attemptState: unreachable } }), order())).toMatchObject({
      kind: 'failed',
    });
    expect(asked).toEqual([]);
    const bought = async () => ({ state: 'bought' as const, txHash: TX_HASH });
    expect(await pay(world({ payments: { attemptState: bought } }), order())).toEqual({ kind: 'sent' });
    expect(asked).toEqual([]);
  });

  it('a wallet that did not answer gets no other quote until the first has expired', async () => {
    const lost = async () => {
      throw new Error('The answer is no hash.');
    };
    await pay(world({ payments: { purchase: lost } }), order());
    expect(heldPayment(record(), wallet.address)?.offer.quote).toEqual(offer().answer);
    asked = [];
    const other = order({ payment: { ...tokenPayment, quoteId: `0x${'9'.repeat(64)}` } });
    expect(await pay(world(), other)).toEqual({ kind: 'stopped', message: STILL_OPEN });
    expect(asked).toEqual([]);
    const unpaid = async () => ({ state: 'unpaid' as const });
    expect(await pay(world({ payments: { attemptState: unpaid } }), other)).toEqual({ kind: 'sent' });
    expect(record()).toMatchObject({ open: 1, payment: { quoteId: other.payment.quoteId } });
  });

  it('leaves one open request when it refuses the second', async () => {
    const lost = async () => {
      throw new Error('The answer is no hash.');
    };
    await pay(world({ payments: { purchase: lost } }), order());
    const refused = async () => {
      throw new WalletError('rejected', 'Payment cancelled by user');
    };
    const end = await pay(world({ payments: { purchase: refused } }), order());
    expect(end).toMatchObject({ kind: 'failed', failure: { message: 'Payment cancelled by user' } });
    expect(record()).toMatchObject({ state: 'unknown', open: 1 });
  });
});

describe('a payment that we send', () => {
  const relayed = { payments: { authorize: async () => ({ ...ready, relayable: '0x5151' as const }) } };

  it('goes out without the wallet, which has signed', async () => {
    expect(await pay(world(relayed), order())).toEqual({ kind: 'sent' });
    expect(asked).toEqual(['authorize']);
  });

  it.each([
    ['quoted', new ApiError('http', 'Not on this network.', { status: 503, code: 'relay_unavailable' }), 0],
    ['unknown', new ApiError('timeout', 'Backend server is not responding.'), 1],
  ])('is left to the wallet when we could not: %s', async (state, error, open) => {
    const relay = async () => {
      throw error;
    };
    const end = await pay(world({ ...relayed, relay }), order());
    expect(end).toMatchObject({ kind: 'by_wallet', signed: { relayable: '0x5151' } });
    expect(record()).toMatchObject({ state });
    expect(record()?.open).toBe(open);
    asked = [];
    const signed = end.kind === 'by_wallet' ? end.signed : null;
    expect(await pay(world(relayed), order({ signed }))).toEqual({ kind: 'sent' });
    expect(asked).toEqual(['purchase']);
  });
});
