import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { TIMELINE_KINDS } from '#domain/policy/service-schema.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { policyDetail } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import type { PolicyAction } from './actions.ts';
import { TIMELINE_TITLES } from './history.tsx';
import { saveChanges } from './modify-dialog.tsx';
import { PolicyDetail } from './policy-detail.tsx';

const PATH = '/insurance/policy/1';
const asked = {
  requested_at: '2026-12-01T10:00:00.000Z',
  valid_until: '2026-12-15T10:00:00.000Z',
  kind: 'pro_rata',
  refund_amount: '493150684931506849',
  currency: 'ETH',
  decimals: 18,
  refund_due_at: '2026-12-08T10:00:00.000Z',
  refunded_at: null,
  refund_tx_hash: null,
} as const;

function show(action: PolicyAction | null = null) {
  const onAction = vi.fn();
  mount(
    <PolicyDetail
      id={1}
      type="home"
      action={action}
      onAction={onAction}
      certificate={() => null}
      registry={() => null}
      proof={() => null}
    />,
  );
  return onAction;
}

/** A server with this policy and the given handlers. */
function serve(
  policy: Partial<PolicyDetailAnswer> = {},
  more: Parameters<typeof fakeApi>[0] = {},
): ApiCall[] {
  return fakeApi({ [`GET ${PATH}`]: { data: policyDetail(policy) }, ...more });
}

