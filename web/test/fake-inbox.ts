import { fireEvent, screen, within } from '@testing-library/react';
import type { ThreadAnswer, ThreadDetailAnswer } from '#domain/messages/schema.ts';
import { setConnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { type ApiCall, fakeApi } from './fake-api.ts';
import { evmWallet } from './sample-wallet.ts';

export const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const LIST = `GET /messages/list/${ADDRESS}`;
export const COUNT = `GET /messages/notifications/count/${ADDRESS}`;

/** Signs a wallet in with an empty browser; returns the toasts that follow. */
export function begin(): ToastCall[] {
  const toasts: ToastCall[] = [];
  localStorage.clear();
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  signInAgain();
  return toasts;
}

export function signInAgain(): void {
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
}

type Handlers = Parameters<typeof fakeApi>[0];

/** What a server's search finds, based on what the list shows of a thread. */
function found(threads: readonly ThreadAnswer[], query: URLSearchParams) {
  const [word, type] = [(query.get('search') ?? '').toLowerCase(), query.get('type')];
  return threads.filter(
    (thread) =>
      (type === null || thread.type === type) &&
      `${thread.subject}\n${thread.preview}`.toLowerCase().includes(word),
  );
}

/** A server with these threads, which tests may change, and the one that can be opened. */
export function serve(inbox: { threads: ThreadAnswer[]; open?: ThreadDetailAnswer }, more: Handlers = {}) {
  const { open } = inbox;
  return fakeApi({
    [LIST]: ({ query }) => ({ data: found(inbox.threads, new URLSearchParams(query)) }),
    [COUNT]: () => ({ data: { count: inbox.threads.filter((thread) => !thread.is_read).length } }),
    ...(open ? { [`GET /messages/full/${open.thread.id}`]: () => ({ data: inbox.open }) } : {}),
    ...more,
  });
}

export const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');
export const asked = (calls: ApiCall[], call: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === call).length;
export const inbox = () => within(screen.getByRole('region', { name: 'Inbox' }));
export const items = () => within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('link');
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
