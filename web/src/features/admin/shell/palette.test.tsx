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
