/** The work queue: its sections, and working through one record after the other. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QueueItem } from '#domain/admin/records-schema.ts';
import { dayOf } from '#domain/days.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { shortDay } from '#web/lib/format.ts';
import { mountSite } from '#web/test/mount.tsx';
import { deskClaim, deskPolicy } from '#web/test/sample-case.ts';
import { atDesk, sampleQueue } from '#web/test/sample-desk.ts';
import { queueItem } from '#web/test/sample-queue.ts';
import { nearest } from './display.ts';

const claims = [3, 7, 9].map((id) => queueItem('to_do', 'claims_due', id, id));

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

const list = async (name: string) => within(await screen.findByRole('list', { name }));
const links = async (name: string) =>
  (await list(name)).getAllByRole('link').map((link) => link.getAttribute('href'));

/** A desk with claims 3, 7 and 9 to review. `left` is the queue after a decision. */
function atWork(left: readonly QueueItem[] = claims) {
  let decided = false;
  const one = (id: number) => ({
    [`GET /admin/claims/${id}`]: { data: deskClaim({ id, claim_id: `CLM-00${id}` }) },
  });
  const calls = atDesk({
    ...Object.assign({}, ...[3, 7, 9].map(one)),
    'GET /admin/queue': () => ({ data: sampleQueue(decided ? left : claims) }),
    ...Object.fromEntries(
      [3, 7, 9].map((id) => [
        `PATCH /admin/claims/${id}/status`,
        () => {
          decided = true;
          return { data: { ...ANSWER, id } };
        },
      ]),
    ),
  });
  return { calls, decide: () => (decided = true) };
}
const ANSWER = {
  id: 3,
  claim_number: 'CLM-003',
  status: 'under_review',
  policy_id: 12,
  policy_number: 'POL-012',
  policy_type: 'home',
  cause: null,
  traveler: null,
  claim_amount: 4000,
  formatted_amount: '$4,000',
  incident_date: '2026-11-19',
  description: 'The storm.',
  documents_count: 1,
  payout_amount: null,
  progress: 50,
  next: { actor: 'mooring', step: 'We will look at your claim.', due: '2026-11-22T10:00:00.000Z' },
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  wallet_address: '0x1',
  suggested_payout: 1500,
  needs_confirmation: false,
};

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const openClaim = (id: number) => screen.findByRole('heading', { name: `CLM-00${id}`, level: 2 });