const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
  setConnected(evmWallet(`0x${'9'.repeat(40)}`, { type: 'demo', name: 'Demo Wallet' }));
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('policy page', () => {
  it('the policy page shows the contact, the beneficiary and the history, newest first @policy-11', async () => {
    serve({ beneficiary: 'Grace Hopper' });
    show();
    expect(await screen.findByText('Grace Hopper')).toBeDefined();
    expect(screen.getByText('ada@example.org')).toBeDefined();
    const entries = within(screen.getByRole('list', { name: 'What happened to this policy' }));
    expect(entries.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Policy activated',
      'Premium paid',
    ]);
  });

  it('every kind of policy event has a label', () => {
    for (const kind of TIMELINE_KINDS) expect(TIMELINE_TITLES[kind]).toMatch(/^[A-Z]/);
  });

  it('the policy page says that cover continues until the refund is paid, and when it was paid', async () => {
    serve({ cancellation: asked });
    show();
    expect(
      await screen.findByText(
        (_, element) =>
          element?.textContent ===
          'You asked to cancel on December 1, 2026. We send 0.493150684931506849 ETH back to your wallet by December 8, 2026; you stay covered until it arrives. Your consent is valid until December 15, 2026. If there is no refund by then, or you make a claim first, the request closes and your policy continues.',
        { selector: 'div[role=status] > div > div' },
      ),
    ).toBeDefined();
    expect(screen.getByTitle('December 15, 2026 at 10:00 AM UTC')).toBeDefined();
    expect(screen.queryByText(/longer than we promised/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'End this policy…' })).toBeNull();
  });

  it('the policy page says that a full refund will void the cover, and later that it did', async () => {
    serve({ cancellation: { ...asked, kind: 'full', refund_amount: '600000000000000000' } });
    show();
    expect(
      await screen.findByText(
        /you stay covered until it arrives, and then the cover is void from the beginning\./,
      ),
    ).toBeDefined();
    cleanup();
    serve({
      status: 'cancelled',
      in_force: false,
      cover_until: '2026-11-21T10:00:00.000Z',
      cancellation: {
        ...asked,
        kind: 'full',
        refund_amount: '600000000000000000',
        refunded_at: '2026-12-02T10:00:00.000Z',
        refund_tx_hash: `0x${'f'.repeat(64)}`,
      },
    });
    show();
    expect(
      await screen.findByText(
        /^This policy is canceled: 0\.6 ETH went back to your wallet on December 2, 2026\. The cover is void from the beginning: it was never in force\./,
      ),
    ).toBeDefined();
    expect(
      screen.getByRole('heading', {
        level: 1,
        name: /12 Quay Street, Bristol was never covered by this policy\.$/,
      }),
    ).toBeDefined();
  });

  it('the policy page offers to cancel again once a request was closed, and says that it was', async () => {
    serve({
      timeline: [
        { at: '2026-11-21T10:00:00.000Z', kind: 'purchased', tx_hash: null },
        { at: '2026-12-01T10:00:00.000Z', kind: 'cancellation_closed', tx_hash: null },
      ] as PolicyDetailAnswer['timeline'],
    });
    show();
    expect(await screen.findByText('Cancellation request closed; the policy continues')).toBeDefined();
    expect(screen.getByRole('button', { name: 'End this policy…' })).toBeDefined();
  });

  it('the policy page says when a refund is late and links to support', async () => {
    serve({ cancellation: { ...asked, refund_due_at: '2026-11-20T10:00:00.000Z' } });
    show();
    expect(await screen.findByText(/This is taking longer than we promised/)).toBeDefined();
    const href = screen.getByRole('link', { name: 'Write to us' }).getAttribute('href') ?? '';
    expect(href).toContain('compose=1');
    expect(href).toContain('policy=1');
  });

  it('a refunded policy can be neither modified nor canceled', async () => {
    const refunded = {
      ...asked,
      refund_due_at: '2026-12-08T10:00:00.000Z',
      refunded_at: '2026-12-02T10:00:00.000Z',
      refund_tx_hash: `0x${'f'.repeat(64)}`,
    };
    serve({ status: 'cancelled', in_force: false, cancellation: refunded });
    show('cancel');
    expect(await screen.findByText(/went back to your wallet on/)).toBeDefined();
    for (const name of ['Modify', 'End this policy…', 'Renew']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Submit a claim', () => {
  const link = () => screen.queryByText('Submit a claim', { selector: 'a' });

  it('Submit a claim opens the form with this policy selected @claims-6', async () => {
    serve();
    show();
    await screen.findByText('ada@example.org');
    expect(link()?.getAttribute('href')).toBe('/submit-claim?policy=1');
  });

  it('Submit a claim is offered from the start of cover until a year after its end', async () => {
    const ended = '2025-12-02T00:00:00.000Z';
    serve({ status: 'expired', in_force: false, cover_from: '2025-11-02T10:00:00.000Z', cover_until: ended });
    show();
    await screen.findByText('ada@example.org');
    expect(link()).not.toBeNull();
  });

  it.each([
    [
      'a year and a day after the cover',
      { cover_from: '2025-10-30T00:00:00.000Z', cover_until: '2025-11-30T00:00:00.000Z' },
    ],
    ['before the cover has begun', { cover_from: '2026-12-02T00:00:00.000Z' }],
    ['while the payment is not confirmed', { cover_from: null }],
  ])('Submit a claim is not offered %s @claims-6', async (_, change) => {
    serve(change);
    show();
    await screen.findByText('ada@example.org');
    expect(link()).toBeNull();
  });
});

describe('Modify', () => {
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));

  it('Modify saves only what changed and closes @policy-9', async () => {
    const calls = serve({}, { [`PATCH ${PATH}/beneficiary`]: { data: { beneficiary: 'Grace Hopper' } } });
    const onAction = show('modify');
    await screen.findByRole('dialog');
    type('Beneficiary', '  Grace Hopper ');
    save();
    await waitFor(() => expect(onAction).toHaveBeenCalledWith(null));
    expect(writes(calls)).toMatchObject([
      { path: `${PATH}/beneficiary`, body: { beneficiary: 'Grace Hopper' } },
    ]);
  });

  it('Modify can remove the beneficiary @policy-9', async () => {
    const calls = serve(
      { beneficiary: 'Grace Hopper' },
      { [`PATCH ${PATH}/beneficiary`]: { data: { beneficiary: null } } },
    );
    const onAction = show('modify');
    await screen.findByRole('dialog');
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    save();
    await waitFor(() => expect(onAction).toHaveBeenCalledWith(null));
    expect(writes(calls)).toMatchObject([{ body: { beneficiary: null } }]);
  });

  it('Modify shows the error at its field and sends nothing @policy-10', async () => {
    const calls = serve();
    show('modify');
    await screen.findByRole('dialog');
    type('Email address', 'nobody');
    type('Phone number', '12');
    type('Beneficiary', 'X');
    save();
    expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
    expect(screen.getByText('Please enter a valid phone number')).toBeDefined();
    expect(screen.getByText('Name must be at least 2 characters')).toBeDefined();
    expect(writes(calls)).toEqual([]);
  });

  it('Modify stays open with its values when the server rejects them', async () => {
    const refusal = { status: 409, message: 'This policy was just changed. Please review it and try again.' };
    serve({}, { [`PATCH ${PATH}/contact`]: refusal });
    const onAction = show('modify');
    await screen.findByRole('dialog');
    type('Phone number', '+1 555 010 9999');
    save();
    expect(await screen.findByText(refusal.message)).toBeDefined();
    expect(field('Phone number').value).toBe('+1 555 010 9999');
    expect(onAction).not.toHaveBeenCalled();
  });

  it('Modify links to a message with the policy attached for any other change @messages-32', async () => {
    serve();
    show('modify');
    const dialog = within(await screen.findByRole('dialog'));
    const href = dialog.getByRole('link', { name: 'Write to support' }).getAttribute('href');
    expect(href).toBe('/messages?compose=1&policy=1&subject=Change+of+POL-001');
  });

  it('Modify sends nickname, contact and beneficiary only if they differ', async () => {
    const calls = fakeApi({
      [`PATCH ${PATH}/nickname`]: { data: { nickname: 'Quay Street' } },
      [`PATCH ${PATH}/contact`]: { data: { email: 'b@example.org', telephone: '1' } },
      [`PATCH ${PATH}/beneficiary`]: { data: { beneficiary: null } },
    });
    const before = { nickname: 'Home', email: 'a@example.org', telephone: '1', beneficiary: 'A B' };
    await saveChanges(1, before, before);
    expect(calls).toEqual([]);
    await saveChanges(1, before, { ...before, nickname: 'Quay Street' });
    await saveChanges(1, before, { ...before, email: 'b@example.org' });
    await saveChanges(1, before, { ...before, beneficiary: null });
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      [`${PATH}/nickname`, { nickname: 'Quay Street' }],
      [`${PATH}/contact`, { email: 'b@example.org', telephone: '1' }],
      [`${PATH}/beneficiary`, { beneficiary: null }],
    ]);
  });
});
