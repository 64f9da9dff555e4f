import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HealthAnswer } from '#domain/health/schema.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { FAQ } from '#domain/support/faq.ts';
import type { FaqVotes } from '#domain/support/schema.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { HEALTH_REFRESH_MS } from './status-panel.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const HEALTH = 'GET /health';
const CREATE = 'POST /messages/create';
const VOTE = 'POST /support/faq/cancel-policy/vote';
const CANCEL = 'Can I cancel a policy?';
const healthy: HealthAnswer = {
  status: 'ok',
  version: '0.1.0',
  database: 'ok',
  chains: [
    {
      chain_id: 1337,
      head: 28,
      lag: 0,
      scanned_at: '2026-11-21T10:05:00.000Z',
      read_until: '2026-11-21T10:04:00.000Z',
      swept_to: 28,
      swept_at: '2026-11-21T10:00:00.000Z',
      relay: null,
      relay_waiting_since: null,
    },
  ],
  jobs: { finished_at: '2026-11-21T10:04:30.000Z', daily_done: '2026-11-21', failing: [] },
  queues: [],
  audit_log: { unsealed_since: null },
  as_of: '2026-11-21T10:05:00.000Z',
};
const created: ThreadAnswer = {
  id: 9,
  sender_type: 'user',
  subject: 'My policy',
  preview: 'It is not there yet.',
  created_at: '2026-11-21T12:00:00.000Z',
  last_message_at: '2026-11-21T12:00:00.000Z',
  is_read: true,
  type: 'support',
  category: 'policies',
  priority: 'high',
  status: 'open',
  reply_count: 0,
  claim_id: null,
  policy_id: null,
};

const votes = (change: Partial<FaqVotes[number]> = {}): FaqVotes =>
  FAQ.map(({ id }) => ({
    id,
    helpful_count: 0,
    voted: false,
    ...(id === 'cancel-policy' ? { helpful_count: 3, ...change } : {}),
  }));

function serve(more: Parameters<typeof fakeApi>[0] = {}): ApiCall[] {
  return fakeApi({ [HEALTH]: { data: healthy }, 'GET /support/faq': { data: votes() }, ...more });
}

const signIn = () =>
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
const region = (name: string) => within(screen.getByRole('region', { name }));
const faq = () => region('Frequently asked questions');
const questions = () =>
  faq()
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
const helpful = () => faq().getByRole('button', { name: 'Helpful' });
const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'POST');
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create Ticket' }));

function choose(label: string, option: string): void {
  fireEvent.keyDown(screen.getByRole('combobox', { name: label }), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('option', { name: option }), { key: 'Enter' });
}

async function open(path = '/support') {
  const site = mountSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Support' });
  return site;
}

let toasts: ToastCall[] = [];

beforeEach(() => {
  localStorage.clear();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
  signIn();
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('questions', () => {
  it('the support page has eight questions in four categories @support-2', async () => {
    serve();
    await open();
    expect(questions()).toEqual(FAQ.map(({ question }) => question));
    expect(questions()).toHaveLength(8);
    const buttons = within(faq().getByRole('group', { name: 'Category' })).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Claims',
      'Policies',
      'Billing',
      'Technical',
    ]);
  });

  it('questions are searched by question and answer and filtered by category, in the URL @support-2', async () => {
    serve();
    const { router } = await open();
    enter('Search questions', 'REFUND');
    await waitFor(() => expect(questions()).toEqual([CANCEL, 'What can I pay with?']));
    fireEvent.click(faq().getByRole('button', { name: 'Billing' }));
    await waitFor(() => expect(questions()).toEqual(['What can I pay with?']));
    expect(router.state.location.search).toEqual({ search: 'REFUND', category: 'Billing' });
    enter('Search questions', 'boat');
    expect(await screen.findByText('No questions match')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(questions()).toHaveLength(8));
  });

  it('one question is open at a time @support-3', async () => {
    serve();
    const { router } = await open();
    fireEvent.click(faq().getByRole('button', { name: CANCEL }));
    expect(await faq().findByText(/^Yes, on the policy’s page/)).toBeDefined();
    fireEvent.click(faq().getByRole('button', { name: 'Which wallets can I use?' }));
    expect(await faq().findByText(/^Browser wallets/)).toBeDefined();
    expect(faq().queryByText(/^Yes, on the policy’s page/)).toBeNull();
    expect(router.state.location.search).toEqual({ question: 'wallets' });
    fireEvent.click(faq().getByRole('button', { name: 'Which wallets can I use?' }));
    await waitFor(() => expect(faq().queryByText(/^Browser wallets/)).toBeNull());
  });

  it('the answers name the supported wallets', () => {
    expect(FAQ.find(({ id }) => id === 'wallets')?.answer).toContain('MetaMask');
  });
});

