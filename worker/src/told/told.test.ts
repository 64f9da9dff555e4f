import { beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '#domain/admin/settings-schema.ts';
import { EVENT_DATA, WEBHOOK_EVENTS } from '#domain/webhooks/schema.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { Admin } from '../../test/admin.ts';
import { deskCtx } from '../../test/desk.ts';
import { rows } from '../../test/harness.ts';
import { HISTORY } from './history.ts';
import type { Told } from './kind.ts';
import { html, plainText } from './layout.ts';
import { deskLetterOf, letterOf, type Written } from './letter.ts';
import { tell } from './tell.ts';
import { type DataOf, type Kind, TOLD } from './told.ts';

const AT = '2026-12-01T10:05:00.000Z';
const WALLET = `0x${'a'.repeat(40)}`;
const HASH = `0x${'b'.repeat(64)}`;
const claim = {
  claim_id: 7,
  policy_id: 3,
  title: 'Hail broke the roof',
  claimed: '$5,000',
  status: 'under_review',
  next: 'We will review your claim.',
  next_due: AT,
} as const;
const policy = { policy_id: 3, product: 'home', name: 'Ada Lovelace' } as const;
const cover = {
  people: 1,
  most_usd: 500_000,
  cover_start_date: '2026-12-01',
  start_date: '2026-12-01',
  end_date: '2027-12-01',
};
const insured = {
  number: 'POL-003',
  insured: '12 Quay Street, Bristol',
  cover: '$500,000, deductible $2,500',
  from: 'December 1, 2026',
  until: 'December 1, 2027, 24:00 UTC',
  wording_version: 'home-2',
  replaces: { number: 'POL-002', since: AT },
};
const replaces = { old_id: 2, refund: 'owed', sum: '0.3 ETH', due_at: AT } as const;
const sold = { ...policy, quote_id: HASH };
const move = { ...policy, new_holder: WALLET };
const payment = { sum: '0.6 ETH', tx_hash: HASH };
const second = { ...payment, policy_id: 3 };
const contract = { notice: 'happened' as const, network: 'Ganache', lines: ['A role was granted.'] };

const step = { from_status: 'active', to_status: 'cancelled', chain_id: '1337' } as const;
const steps = Object.fromEntries(Object.keys(HISTORY).map((kind) => [kind, step])) as Record<
  keyof typeof HISTORY,
  DataOf<keyof typeof HISTORY>
>;

/** Data of each kind: one without it does not compile. */
const SAMPLES: { [K in Kind]: DataOf<K> } = {
  claim_submitted: { ...claim, amount_cents: 500_000, due_at: AT, is_canceling: true },
  claim_under_review: { ...claim, reopened: true, notes: 'Thank you.', due_at: AT },
  claim_documents_requested: { ...claim, requested: 'An invoice.', notes: null, needed_by: AT },
  claim_documents_reminder: { ...claim, requested: 'An invoice.', needed_by: AT },
  claim_documents_overdue: { ...claim, day: 'December 1, 2026', due_at: AT },
  claim_approved: {
    ...claim,
    payout_usd: 2500,
    currency: 'ETH',
    due_at: AT,
    less_usd: 2500,
    at_once: false,
    second: 'size',
    suggested_usd: 2000,
    is_reduced: true,
    last_word: null,
    notes: 'Well documented.',
  },
  claim_payout_confirmed: { ...claim, payout_usd: 2500, due_at: AT, notes: null },
  claim_sent_back: { ...claim, payout_usd: 2500, due_at: AT },
  claim_rejected: {
    ...claim,
    reason: 'The frames had rotted.',
    clause: { title: 'Not covered', text: 'Wear and tear' },
    look_until: 'March 1, 2027',
    last_word: null,
  },
  claim_given_up: claim,
  claim_payment_sent: { ...claim, payout_usd: 2500 },
  claim_paid: { ...claim, paid: '1.25 ETH ($2,500)', payout_usd: 2500, tx_hash: HASH },
  claim_paid_outside: { ...claim, payout_usd: 2500, method: 'bank_transfer', reference: 'R-7' },
  claim_payment_undone: claim,
  claim_payment_failed: { ...claim, payout_usd: 2500 },
  claim_payout_vetoed: { ...claim, payout_usd: 2500, due_at: AT },
  claim_veto_undone: claim,
  claim_documents_added: { status: 'pending', names: ['roof.jpg', 'bill.pdf'] },
  claim_call_requested: { status: 'pending', when: 'December 1, 2026, 10:00 UTC' },
  claim_rest_submitted: { ...claim, reason: 'The frames were new.', looked_at: 6 },
  claim_decision_undone: {},
  claim_second_look: { ...claim, reason: 'They were new.', looked_at: 7, is_rest: false, due_at: AT },
  policy_created: { ...sold, status: 'active' },
  payment_completed: { ...sold, tx_hash: HASH, amount: '600', currency: 'ETH', premium_usd: 1200 },
  policy_purchased: { ...policy, paid: '0.6 ETH', is_active: true, cover, replaces },
  policy_approved: { ...policy, cover, replaces: { ...replaces, refund: 'claimed' } },
  policy_active: { ...policy, ...insured },
  rejection_withdrawn: { ...policy, confirmed: true, cover_told: cover, ...insured },
  certificate: { ...policy, ...insured },
  policy_rejected: { ...policy, reason: 'A thatched roof.', refund: '0.6 ETH', due_at: AT, thread_id: 5 },
  cancellation_received: { ...policy, refund: '0.3 ETH', due_at: AT },
  change_refund_agreed: { ...policy, refund: '0.3 ETH', new_id: 4 },
  policy_refunded: {
    ...policy,
    refund: '0.3 ETH',
    tx_hash: HASH,
    ended: 'cancelled',
    is_void: false,
    new_id: null,
  },
  consent_ignored: { ...policy, refund: '0.3 ETH', because: { reason: 'too_much', at_most: '0.2 ETH' } },
  cancellation_closed: { ...policy, reason: 'lapsed', new_id: null },
  cancellation_moved: policy,
  cancellation_reopened: { ...policy, refund: '0.3 ETH' },
  cover_lost: { ...policy, lost_id: 4 },
  change_refund_closed: { ...policy, reason: 'revoked' },
  withdrawal_recorded: {
    ...policy,
    submitted_at: AT,
    state: 'recorded',
    premium: '0.6 ETH',
    due_at: AT,
    given_up: ['CLM-007', 'CLM-008'],
  },
  withdrawal_received: {
    policy_id: 3,
    submitted_at: AT,
    email: 'ada@example.com',
    token: 'T0k',
    given_up: ['CLM-007'],
  },
  holder_change_proposed: { ...move, proposed_at: AT, earliest: AT, lapses_at: AT },
  holder_change_confirmed: { ...move, effective_at: AT, contested: true },
  holder_change_contested: move,
  holder_change_stopped: move,
  policy_ending: { ...policy, end_date: '2027-12-01', cover_until: AT },
  payment_excepted: { ...payment, reason: 'late' },
  payment_returned: { ...payment, refund_tx_hash: HASH },
  payment_bought: { tx_hash: HASH },
  paid_twice: second,
  second_payment_returned: { ...second, refund_tx_hash: HASH },
  second_payment_counts: second,
  claim_paid_twice: { claim_id: 7 },
  payout_without_claim: {},
  refund_in_error: {},
  transfer_unprepared: {},
  monthly_report: {
    month: '2026-11',
    lines: [
      ['Policies issued', '2'],
      ['Claims paid', ''],
    ],
  },
  customer_wrote: { thread_id: 5 },
  support_replied: { thread_id: 5, title: 'Roof', reply: 'Yes, it is.' },
  contact_answered: { title: 'Boats', name: 'Grace Hopper', asked: 'Do you insure boats?', reply: 'No.' },
  complaint_received: { thread_id: 5, answer_by: AT, ombudsman: 'You can turn to a court.' },
  address_entered: { email: 'ada@example.com', token: 'T0k' },
  admin_invited: {
    admin_id: 2,
    expires_at: AT,
    name: 'Hedy Lamarr',
    role: 'claims',
    email: 'hedy@example.com',
    url: 'http://localhost:8787/admin/admin-login#invitation=T0k',
  },
  sender_tested: {},
  other_products: { name: 'Ada Lovelace', products: ['car', 'travel'] },
  change_proposed: {},
  audit_log_cut: {},
  ...steps,
  contract_watched: contract,
  contract_notice: contract,
  contract_event: {
    notice: 'soon',
    chain_id: 1337,
    contract: WALLET,
    event: 'Announced',
    text: 'A role was granted.',
    tx_hash: HASH,
    possible_from: AT,
    possible_until: null,
  },
};

const kinds = Object.keys(TOLD) as Kind[];
const ctx = deskCtx();
const entryOf = (kind: Kind) => TOLD[kind] as unknown as Told<unknown>;
/** A confirmation is written along with what waits for it. */
const told = kinds.filter((kind) => {
  const { text, letter, desk, webhook } = entryOf(kind);
  return kind !== 'address_entered' && (text || letter || desk || webhook);
});

/** What is missing from a sentence shows in one of these ways. */
const INCOMPLETE = /undefined|null|NaN|\[object|Invalid|\$\{|[^\S\n]{2}|\s[.,:]|\(\)|^$/;

function rendered(subject: string, letter: Written): string[] {
  const closing = { footer: letter.footer, choice: letter.choice };
  const [text, page] = [plainText(letter, closing), html(subject, letter, closing)];
  expect(page).toContain('<!doctype html>');
  const said = letter.parts.flatMap((part) => {
    if (part.kind === 'facts') return part.facts.flat();
    return part.kind === 'link' ? [part.label, part.url] : [part.text];
  });
  for (const each of said) expect(text).toContain(each.split('\n')[0]);
  return [subject, ...said, letter.footer];
}

beforeAll(async () => {
  const hedy = await Admin.arrive('Hedy Lamarr');
  await rows(
    `UPDATE admins SET ${NOTICES.map((notice) => `${notice} = 1`).join(', ')} WHERE id = ?`,
    hedy.id,
  );
  await rows("INSERT INTO push_subscriptions VALUES ('p', ?, 'https://push.example/', '{}', '2026')", WALLET);
  await rows("INSERT INTO profiles (wallet, push_notifications, updated_at) VALUES (?, 1, '2026')", WALLET);
  await rows(
    "INSERT INTO webhooks VALUES ('w', ?, 'https://hook.example/', ?, 'sealed', '2026')",
    WALLET,
    JSON.stringify(WEBHOOK_EVENTS),
  );
});

describe('everything that is told', () => {
  test.each(kinds)('%s: each sentence is complete, and each letter has a text and a page', (kind) => {
    const entry = entryOf(kind);
    const data = entry.data.parse(SAMPLES[kind]);
    const { line, subject, text, push, letter, desk, webhook } = entry;
    const said = [line, subject, text, push].flatMap((words) => (words ? [words(data)] : []));
    if (letter) {
      const title = letter.subject?.(data) ?? subject?.(data) ?? '';
      said.push(...rendered(title, letterOf(ctx, entry, data, WALLET)));
    }
    if (desk) said.push(...rendered(desk.subject(data), deskLetterOf(ctx, desk, data, false)));
    if (webhook) expect(() => EVENT_DATA[webhook.event].parse(webhook.content(data))).not.toThrow();
    if (kind !== 'claim_decision_undone') expect(said.length + (webhook ? 1 : 0)).toBeGreaterThan(0);
    for (const sentence of said) expect(sentence).not.toMatch(INCOMPLETE);
  });

  const written = async () =>
    (
      await rows<{ n: number }>(
        "SELECT (SELECT count(*) FROM outbox WHERE kind <> 'address_entered') + (SELECT count(*) FROM thread_messages) AS n",
      )
    )[0]?.n ?? 0;

  test.each(told)('%s: is told once under one key', async (kind) => {
    const entry = entryOf(kind);
    const thread = { key: kind, wallet: WALLET, subject: 'Told', type: 'general' } as const;
    const to = { wallet: WALLET, key: `sample:${kind}`, thread, email: 'ada@example.com' };
    const once = () => ctx.db.batch(tell(ctx, kind, to, SAMPLES[kind]) as Statements);
    const before = await written();
    await once();
    const waits = entry.letter && entry.letter.waits !== false;
    const parts = [entry.text, entry.push, waits, entry.desk, entry.webhook].filter(Boolean).length;
    expect((await written()) - before).toBe(parts);
    await once();
    await Promise.all([once(), once()]);
    expect((await written()) - before).toBe(parts);
  });
});