describe('the work queue', () => {
  it('shows what waits in its section, with its clock, and leads to the record beside it', async () => {
    const items = [
      queueItem('to_do', 'claims_due', 7, -2),
      queueItem('to_do', 'exceptions', 3, 3),
      queueItem('customer', 'documents_awaited', 8, 50),
      queueItem('time', 'payouts_under_way', 9, 80, { ready_at: '2026-11-25T12:04:00.000Z' }),
      queueItem('second_person', 'payouts_to_confirm', 4, 9),
    ];
    atDesk({ 'GET /admin/queue': { data: sampleQueue(items) } });
    mountSite('/admin/queue');
    expect(await links('To do')).toEqual([
      '/admin/queue?open=to_do.claims_due.7',
      '/admin/queue?open=to_do.exceptions.3',
    ]);
    expect((await list('To do')).getByText('1 h late')).toBeDefined();
    expect((await list('To do')).getByText('3 h left')).toBeDefined();
    expect(await links('Waiting for the customer')).toEqual([
      '/admin/queue?open=customer.documents_awaited.8',
    ]);
    expect((await list('Waiting for time')).getByText(/Nov 25, 2026/)).toBeDefined();
    expect(await links('Waiting for a second person')).toHaveLength(1);
  });

  it('lists my own work first, then unassigned work, then the team’s, each by its due time', async () => {
    const mine = { assigned_to: 1, assigned_admin_name: 'Ada Byron' };
    const team = { assigned_to: 2, assigned_admin_name: 'Grace Hopper' };
    const items = [
      queueItem('to_do', 'messages_unanswered', 1, -5, team),
      queueItem('to_do', 'messages_unanswered', 2, 1),
      queueItem('to_do', 'claims_due', 7, 3),
      queueItem('to_do', 'claims_due', 8, 9, mine),
    ];
    atDesk({ 'GET /admin/queue': { data: sampleQueue(items) } }, 'claims');
    mountSite('/admin/queue');
    const listed = (await list('To do')).getAllByRole('listitem').map(({ textContent: text }) => text);
    expect(listed.map((text) => text?.match(/^(Mine|Unassigned|Team)$|Item \d/)?.[0])).toEqual([
      'Mine',
      'Item 8',
      'Unassigned',
      // Only some roles decide claims.
      'Item 7',
      'Item 2',
      'Team',
      'Item 1',
    ]);
  });

  it('offers nothing to take to a role that cannot have it', async () => {
    atDesk({ 'GET /admin/queue': { data: sampleQueue(claims) } }, 'auditor');
    mountSite('/admin/queue');
    expect(await screen.findAllByText(/^Item \d$/)).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Take Next/ })).toBeNull();
  });

  it('the key t assigns the most urgent free item to me without opening the others, and opens it', async () => {
    const items = [
      queueItem('to_do', 'exceptions', 5, 1),
      queueItem('to_do', 'messages_unanswered', 3, 2),
      ...claims.slice(1),
    ];
    const taken = { status: 409, code: 'conflict', message: 'Somebody else just assigned “Item 3”.' };
    const calls = atDesk({
      'GET /admin/queue': { data: sampleQueue(items) },
      'GET /admin/claims/7': { data: deskClaim({ id: 7, claim_id: 'CLM-007' }) },
      'PATCH /admin/messages': taken,
      'PATCH /admin/claims/assignee': { data: { changed: 1 } },
    });
    const { router } = mountSite('/admin/queue');
    await list('To do');
    press('t');
    await openClaim(7);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
    const sent = calls.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/admin/messages', { ids: [3], was_assigned_to: [null], assigned_to: 1 }],
      ['/admin/claims/assignee', { ids: [7], assigned_to: [null], admin_id: 1 }],
    ]);
    expect(calls.filter(({ path }) => path === '/admin/messages/3')).toEqual([]);
  });

  it('the key z snoozes the open item with a reason, says when a promise is late, and opens the next one', async () => {
    let left: readonly QueueItem[] = claims;
    const snooze = { until: '2099-01-05', reason: 'The surveyor comes.', by: 'Hedy' };
    const calls = atDesk({
      'GET /admin/queue': () => ({ data: sampleQueue(left) }),
      'GET /admin/claims/3': { data: deskClaim({ id: 3, claim_id: 'CLM-003' }) },
      'GET /admin/claims/7': { data: deskClaim({ id: 7, claim_id: 'CLM-007' }) },
      'PUT /admin/queue/claims_due/3/snooze': () => {
        left = [queueItem('snoozed', 'claims_due', 3, -3, { snooze }), ...claims.slice(1)];
        return { data: snooze };
      },
    });
    const { router } = mountSite('/admin/queue?open=to_do.claims_due.3');
    await openClaim(3);
    press('z');
    const form = within(await screen.findByRole('form', { name: 'Snooze Item 3' }));
    // Two days are late at any hour at which this runs.
    fireEvent.change(form.getByLabelText('Until'), { target: { value: shortDay(dayOf(Date.now()) + 2) } });
    expect(form.getByRole('status').textContent).toMatch(/^This is due on .+ It will be late\.$/);
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'The surveyor comes.' } });
    fireEvent.click(form.getByRole('button', { name: /^Snooze past the due date/ }));
    await openClaim(7);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      reason: 'The surveyor comes.',
      past_due: true,
    });
    expect(await screen.findByText(/^1 snoozed/)).toHaveProperty(
      'textContent',
      '1 snoozed, 1 of them late. Show',
    );
  });

  it('what is snoozed lists until when, why and by whom, and the key z brings it back', async () => {
    const snooze = { until: '2099-01-05', reason: 'The surveyor comes.', by: 'Hedy' };
    const calls = atDesk({
      'GET /admin/queue': { data: sampleQueue([queueItem('snoozed', 'claims_due', 3, 3, { snooze })]) },
      'GET /admin/claims/3': { data: deskClaim({ id: 3, claim_id: 'CLM-003' }) },
      'DELETE /admin/queue/claims_due/3/snooze': { data: null },
    });
    mountSite('/admin/queue?section=snoozed&open=snoozed.claims_due.3');
    expect(await screen.findByText('Until January 5, 2099 (Hedy): The surveyor comes.')).toBeTruthy();
    await openClaim(3);
    press('z');
    await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  });

  it('moves through a section with j and k, returns with Esc, and the address says where one is', async () => {
    atWork();
    const { router } = mountSite('/admin/queue');
    await list('To do');
    press('j');
    press('j');
    fireEvent.click(document.activeElement as HTMLElement);
    await openClaim(7);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
    press('j');
    await openClaim(9);
    // The last one stays.
    press('j');
    press('k');
    await openClaim(7);
    press('k');
    await openClaim(3);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.3');
    press('Escape');
    await waitFor(() => expect(router.state.location.href).toBe('/admin/queue'));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('data-row-id')).toBe('to_do.claims_due.3'),
    );
  });

  it('a decision opens the next item of the section', async () => {
    const { calls } = atWork(claims.filter(({ id }) => id !== '7'));
    const { router } = mountSite('/admin/queue?open=to_do.claims_due.7');
    await openClaim(7);
    fireEvent.click(await screen.findByRole('button', { name: 'Take Into Review' }));
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    fireEvent.click(form.getByRole('button', { name: 'Take Into Review' }));
    await openClaim(9);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.9');
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('a decision by keyboard takes two keys and a reason, and the letters of its clause move nothing', async () => {
    const { calls } = atWork(claims.filter(({ id }) => id !== '7'));
    const { router } = mountSite('/admin/queue?open=to_do.claims_due.7');
    await openClaim(7);
    press('r');
    await screen.findByRole('form', { name: 'Reject CLM-007' });
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
    for (const letter of ['c', 'o', 'v', 'k', 'j']) press(letter);
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
    const reason = screen.getByLabelText('Reason in your own words');
    fireEvent.change(reason, { target: { value: 'Hail came later.' } });
    fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true });
    await openClaim(9);
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      expect.objectContaining({ status: 'rejected', clause: 'covered-1', admin_notes: 'Hail came later.' }),
    ]);
  });

  it('a change of settings is confirmed with one key', async () => {
    const item = queueItem('to_do', 'approvals', 5, 2, { id: '7d444840-9dc0-41d1-b245-5ffdce74fad2' });
    const approval = {
      id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
      kind: 'setting',
      title: 'Auto-approve policies under',
      before: '$10,000',
      after: '$20,000',
      now: '$10,000',
      proposed_by: 'Hedy Lamarr',
      proposed_at: '2026-11-20T10:00:00.000Z',
      expires_at: '2026-12-04T10:00:00.000Z',
      own: false,
      not_by_you: null,
      confirmers: ['Grace Hopper'],
    };
    const calls = atDesk({
      'GET /admin/queue': { data: sampleQueue([item]) },
      'GET /admin/approvals': { data: [approval] },
      'POST /admin/approvals/7d444840-9dc0-41d1-b245-5ffdce74fad2/confirm': { data: {} },
    });
    mountSite('/admin/queue?open=to_do.approvals.7d444840-9dc0-41d1-b245-5ffdce74fad2');
    await screen.findByRole('button', { name: 'Confirm' });
    press('a');
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
        '/admin/approvals/7d444840-9dc0-41d1-b245-5ffdce74fad2/confirm',
      ]),
    );
  });

  it('a policy whose rejection continues with its refund stays open until then', async () => {
    let declined = false;
    const policy = () =>
      deskPolicy({
        status: 'pending',
        needs_review: !declined,
        rejectable_until: '2099-01-01T00:00:00.000Z',
        situation: declined ? 'declined' : 'in_review',
        declined: declined ? { reason: 'No.', refund_due_at: '2026-12-01T10:00:00.000Z' } : null,
      });
    const items = [queueItem('to_do', 'policies_to_review', 12, 1), queueItem('to_do', 'claims_due', 9, 2)];
    const calls = atDesk({
      'GET /admin/queue': () => ({ data: sampleQueue(declined ? items.slice(1) : items) }),
      'GET /admin/policies/12': () => ({ data: policy() }),
      'PATCH /admin/policies/12/status': () => {
        declined = true;
        return { data: policy() };
      },
      'POST /admin/policies/12/refund': { status: 422, message: 'The pool is empty.' },
    });
    const { router } = mountSite('/admin/queue?open=to_do.policies_to_review.12');
    await screen.findByRole('button', { name: 'Reject with Refund' });
    press('r');
    const reason = await screen.findByLabelText('Reason');
    fireEvent.change(reason, { target: { value: 'We cannot insure it.' } });
    fireEvent.keyDown(reason, { key: 'Enter', metaKey: true });
    await screen.findByText(/The pool is empty\./);
    const reads = () => calls.filter(({ path }) => path === '/admin/queue').length;
    await waitFor(() => expect(reads()).toBeGreaterThan(1));
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.policies_to_review.12');
  });

  it('a change that leaves the item where it is keeps it open', async () => {
    const { calls } = atWork(claims);
    const { router } = mountSite('/admin/queue?open=to_do.claims_due.7');
    await openClaim(7);
    fireEvent.click(await screen.findByRole('button', { name: 'Take Into Review' }));
    const form = within(await screen.findByRole('form', { name: 'Take this claim into review' }));
    fireEvent.click(form.getByRole('button', { name: 'Take Into Review' }));
    const reads = () => calls.filter(({ path }) => path === '/admin/queue').length;
    await waitFor(() => expect(reads()).toBeGreaterThan(1));
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
  });

  it('an item that somebody else takes stays open, and j continues where it was', async () => {
    const { decide } = atWork(claims.filter(({ id }) => id !== '7'));
    const { router } = mountSite('/admin/queue?open=to_do.claims_due.7');
    await openClaim(7);
    decide();
    await deskCache.invalidateQueries({ queryKey: ['admin', 'queue'] });
    await waitFor(async () => expect(await links('To do')).toHaveLength(2));
    expect(router.state.location.href).toBe('/admin/queue?open=to_do.claims_due.7');
    press('j');
    await openClaim(9);
  });

  it.each([
    ['/admin/queue', 50, 'These are the 50 most urgent of 62.'],
    ['/admin/queue?kind=claims_due', 61, 'Payment exceptions'],
  ])('%s shows %i items', async (path, count, text) => {
    const many = Array.from({ length: 61 }, (_, index) => queueItem('to_do', 'claims_due', index + 1, index));
    atDesk({
      'GET /admin/queue': { data: sampleQueue([...many, queueItem('to_do', 'exceptions', 3, 70)]) },
    });
    mountSite(path);
    expect(await links('To do')).toHaveLength(count);
    expect(screen.queryByText(text) !== null).toBe(count === 50);
  });

  it('filters the items by product, amount and flag, and says when others were not looked at', async () => {
    const items = [
      queueItem('to_do', 'claims_due', 1, 1, { product: 'car', amount_usd: 2500 }),
      queueItem('to_do', 'claims_due', 2, 2, {
        amount_usd: 2501,
        flags: ['several_claims', 'soon_after_start'],
      }),
      queueItem('to_do', 'claims_due', 3, 3, { amount_usd: 10_001 }),
      queueItem('to_do', 'messages_unanswered', 4, 4, {
        product: null,
        amount_usd: null,
        priority: 'urgent',
      }),
    ];
    const queue = sampleQueue(items);
    atDesk({ 'GET /admin/queue': () => ({ data: queue }) });
    const { router } = mountSite('/admin/queue?policy_type=home');
    const shown = async () => (await links('To do')).map((href) => href?.match(/\d+(?=&|$)/)?.[0]);
    expect(await shown()).toEqual(['2', '3']);
    for (const [search, ids] of [
      [{ amount: 'small' }, ['1']],
      [{ amount: 'medium' }, ['2']],
      [{ amount: 'large', policy_type: 'home' }, ['3']],
      [{ flag: 'several_claims' }, ['2']],
      [{ flag: 'nonsense' }, ['1', '2', '3', '4']],
    ] as const) {
      await router.navigate({ to: '/admin/queue', search });
      await waitFor(async () => expect(await shown()).toEqual(ids));
    }
    expect(screen.getByText('Several claims and 1 more', { exact: false })).toBeTruthy();
    expect(screen.getByText('Urgent', { exact: false })).toBeTruthy();
    expect(screen.queryByText(/^Only the 50 most urgent/)).toBeNull();
    const [first] = queue.sections;
    if (first) first.kinds = first.kinds.map((kind) => ({ ...kind, count: kind.count + 60 }));
    if (first) first.count += 60;
    await deskCache.invalidateQueries({ queryKey: ['admin', 'queue'] });
    await router.navigate({ to: '/admin/queue', search: { flag: 'several_claims' } });
    expect(await screen.findByText(/^Only the 50 most urgent items of each kind are looked at/)).toBeTruthy();
  });

  it('a kind of which only some came leads to its list', async () => {
    const queue = sampleQueue([queueItem('to_do', 'claims_due', 7, 1)]);
    const [first, ...rest] = queue.sections;
    const kinds = [{ key: 'claims_due', count: 61 }];
    const data = { ...queue, sections: [{ ...first, count: 61, kinds }, ...rest] };
    atDesk({ 'GET /admin/queue': { data } });
    mountSite('/admin/queue?kind=claims_due');
    expect(await links('To do')).toHaveLength(1);
    expect(screen.getByText(/These are the 1 most urgent of 61/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the list' }).getAttribute('href')).toContain(
      '/admin/claims?queue=claims_due',
    );
  });

  it('a queue that cannot be loaded offers to try again', async () => {
    atDesk({ 'GET /admin/queue': { status: 422, message: 'Not now.' } });
    mountSite('/admin/queue');
    expect(await screen.findByText('Failed to load the work queue')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  });

  it('an empty queue says that it is empty', async () => {
    atDesk({});
    mountSite('/admin/queue');
    expect(await screen.findByText('Nothing waits')).toBeDefined();
  });

  it('an auditor reads that the work is other people’s', async () => {
    atDesk({ 'GET /admin/queue': { data: sampleQueue(claims, false) } }, 'auditor');
    mountSite('/admin/queue');
    expect(await links('For others to do')).toHaveLength(3);
  });
});

describe('the place after an item is gone', () => {
  const keys = ['a', 'b', 'c', 'd'];
  it.each([
    ['b', ['a', 'c', 'd'], 1, 'c'],
    ['b', ['a', 'd'], 1, 'd'],
    ['b', ['a', 'c', 'd'], -1, 'a'],
    ['d', ['a', 'b'], 1, 'b'],
    ['z', ['c', 'd'], 1, 'c'],
    ['b', [], 1, null],
  ] as const)('after %s with %j left, in direction %i, is %s', (key, left, by, next) => {
    expect(nearest(keys, key, new Set(left), by)).toBe(next);
  });
});
