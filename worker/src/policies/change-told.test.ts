/** What the desk and the holder are told of a change of cover: it is no cancellation. */
import { beforeAll, expect, test } from 'vitest';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../test/admin.ts';
import { buy, LOWER, quoteFor } from '../../test/change.ts';
import { cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../test/desk.ts';
import { type Customer, readChains, rows, scanFromHere } from '../../test/harness.ts';
import { Postbox } from '../../test/postbox.ts';
import { queueOf } from '../../test/queue.ts';

beforeAll(scanFromHere);

/** A holder whose address is confirmed, so that letters leave. */
async function written() {
  const all = await insured();
  await rows(
    `INSERT INTO confirmed_emails (wallet, mailbox, email, confirmed_at)
      SELECT ?1, mailbox, target, '2026-01-01T00:00:00.000Z' FROM outbox WHERE wallet = ?1 AND channel = 'email' LIMIT 1`,
    all.customer.address.toLowerCase(),
  );
  return all;
}

/** The letter of a kind as it is sent. */
async function letter({ address }: Customer, kind: string) {
  const post = new Postbox();
  await post.deliver(
    await rows<{ id: string; attempts: number }>(
      "SELECT id, attempts FROM outbox WHERE wallet = ? AND kind = ? AND state = 'queued'",
      address.toLowerCase(),
      kind,
    ),
  );
  expect(post.sent).toHaveLength(1);
  return { subject: post.sent[0]?.subject, text: post.sent[0]?.text ?? '' };
}

/** The line of the queue about a policy's refund. */
const owed = async (hedy: Admin, id: number) =>
  (await queueOf(hedy)).items.find((item) => item.kind === 'refunds_owed' && item.id === String(id))?.detail;

test('A change of cover reads as a change at the desk and in its letters, never as a cancellation.', async () => {
  const hedy = await Admin.arrive('Hedy Lamarr');
  const { customer, policy } = await written();
  const successor = await buy(customer, await quoteFor(customer, policy.id, LOWER));
  const [old, now] = [policy.policy_number, successor.policy_number];

  expect(await owed(hedy, policy.id)).toBe(`$1,200 premium, Replaced by ${now}, a change of cover`);
  const { data } = await hedy.call<PolicyRequestDetail>(`/admin/policies/${policy.id}`);
  expect(data.replaced_by).toMatchObject({ policy_number: now });
  const agreed = await letter(customer, 'change_refund_agreed');
  expect(agreed.subject).toBe(`You changed your cover: the refund of ${old}`);
  expect(agreed.text).toContain(`${now} replaces your policy ${old}, and you agreed to the refund for it.`);
  expect(agreed.text).toContain(`${now} covers you now`);
  expect(agreed.text).not.toMatch(/cancel/i);

  const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
  await sendReady(ready, UNDERWRITER);
  await readChains();
  const refunded = await letter(customer, 'policy_refunded');
  expect(refunded.text).toContain(`Policy ${old} is replaced by ${now}. We sent your refund of `);
  expect(refunded.text).not.toMatch(/cancel/i);
});

test('a cancellation without a change still reads as a cancellation at the desk and in its letter', async () => {
  const hedy = await Admin.arrive('Hedy Lamarr');
  const { customer, policy } = await written();
  await cancelPolicy(customer, policy.id);
  expect(await owed(hedy, policy.id)).toBe('$1,200 premium, Cancellation requested');
  const received = await letter(customer, 'cancellation_received');
  expect(received.subject).toBe(`We received your cancellation of ${policy.policy_number}`);
  expect(received.text).toContain(`We received your request to cancel ${policy.policy_number}.`);
});
