import { env } from 'cloudflare:workers';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer } from '../../../domain/policy/schema.ts';
import { Customer, chain, countingDatabase, term } from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';
import { openDatabase } from '../db/client.ts';
import { confirmRefund } from '../refunds/confirm.ts';
import { prepareRefund } from '../refunds/prepare.ts';
import { dispatchLetters } from './dispatch.ts';
import { expireLetters } from './expire.ts';
import { remindOfRenewal } from './remind.ts';

const DAY = 86_400_000;
/** The underwriter of contracts/script/chains/1337.json. */
const UNDERWRITER: Hex = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let post: Postbox;
let ada: Customer;
let email: string;
let tests = 0;

beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('DELETE FROM outbox'), env.DB.prepare('DELETE FROM job_marks')]);
  tests += 1;
  email = `hopper.${tests}@example.com`;
  post = new Postbox();
  ada = await Customer.arrive();
});

async function buy(days = 365): Promise<PolicyAnswer> {
  const quote = await ada.quote({ email, ...term(days) }, post.reach);
  return (await ada.report(await ada.pay(quote.data), {}, post.reach)).data;
}

const reminders = async () =>
  (await post.letters(ada.address)).filter(({ kind }) => kind === 'renewal_reminder');

/** Runs the schedule as if it were so many days before the end of the policy, an hour into that day. */
async function daysBefore(policy: PolicyAnswer, days: number): Promise<void> {
  const end = Date.parse(`${policy.policy_end_date}T01:00:00Z`);
  post.ahead = end - days * DAY - Date.now();
  await post.schedule();
}

describe('before the end of a policy its holder is reminded', () => {
  test('30 and 7 days ahead, once each, however often the schedule runs', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 31);
    expect(await reminders()).toHaveLength(0);
    await daysBefore(policy, 30);
    await Promise.all([post.schedule(), post.schedule()]);
    await daysBefore(policy, 29);
    expect(await reminders()).toHaveLength(1);
    await daysBefore(policy, 7);
    await daysBefore(policy, 6);
    expect(await reminders()).toHaveLength(2);
    await post.deliver();
    const letters = post.to(email).filter(({ subject }) => subject.includes('ends on'));
    expect(letters).toHaveLength(2);
    expect(letters[0]?.text).toMatch(/You can renew it/);
    expect(letters[0]?.text).toContain(`/policy/${policy.id}?type=home`);
  });

  test('also when the schedule did not run on that very day', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 26);
    expect(await reminders()).toHaveLength(1);
    await daysBefore(policy, 3);
    expect(await reminders()).toHaveLength(2);
  });

  test('but not at an address that nobody confirmed, nor of a term that is short', async () => {
    const unconfirmed = await buy();
    await daysBefore(unconfirmed, 7);
    expect(await reminders()).toHaveLength(0);
    await env.DB.prepare('DELETE FROM job_marks').run();
    post.ahead = 0;
    ada = await Customer.arrive();
    const short = await buy(30);
    await post.confirm(email);
    await daysBefore(short, 29);
    expect(await reminders()).toHaveLength(0);
    await daysBefore(short, 7);
    expect(await reminders()).toHaveLength(1);
  });

  test('and not of a policy that was cancelled before the letter went out', async () => {
    const policy = await buy();
    await post.confirm(email);
    await daysBefore(policy, 30);
    await env.DB.prepare("UPDATE policies SET status = 'cancelled' WHERE id = ?").bind(policy.id).run();
    await post.deliver();
    expect((await reminders())[0]).toMatchObject({ state: 'failed', last_error: 'no_longer_due' });
    await daysBefore(policy, 7);
    expect(await reminders()).toHaveLength(1);
  });

  test('at a cost of what is due alone, beside thousands of letters and policies', async () => {
    const policy = await buy();
    await post.confirm(email);
    await env.DB.batch([
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO outbox SELECT 'letter_' || i, 'w' || i, 'certificate', 'a@b.c', 'a@b.c', '', NULL, '{}', 'sent', 1,
        '2020-01-01', NULL, '2020-01-01', '2020-01-01', 'old' || i FROM n`),
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
          coverage_usd, start_date, end_date, cover_from, cover_until, created_at)
        SELECT 'q' || i, 'q' || i, 'w', 'evm', '1337', 'home', 'active', 0, 1, 1, '2020-01-01', date('2031-01-01', i || ' days'),
          NULL, '2020', '2020' FROM n`),
    ]);
    const end = Date.parse(`${policy.policy_end_date}T01:00:00Z`);
    post.ahead = end - 30 * DAY - Date.now();
    const { DB, statements, rowsRead } = countingDatabase();
    const ctx = { ...post.ctx, db: openDatabase(DB) };
    await remindOfRenewal(ctx);
    await dispatchLetters(ctx);
    expect(await reminders()).toHaveLength(1);
    statements.splice(0);
    await remindOfRenewal(ctx);
    await expireLetters(ctx);
    await dispatchLetters(ctx);
    expect(statements).toHaveLength(4);
    expect(await rowsRead()).toBeLessThan(10);
  });
});

test('cancelling is confirmed by letter with the refund, and so is the refund itself, at the changed address', async () => {
  const policy = await buy();
  const changed = `changed.${tests}@example.com`;
  await ada.call(
    `/insurance/policy/${policy.id}/contact`,
    { method: 'PATCH', body: { email: changed, telephone: '+44 20 7946 0018' } },
    post.reach,
  );
  expect((await post.letters(ada.address)).map((each) => `${each.kind} ${each.recipient}`)).toContain(
    `confirm_address ${changed}`,
  );
  const cancel = () => ada.call(`/insurance/policy/${policy.id}/cancel`, { method: 'POST' }, post.reach);
  expect((await cancel()).status).toBeLessThan(300);
  await cancel();
  await post.confirm(changed);
  await post.deliver();
  expect(post.to(changed).map(({ subject }) => subject)).toEqual([
    'Please confirm your e-mail address',
    `We received your cancellation of ${policy.policy_number}`,
  ]);
  expect(post.to(changed)[1]?.text).toContain('Refund: 0.6000 ETH');

  const refund = await prepareRefund(post.ctx, { policyId: policy.id, outcome: 'cancelled' });
  await chain.impersonateAccount({ address: UNDERWRITER });
  const hash = await chain.sendTransaction({
    account: UNDERWRITER,
    chain: chain.chain,
    to: refund.to as Hex,
    data: refund.data as Hex,
    gas: 400_000n,
  });
  await chain.waitForTransactionReceipt({ hash });
  await confirmRefund(post.ctx, { policyId: policy.id, txHash: hash });
  await post.schedule();
  await post.deliver();
  const last = post.to(changed).at(-1);
  expect(last?.subject).toBe(`Your premium for ${policy.policy_number} was refunded`);
  expect(last?.text).toContain('is cancelled');
  expect(last?.text).toContain(hash);
  expect(last?.attachments).toEqual([]);
});
