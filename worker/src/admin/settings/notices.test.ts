/** The email that administrators choose to get. */
import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { Customer, HOME, term } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { approvals, change, decide, policy } from '../../../test/settings.ts';

const MINUTE = 60_000;

let hedy: Admin;
let ada: Customer;

beforeAll(async () => {
  hedy = await Admin.arrive('Hedy');
  ada = await Customer.arrive();
});

describe('what an administrator is told by email', () => {
  const wants = (by: Admin, notice: string) => change(by, 'notifications', { [notice]: true });
  const to = (postbox: Postbox, { email }: Admin) => postbox.to(email).map(({ subject }) => subject);

  test('follows their choices: claims, messages, and approvals of others @settings-2', async () => {
    const [claims, messages, veto, none] = [
      await Admin.arrive('Claims', 'claims'),
      await Admin.arrive('Messages', 'support'),
      await Admin.arrive('Veto'),
      await Admin.arrive('None'),
    ];
    await wants(claims, 'new_claim');
    await wants(messages, 'message_waiting');
    await wants(veto, 'veto');
    const postbox = new Postbox();
    const { id } = await policy(ada);
    const claim = await submit(ada, { id, policy_type: 'home' });
    await ada.call('/messages/create', { body: { subject: 'Roof', message: 'Is hail covered?' } });
    await change(hedy, 'system', { auto_approve_below_usd: 11_000 });
    await change(veto, 'system', { maximum_claim_usd: 110_000 });
    postbox.ahead = 6 * MINUTE;
    await postbox.schedule();
    await postbox.deliver();
    expect(to(postbox, claims)).toEqual(['A new claim needs review']);
    expect(to(postbox, messages)).toEqual(['A customer is waiting for a reply']);
    expect(to(postbox, veto)).toEqual(['A change needs a second administrator']);
    expect(to(postbox, none)).toEqual([]);
    const [letter] = postbox.to(claims.email);
    expect(letter?.text).toContain(`/admin/claims?open=${claim.data.id}`);
    expect(letter?.text).not.toContain('Ada');
    const [thread] = postbox.to(messages.email);
    expect(thread?.text).toMatch(/\/admin\/messages\?open=\d+/);
    for (const { id: open } of await approvals(none)) await decide(none, open, 'refuse');
  });

  test('includes a payment that matches no policy', async () => {
    const admin = await Admin.arrive('Exceptions');
    await wants(admin, 'payment_exception');
    const form = { insurance_type: 'home', details: HOME, ...term(30) };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
    const twice = { ...form, details: undefined, draft_id };
    const [one, two] = [(await ada.quote(twice)).data, (await ada.quote(twice)).data];
    const postbox = new Postbox();
    for (const quote of [one, two]) await ada.report(await ada.pay(quote));
    postbox.ahead = 6 * MINUTE;
    await postbox.schedule();
    await postbox.deliver();
    expect(to(postbox, admin)).toEqual(['A payment matches no policy']);
  });

  test('is not sent to those who no longer want it or have left', async () => {
    const [quiet, gone] = [await Admin.arrive('Quiet'), await Admin.arrive('Gone')];
    await wants(quiet, 'message_waiting');
    await wants(gone, 'message_waiting');
    const postbox = new Postbox();
    await ada.call('/messages/create', { body: { subject: 'Roof', message: 'Is hail covered?' } });
    await change(quiet, 'notifications', { message_waiting: false });
    await gone.deactivate();
    postbox.ahead = 6 * MINUTE;
    await postbox.schedule();
    await postbox.deliver();
    expect([...to(postbox, quiet), ...to(postbox, gone)]).toEqual([]);
  });
});
