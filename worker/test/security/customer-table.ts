/**
 * What a customer's calls answer to their owner, to another wallet, and to their owner's deactivated account, where the
 * contract can't say.
 */

import type { Call } from '#domain/http/call.ts';
import { callTime, claimBody, png } from '../claims.ts';
import { CAR, HOME, TRAVEL, term, usual } from '../harness.ts';
import { nameOf, OWN } from './calls.ts';
import type { Things } from './things.ts';

export interface Asked {
  path?: string;
  body?: unknown;
  form?: FormData;
}

/** What isn't written here follows from the contract. */
interface Exception {
  /** The owner, with one of the things that they own: by default the highest status that the call answers with. */
  own?: number;
  /** Another wallet that names the owner's wallet and things: by default 404 for a path that names one; null for nothing. */
  other?: number | null;
  /** Another wallet that names itself and the owner's things, where that is another request. */
  borrowed?: number;
  /** A deactivated owner, with things of their own: by default as `own`. */
  inactive?: number;
  /** Path and body that name `things` of their owner, and `wallet` as whoever asks. */
  ask?: (things: Things, wallet: string) => Asked;
}
export type Row = Required<Omit<Exception, 'borrowed' | 'ask'>> & Pick<Exception, 'borrowed' | 'ask'>;

const fileForm = (salt: string) => {
  const form = new FormData();
  form.append('file', new File([png(salt)], 'picture.png', { type: 'image/png' }));
  return form;
};

const quoteOf = (wallet: string) => ({
  insurance_type: 'home',
  wallet_address: wallet,
  chain_id: usual.chain_id,
  payment_currency: 'ETH',
  email: 'anyone@example.com',
  insure_again: true,
  ...term(),
});
const payment = ({ paid }: Things, wallet: string) => ({
  wallet_address: wallet,
  tx_hash: paid,
  chain_id: usual.chain_id,
});
const PUSH = {
  endpoint: 'https://push.example.com/one',
  // The generator of P-256: a valid point, like any browser's key.
  keys: {
    p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    auth: 'A'.repeat(22),
  },
};

