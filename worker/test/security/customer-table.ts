/**
 * What each of a customer's calls answers to its owner, to another wallet, and to its owner's deactivated account. Without
 * any session, or with one of another kind, all of them answer 401.
 */
import { callTime, claimBody, png } from '../claims.ts';
import { CAR, HOME, TRAVEL, term, usual } from '../harness.ts';
import type { Things } from './things.ts';

export interface Asked {
  path?: string;
  body?: unknown;
  form?: FormData;
}

export interface Row {
  /** The owner, with one of the things that they own. */
  own: number;
  /** Another wallet that names the owner's wallet and things; null for a call that names nothing. */
  other: number | null;
  /** Another wallet that names itself and the owner's things; null if that is the same request or names nothing. */
  borrowed: number | null;
  /** A deactivated owner, with things of their own. */
  inactive: number;
  /** Path and body that name `things` of their owner, and `wallet` as whoever asks. */
  ask?: (things: Things, wallet: string) => Asked;
}

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

const row = (
  own: number,
  other: number | null,
  borrowed: number | null,
  inactive: number,
  ask?: Row['ask'],
): Row => ({ own, other, borrowed, inactive, ...(ask && { ask }) });

/** In the order in which the owner calls them: what ends something comes last. */
export const CUSTOMER: Readonly<Record<string, Row>> = {
  'GET /auth/sessions': row(200, null, null, 200),
  'POST /insurance/drafts': row(200, null, null, 403, () => ({
    body: { insurance_type: 'home', details: HOME, ...term() },
  })),
  'GET /insurance/drafts/{id}': row(200, 404, null, 200),
  'POST /insurance/quotes': row(200, 404, 404, 403, ({ draft }, wallet) => ({
    body: { ...quoteOf(wallet), draft_id: draft },
  })),
  'POST /insurance/quotes/{quote_id}/relay': row(202, 404, null, 202, ({ relayed }) => ({
    path: `/insurance/quotes/${relayed}/relay`,
    body: { signature: '0x' },
  })),
  'POST /insurance/home-quote': row(200, 404, 409, 200, (things, wallet) => ({
    body: payment(things, wallet),
  })),
  'POST /insurance/car-quote': row(422, 404, 409, 422, (things, wallet) => ({
    body: { ...payment(things, wallet), ...CAR },
  })),
  'POST /insurance/travel-quote': row(422, 404, 409, 422, (things, wallet) => ({
    body: { ...payment(things, wallet), ...TRAVEL },
  })),
  'POST /insurance/payments/lookup': row(
    // It answers everyone, and to another wallet only that the payment is another's.
    200,
    200,
    null,
    200,
    ({ paid }) => ({ body: { tx_hash: paid, chain_id: usual.chain_id } }),
  ),
  'GET /insurance/active-policies/{wallet}': row(200, 404, null, 200),
  'GET /insurance/payment-exceptions/{wallet}': row(200, 404, null, 200),
  'GET /insurance/policy/{id}': row(200, 404, 404, 200, ({ policy }, wallet) => ({
    path: `/insurance/policy/${policy}?wallet_address=${wallet}`,
  })),
  'GET /insurance/policy/{id}/proof': row(200, 404, null, 200),
  'GET /insurance/policy/{id}/certificate': row(200, 404, null, 200),
  'GET /insurance/policy/{id}/certificate/email': row(200, 404, null, 200),
  'POST /insurance/policy/{id}/certificate/email': row(202, 404, null, 202, ({ policy }) => ({
    path: `/insurance/policy/${policy}/certificate/email`,
    body: {},
  })),
  'GET /insurance/policy/{id}/shares': row(200, 404, null, 200),
  'POST /insurance/policy/{id}/shares': row(201, 404, null, 201, ({ policy }) => ({
    path: `/insurance/policy/${policy}/shares`,
    body: { fields: ['coverage_usd'], days: 7 },
  })),
  'PATCH /insurance/policy/{id}/beneficiary': row(200, 404, null, 200, () => ({
    body: { beneficiary: 'Grace Hopper' },
  })),
  'PATCH /insurance/policy/{id}/nickname': row(200, 404, null, 200, () => ({
    body: { nickname: 'Quay Street' },
  })),
  'PATCH /insurance/policy/{id}/contact': row(200, 404, null, 200, () => ({
    body: { email: 'anyone@example.com', telephone: HOME.property_owner_telephone },
  })),
  // It is too early for the owner, too.
  'POST /insurance/policy/{id}/renew': row(409, 404, null, 403),
  'POST /insurance/policy/{id}/change': row(200, 404, null, 403, ({ spare }) => ({
    path: `/insurance/policy/${spare}/change?preview=true`,
    body: { choices: { coverage_usd: 200_000, deductible_usd: 5000 } },
  })),
  'GET /messages/list/{wallet}': row(200, 404, null, 200),
  'GET /messages/notifications/count/{wallet}': row(200, 404, null, 200),
  'GET /messages/full/{id}': row(200, 404, 404, 200, ({ thread }, wallet) => ({
    path: `/messages/full/${thread}?wallet_address=${wallet}`,
  })),
  'POST /messages/create': row(201, 404, 404, 201, ({ claim, policy }, wallet) => ({
    body: {
      wallet_address: wallet,
      subject: 'Roof',
      message: 'And snow?',
      claim_id: claim,
      policy_id: policy,
    },
  })),
  'POST /messages/reply': row(201, 404, 404, 201, ({ thread }, wallet) => ({
    body: { wallet_address: wallet, message: 'And snow?', parent_message_id: thread },
  })),
  'GET /claims/{wallet}': row(200, 404, null, 200),
  'GET /claims/detail/{id}': row(200, 404, null, 200),
  'GET /claims/{id}/summary': row(200, 404, null, 200),
  'GET /claims/{id}/documents/{document_id}': row(200, 404, null, 200),
  'POST /claims/submit': row(201, 404, 404, 201, ({ policy }, wallet) => ({
    body: { ...claimBody({ id: policy, policy_type: 'home' }), wallet_address: wallet },
  })),
  'POST /claims/{id}/documents': row(201, 404, null, 201, ({ claim }) => ({
    path: `/claims/${claim}/documents`,
    form: fileForm(`more ${claim}`),
  })),
  'POST /claims/{id}/second-look': row(201, 404, null, 201, ({ rejected }) => ({
    path: `/claims/${rejected}/second-look`,
    body: { reason: 'Please look at it again.' },
  })),
  'POST /claims/{id}/call': row(201, 404, null, 201, () => ({
    body: { preferred_at: callTime(), telephone: HOME.property_owner_telephone },
  })),
  'POST /insurance/payment-exceptions/{id}/consent': row(200, 404, null, 200, ({ exception, refund }) => ({
    path: `/insurance/payment-exceptions/${exception}/consent`,
    body: refund,
  })),
  'POST /support/faq/{id}/vote': row(
    // The question belongs to nobody, and the vote to whoever gives it.
    200,
    null,
    null,
    200,
    () => ({ path: '/support/faq/file-a-claim/vote', body: { helpful: true } }),
  ),
  'GET /webhooks': row(200, null, null, 200),
  'POST /webhooks': row(201, null, null, 201, () => ({
    body: { url: 'https://hooks.example.com/another', events: ['claim.paid'] },
  })),
  'GET /webhooks/{id}/deliveries': row(200, 404, null, 200),
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': row(200, 404, null, 200),
  'GET /profile': row(200, null, null, 200),
  'GET /profile/answers': row(200, null, null, 200),
  'GET /profile/export': row(200, null, null, 200),
  'GET /profile/avatar': row(200, null, null, 200),
  'PUT /profile/avatar': row(200, null, null, 200, ({ mark }) => ({ form: fileForm(`another ${mark}`) })),
  'DELETE /profile/avatar': row(200, null, null, 200),
  'PATCH /profile': row(200, null, null, 200, ({ mark }) => ({ body: { name: mark } })),
  'POST /profile/push': row(200, null, null, 200, () => ({ body: PUSH })),
  'DELETE /profile/push': row(200, null, null, 200, () => ({ body: { endpoint: PUSH.endpoint } })),
  'POST /insurance/policy/{id}/cancel': row(200, 404, null, 200, ({ spare, cancellation }) => ({
    path: `/insurance/policy/${spare}/cancel`,
    body: cancellation,
  })),
  // The contract keeps the consent, so its holder revokes it there.
  'DELETE /insurance/policy/{id}/cancel': row(409, 404, null, 409, ({ spare }) => ({
    path: `/insurance/policy/${spare}/cancel`,
  })),
  'POST /insurance/policy/{id}/withdraw': row(200, 404, null, 200, ({ leaving }) => ({
    path: `/insurance/policy/${leaving}/withdraw`,
  })),
  'DELETE /insurance/policy/{id}/shares/{share_id}': row(200, 404, null, 200),
  'DELETE /webhooks/{id}': row(200, 404, null, 200),
  'DELETE /auth/sessions/{id}': row(200, 404, null, 200),
  'DELETE /auth/sessions': row(200, null, null, 200),
  'DELETE /profile': row(200, null, null, 200),
  // The deleted profile has ended the session before this.
  'POST /auth/logout': row(401, null, null, 401),
};

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
