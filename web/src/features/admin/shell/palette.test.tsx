/** What the command palette finds, and where each find leads. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

const HASH = `0x${'a'.repeat(64)}`;

it.each([
  ['a transaction’s policy', HASH, { kind: 'policy', id: '12', title: 'POL-012' }, '/admin/policies?open=12'],
  [
    'a customer by email address',
    'ada@example',
    { kind: 'user', id: '0xada', title: 'Ada' },
    '/admin/users?open=0xada',
  ],
  [
    'an exception',
    'dust',
    { kind: 'exception', id: '3', title: 'Too small to send back #3' },
    '/admin/exceptions?open=3',
  ],
  [
    'a complaint among the messages',
    'CMP-031',
    { kind: 'complaint', id: '31', title: 'Nobody answers' },
    '/admin/messages?open=31',
  ],
  [
    'a document in its claim',
    'invoice',
    { kind: 'document', id: '7', document: 'doc-2', title: 'invoice.pdf' },
    '/admin/claims?open=7&document=doc-2',
  ],
] as const)('the palette finds %s and opens it', async (_, term, found, place) => {
  const calls = atDesk({ 'GET /admin/find': { data: [{ document: null, detail: 'Of Ada', ...found }] } });
  const { router } = mountSite('/admin/contract');
  await screen.findAllByRole('navigation', { name: 'Desk' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find' }), { target: { value: ` ${term} ` } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(found.title) }));
  await waitFor(() => expect(router.state.location.href).toBe(place));
  const asked = calls.filter(({ path }) => path === '/admin/find');
  expect(asked.map(({ query }) => query)).toEqual([`?q=${encodeURIComponent(term)}`]);
});

/** Opens the palette, types and chooses what is called so. */
async function choose(term: string, option: string) {
  const { router } = mountSite('/admin/exceptions');
  await screen.findAllByRole('navigation', { name: 'Desk' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find' }), { target: { value: term } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
  return router;
}

it.each([
  ['a view of the books', 'trial', 'Books: Trial balance', '/admin/books?view=balance'],
  ['the journal', 'journal', 'Books: Journal', '/admin/books?view=journal'],
  ['the outcomes', 'outcomes', 'Reports: Outcomes', '/admin/reports?view=outcomes'],
  ['the complaints', 'complaints', 'Messages: Complaints', '/admin/messages?category=complaint'],
  ['an action of the contract', 'pause', 'Contract: Stop taking premiums', '/admin/contract'],
])('the palette leads to %s', async (_, term, option, place) => {
  atDesk({ 'GET /admin/find': { data: [] } });
  const router = await choose(term, option);
  await waitFor(() => expect(router.state.location.href).toBe(place));
});

it('the palette shows a saved view of another list', async () => {
  const view = { id: 4, list: 'claims', name: 'Large and late', query: 'queue=overdue&sortBy=claim_amount' };
  atDesk({ 'GET /admin/find': { data: [] }, 'GET /admin/views': { data: [view] } });
  const router = await choose('large', 'Claims: Large and late');
  await waitFor(() =>
    expect(router.state.location.href).toBe('/admin/claims?queue=overdue&sortBy=claim_amount'),
  );
});