/** In the order in which the owner calls them: what ends something comes last. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'GET /insurance/policy/{id}': {
    borrowed: 404,
    ask: ({ policy }, wallet) => ({ path: `/insurance/policy/${policy}?wallet_address=${wallet}` }),
  },
  'GET /messages/full/{id}': {
    borrowed: 404,
    ask: ({ thread }, wallet) => ({ path: `/messages/full/${thread}?wallet_address=${wallet}` }),
  },
  'POST /insurance/drafts': {
    inactive: 403,
    ask: () => ({ body: { insurance_type: 'home', details: HOME, ...term() } }),
  },
  'POST /insurance/quotes': {
    other: 404,
    borrowed: 404,
    inactive: 403,
    ask: ({ draft }, wallet) => ({ body: { ...quoteOf(wallet), draft_id: draft } }),
  },
  'POST /insurance/quotes/{quote_id}/relay': { ask: () => ({ body: { signature: '0x' } }) },
  'POST /insurance/home-quote': {
    own: 200,
    other: 404,
    borrowed: 409,
    ask: (things, wallet) => ({ body: payment(things, wallet) }),
  },
  'POST /insurance/car-quote': {
    own: 422,
    other: 404,
    borrowed: 409,
    ask: (things, wallet) => ({ body: { ...payment(things, wallet), ...CAR } }),
  },
  'POST /insurance/travel-quote': {
    own: 422,
    other: 404,
    borrowed: 409,
    ask: (things, wallet) => ({ body: { ...payment(things, wallet), ...TRAVEL } }),
  },
  'POST /insurance/payments/lookup': {
    // It answers everyone, and to another wallet only that the payment is another's.
    other: 200,
    ask: ({ paid }) => ({ body: { tx_hash: paid, chain_id: usual.chain_id } }),
  },
  'POST /insurance/policy/{id}/certificate/email': { ask: () => ({ body: {} }) },
  'POST /insurance/policy/{id}/shares': { ask: () => ({ body: { fields: ['coverage_usd'], days: 7 } }) },
  'PATCH /insurance/policy/{id}/beneficiary': { ask: () => ({ body: { beneficiary: 'Grace Hopper' } }) },
  'PATCH /insurance/policy/{id}/nickname': { ask: () => ({ body: { nickname: 'Quay Street' } }) },
  'PATCH /insurance/policy/{id}/contact': {
    ask: () => ({ body: { email: 'anyone@example.com', telephone: HOME.property_owner_telephone } }),
  },
  // It is too early for the owner, too.
  'POST /insurance/policy/{id}/renew': { own: 409, inactive: 403 },
  'POST /insurance/policy/{id}/change': {
    inactive: 403,
    ask: ({ spare }) => ({
      path: `/insurance/policy/${spare}/change?preview=true`,
      body: { choices: { coverage_usd: 200_000, deductible_usd: 5000 } },
    }),
  },
  'POST /messages/create': {
    other: 404,
    borrowed: 404,
    ask: ({ claim, policy }, wallet) => ({
      body: {
        wallet_address: wallet,
        subject: 'Roof',
        message: 'And snow?',
        claim_id: claim,
        policy_id: policy,
      },
    }),
  },
  'POST /messages/reply': {
    other: 404,
    borrowed: 404,
    ask: ({ thread }, wallet) => ({
      body: { wallet_address: wallet, message: 'And snow?', parent_message_id: thread },
    }),
  },
  'POST /claims/submit': {
    other: 404,
    borrowed: 404,
    ask: ({ policy }, wallet) => ({
      body: { ...claimBody({ id: policy, policy_type: 'home' }), wallet_address: wallet },
    }),
  },
  'POST /claims/{id}/documents': { ask: ({ claim }) => ({ form: fileForm(`more ${claim}`) }) },
  'POST /claims/{id}/second-look': {
    ask: ({ rejected }) => ({
      path: `/claims/${rejected}/second-look`,
      body: { reason: 'Please look at it again.' },
    }),
  },
  'POST /claims/{id}/call': {
    ask: () => ({ body: { preferred_at: callTime(), telephone: HOME.property_owner_telephone } }),
  },
  'POST /insurance/payment-exceptions/{id}/consent': {
    ask: ({ exception, refund }) => ({
      path: `/insurance/payment-exceptions/${exception}/consent`,
      body: refund,
    }),
  },
  'POST /support/faq/{id}/vote': {
    // The question belongs to nobody, and the vote to whoever gives it.
    other: null,
    ask: () => ({ path: '/support/faq/file-a-claim/vote', body: { helpful: true } }),
  },
  'POST /webhooks': {
    ask: () => ({ body: { url: 'https://hooks.example.com/another', events: ['claim.paid'] } }),
  },
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': {},
  'PUT /profile/avatar': { ask: ({ mark }) => ({ form: fileForm(`another ${mark}`) }) },
  'DELETE /profile/avatar': {},
  'PATCH /profile': { ask: ({ mark }) => ({ body: { name: mark } }) },
  'POST /profile/push': { ask: () => ({ body: PUSH }) },
  'DELETE /profile/push': { ask: () => ({ body: { endpoint: PUSH.endpoint } }) },
  'POST /insurance/policy/{id}/cancel': {
    ask: ({ spare, cancellation }) => ({
      path: `/insurance/policy/${spare}/cancel`,
      body: cancellation,
    }),
  },
  // The contract keeps the consent, so its holder revokes it there.
  'DELETE /insurance/policy/{id}/cancel': {
    own: 409,
    ask: ({ spare }) => ({ path: `/insurance/policy/${spare}/cancel` }),
  },
  'POST /insurance/policy/{id}/withdraw': {
    ask: ({ leaving }) => ({ path: `/insurance/policy/${leaving}/withdraw` }),
  },
  'DELETE /insurance/policy/{id}/shares/{share_id}': {},
  'DELETE /webhooks/{id}': {},
  'DELETE /auth/sessions/{id}': {},
  'DELETE /auth/sessions': {},
  'DELETE /profile': {},
  // The deleted profile has ended the session before this.
  'POST /auth/logout': { own: 401 },
};

function rowOf(call: Call): Row {
  const { own = Math.max(...Object.keys(call.answers).map(Number)), ...its } = EXCEPTIONS[nameOf(call)] ?? {};
  return { own, other: call.params === undefined ? null : 404, inactive: own, ...its };
}
const places = Object.keys(EXCEPTIONS);
/** What each call of a customer answers, by its name: reads first, then writes in the order above. */
export const CUSTOMER: ReadonlyMap<string, Row> = new Map(
  OWN.toSorted((a, b) => places.indexOf(nameOf(a)) - places.indexOf(nameOf(b))).map((call) => [
    nameOf(call),
    rowOf(call),
  ]),
);
/** Writes without a row above: their bodies and the order among them follow from nothing. */
export const MISSING = OWN.map(nameOf).filter((name) => !name.startsWith('GET ') && !places.includes(name));

/** A path with the owner's things in place of its parameters. */
export function pathOf(path: string, things: Things, wallet: string): string {
  const id = path.startsWith('/claims')
    ? things.claim
    : path.startsWith('/messages')
      ? things.thread
      : path.startsWith('/webhooks')
        ? things.webhook
        : path.startsWith('/auth/sessions')
          ? things.session
          : path.startsWith('/insurance/drafts')
            ? things.draft
            : things.policy;
  const values: Record<string, string | number> = {
    id,
    wallet,
    document_id: things.document,
    delivery_id: things.delivery,
    share_id: things.share,
    token: things.shareToken,
    quote_id: things.relayed,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? 'unknown'));
}

/** Calls whose path has two ids, where the first may be one's own: it still opens nothing of somebody else's. */
export const MIXED: readonly [string, number, (own: Things, others: Things) => string][] = [
  ['GET', 404, (own, others) => `/claims/${own.claim}/documents/${others.document}`],
  ['POST', 404, (own, others) => `/webhooks/${own.webhook}/deliveries/${others.delivery}/redeliver`],
  // A link that is not there is as good as revoked, and the answer lists one's own.
  ['DELETE', 200, (own, others) => `/insurance/policy/${own.policy}/shares/${others.share}`],
];