describe('votes', () => {
  it('a vote counts immediately, is sent, and is withdrawn by a second click @support-4', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const calls = serve({
      [VOTE]: async ({ body }) => {
        await held;
        const { helpful: wanted } = body as { helpful: boolean };
        return { data: { id: 'cancel-policy', helpful_count: wanted ? 7 : 6, voted: wanted } };
      },
    });
    await open('/support?question=cancel-policy');
    expect(await screen.findByText('3 people found this helpful')).toBeDefined();
    fireEvent.click(helpful());
    expect(await screen.findByText('4 people found this helpful')).toBeDefined();
    expect(helpful().getAttribute('aria-pressed')).toBe('true');
    release();
    expect(await screen.findByText('7 people found this helpful')).toBeDefined();
    fireEvent.click(helpful());
    expect(await screen.findByText('6 people found this helpful')).toBeDefined();
    expect(writes(calls).map(({ body }) => body)).toEqual([{ helpful: true }, { helpful: false }]);
  });

  it('a vote that cannot be sent is withdrawn with a message @support-4', async () => {
    serve({ [VOTE]: { status: 422, message: 'Not now.' } });
    await open('/support?question=cancel-policy');
    await screen.findByText('3 people found this helpful');
    fireEvent.click(helpful());
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { kind: 'error', message: 'Your vote was not counted', description: 'Not now.' },
      ]),
    );
    expect(screen.getByText('3 people found this helpful')).toBeDefined();
    expect(helpful().getAttribute('aria-pressed')).toBe('false');
  });

  it('a vote without a sign-in asks for one and then counts @support-4', async () => {
    setDisconnected('wallet');
    localStorage.clear();
    setConnected(evmWallet(ADDRESS));
    const counted = { id: 'cancel-policy', helpful_count: 4, voted: true };
    const calls = serve({ [VOTE]: { data: counted } });
    await open('/support?question=cancel-policy');
    await screen.findByText('3 people found this helpful');
    fireEvent.click(helpful());
    expect(await screen.findByText('Sign in to vote')).toBeDefined();
    expect(writes(calls)).toEqual([]);
    signIn();
    expect(await screen.findByText('4 people found this helpful')).toBeDefined();
    expect(screen.queryByText('Sign in to vote')).toBeNull();
    expect(writes(calls)).toHaveLength(1);
  });
});

