import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { claimById } from '#worker/claims/desk.ts';
import { stepOf } from '#worker/claims/step.ts';
import { claimBody } from '../../test/claims.ts';
import { Customer } from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';

let post: Postbox;
let ada: Customer;
let email: string;
let claim: ClaimAnswer;
let policy: PolicyAnswer;
let tests = 0;

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM outbox').run();
  post = new Postbox();
  ada = await Customer.arrive();
  tests += 1;
  email = `claims.${tests}@example.com`;
  const quote = await ada.quote({ email }, post.reach);
  policy = (await ada.report(await ada.pay(quote.data), {}, post.reach)).data;
  await post.confirm(email);
  const body = claimBody(policy, { description: 'Hail broke the <b>roof</b>.' });
  claim = (await ada.call<ClaimAnswer>('/claims/submit', { body }, post.reach)).data;
  await post.deliver();
  post.sent.splice(0);
});

/** Takes a step of the claim as the desk does. */
async function takeStep(notes: string): Promise<void> {
  const { ctx } = post;
  const row = await claimById(ctx, claim.id);
  const due_at = '2026-12-01T10:00:00.000Z';
  const statements = stepOf(ctx, row, {
    change: { status: 'under_review', due_at },
    told: ['claim_under_review', { reopened: false, notes, due_at }],
  });
  await ctx.db.batch(statements);
  await post.schedule();
}

const state = async () =>
  (await post.letters(ada.address))
    .filter(({ kind }) => kind.startsWith('claim_'))
    .map(({ state, last_error }) => `${state} ${last_error}`)
    .at(-1);

describe('letter about a claim step', () => {
  test('says what happened and what the claim’s status is now, with a link to it @letters-1', async () => {
    await takeStep('We are looking at it.\nPlease keep the <i>tiles</i>.');
    await post.deliver();
    const [letter] = post.to(email);
    expect(letter?.subject).toBe(`Hail broke the <b>roof</b>, ${claim.claim_number}: under review`);
    for (const part of [
      'We are looking at it.',
      'Please keep the <i>tiles</i>.',
      `Claim: ${claim.claim_number}`,
      `Policy: ${policy.policy_number}`,
      'Claimed: $5,000',
      'Status: Under Review',
      'By: December 1, 2026, 10:00 UTC',
      `http://localhost:8787/claim/${claim.id}`,
      'Choose which letters you get: http://localhost:8787/profile#notifications',
    ]) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.html).toContain('&lt;i&gt;tiles&lt;/i&gt;');
    expect(letter?.attachments).toEqual([]);
  });

  test('says what was told at the time, whatever happened to the claim before it goes out', async () => {
    await takeStep('We are looking at it.');
    await env.DB.prepare("UPDATE claims SET status = 'rejected' WHERE id = ?").bind(claim.id).run();
    await post.deliver();
    expect(post.to(email)[0]?.text).toContain('Status: Under Review');
  });

  test('never sends a letter for a claim that now belongs to another wallet', async () => {
    await takeStep('We are looking at it.');
    await env.DB.prepare('UPDATE claims SET wallet = ? WHERE id = ?')
      .bind(`0x${'e'.repeat(40)}`, claim.id)
      .run();
    await post.deliver();
    expect(post.sent).toEqual([]);
    expect(await state()).toBe('failed claim_gone');
  });

  test('drops claim letters once email is switched off but still sends contract letters', async () => {
    await takeStep('We are looking at it.');
    await env.DB.prepare(
      "INSERT INTO profiles (wallet, email_notifications, updated_at) VALUES (?, 0, '2026')",
    )
      .bind(ada.address.toLowerCase())
      .run();
    await post.deliver();
    expect(await state()).toBe('failed unwanted');
    await ada.call(`/insurance/policy/${policy.id}/certificate/email`, { body: {} }, post.reach);
    await post.deliver();
    expect(post.sent.map(({ subject }) => subject)).toEqual([
      `Your insurance certificate ${policy.policy_number}`,
    ]);
    expect(post.sent[0]?.text).not.toContain('#notifications');
  });
});