describe('support ticket', () => {
  it('the ticket form marks every missing field and sends nothing @support-5', async () => {
    const calls = serve();
    await open();
    enter('Subject', 'Four');
    enter('Message', 'Too short');
    create();
    expect(await screen.findByText('Subject must be at least 5 characters')).toBeDefined();
    expect(screen.getByText('Message must be at least 10 characters')).toBeDefined();
    expect(screen.getByText('Please select a category')).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Priority' }).textContent).toBe('Medium');
    expect(writes(calls)).toEqual([]);
  });

  it('a ticket is sent as a support message with category and priority and opens its thread @support-6', async () => {
    const calls = serve({ [CREATE]: { status: 201, data: created } });
    await open();
    enter('Subject', ' My policy ');
    enter('Message', 'It is not there yet.');
    choose('Category', 'Policies');
    choose('Priority', 'High');
    create();
    const link = await screen.findByRole('link', { name: 'Open the conversation' });
    expect(link.getAttribute('href')).toBe('/messages?thread=9');
    expect(toasts).toMatchObject([
      {
        kind: 'success',
        message: 'Support ticket created',
        description: "We'll get back to you within 24 hours.",
      },
    ]);
    expect([field('Subject').value, field('Message').value]).toEqual(['', '']);
    expect(writes(calls)).toMatchObject([
      {
        path: '/messages/create',
        body: {
          wallet_address: ADDRESS,
          type: 'support',
          category: 'policies',
          priority: 'high',
          subject: 'My policy',
          message: 'It is not there yet.',
        },
      },
    ]);
  });

  it('the ticket form keeps its values when the ticket could not be created @support-6', async () => {
    serve({ [CREATE]: { status: 422, message: 'Please try later.' } });
    await open();
    enter('Subject', 'My policy');
    enter('Message', 'It is not there yet.');
    choose('Category', 'Policies');
    create();
    expect((await screen.findByRole('alert')).textContent).toContain('Please try later.');
    expect(field('Subject').value).toBe('My policy');
    expect(screen.getByRole('combobox', { name: 'Category' }).textContent).toBe('Policies');
  });

  it('the ticket form keeps its values through a sign-in @support-6', async () => {
    setDisconnected('wallet');
    localStorage.clear();
    setConnected(evmWallet(ADDRESS));
    serve();
    await open();
    expect(screen.getByText('Sign in to create a ticket')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create Ticket' })).toBeNull();
    enter('Subject', 'My policy');
    signIn();
    expect(await screen.findByRole('button', { name: 'Create Ticket' })).toBeDefined();
    expect(field('Subject').value).toBe('My policy');
  });
});

describe('other buttons', () => {
  it('the support page lists other channels with their response times @support-7 @support-8', async () => {
    serve();
    await open();
    const links = region('Quick actions').getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/submit-claim',
      '/my-policies',
      '/messages',
      '/find-payment',
      '/verify',
    ]);
    const contact = region('Contact information');
    expect(contact.getByRole('link').getAttribute('href')).toBe('mailto:support@mooring.example');
    for (const words of [
      'answered within 24 hours',
      'answered within 4 hours',
      'reviewed within 24-48 hours, complex claims 3-5 business days',
      'Mon-Fri 9AM-6PM EST',
    ]) {
      expect(contact.getByText(words)).toBeDefined();
    }
  });

  it('the support page shows the status of service, database and chains, refreshed every thirty seconds @support-9', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let health = healthy;
    const calls = serve({ [HEALTH]: () => ({ data: health }) });
    await open();
    const status = region('System status');
    expect(await status.findByText('Block 28, up to date')).toBeDefined();
    expect(status.getAllByText('Operational')).toHaveLength(2);
    const asked = () => calls.filter(({ path }) => path === '/health').length;
    const before = asked();
    health = {
      ...healthy,
      status: 'degraded',
      chains: healthy.chains.map((chain) => ({ ...chain, head: null, lag: null })),
    };
    await vi.advanceTimersByTimeAsync(HEALTH_REFRESH_MS);
    expect(await status.findByText('Partly available')).toBeDefined();
    expect(status.getByText('Not reachable')).toBeDefined();
    expect(asked() - before).toBe(1);
  });

  it('the support page says when the service cannot be reached and that nothing is lost @support-9', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let fails = false;
    serve({ [HEALTH]: () => (fails ? { status: 400, message: 'No.' } : { data: healthy }) });
    await open();
    const status = region('System status');
    await status.findByText('Block 28, up to date');
    fails = true;
    await vi.advanceTimersByTimeAsync(HEALTH_REFRESH_MS);
    expect(await status.findByText('Not reachable')).toBeDefined();
    expect(status.queryByText('Block 28, up to date')).toBeNull();
    expect(status.getByText(/Your policies and payments are not affected/)).toBeDefined();
    fails = false;
    fireEvent.click(status.getByRole('button', { name: 'Check again' }));
    expect(await status.findByText('Block 28, up to date')).toBeDefined();
  });
});

describe('access control', () => {
  it('the support page sends a visitor without a wallet home @support-1', async () => {
    setDisconnected('wallet');
    serve();
    const { router } = mountSite('/support');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state.next).toBe('/support');
  });
});
