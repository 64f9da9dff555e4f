import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WithdrawalAnswer } from '../../../../../domain/policy/withdrawal-schema.ts';
import { type ApiCall, fakeApi } from '../../../../test/fake-api.ts';
import { ADA, localDeployment } from '../../../../test/fake-extension.ts';
import { late } from '../../../../test/late.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { policyDetail } from '../../../../test/sample-policy.ts';
import { evmWallet } from '../../../../test/sample-wallet.ts';
import { setConnected, setDisconnected, setSignedIn } from '../../../state/wallet-session.ts';

const PATH = '/insurance/policy/12';
const UNTIL = '2026-12-10T10:05:00.000Z';
const recorded: WithdrawalAnswer = {
  submitted_at: '2026-12-01T10:00:00.000Z',
  state: 'recorded',
  refund_due_at: '2026-12-08T10:00:00.000Z',
};

let calls: ApiCall[] = [];
const sent = () => calls.filter(({ path }) => path === `${PATH}/withdraw`);

function show(change: Parameters<typeof policyDetail>[0], answer: unknown = { data: recorded }): void {
  let withdrawn = false;
  calls = fakeApi(
    {
      [`GET ${PATH}`]: () => ({
        data: policyDetail({
          id: 12,
          ...change,
          ...(withdrawn && { withdrawal: recorded, withdrawable_until: null }),
        }),
      }),
      [`POST ${PATH}/withdraw`]: async () => {
        const reply = await answer;
        withdrawn = (reply as { data?: unknown }).data === recorded;
        return reply as { data: unknown };
      },
    },
    async () => Response.json(localDeployment),
  );
  mountSite('/policy/12?type=home');
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
  setConnected(evmWallet(ADA));
  setSignedIn({ token: 't', address: ADA, expiresAt: '2026-12-02T10:00:00.000Z' });
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('withdrawing on the page of a policy', () => {
  it('takes Withdraw from contract here and then Confirm withdrawal, and shows it as received after the server has it', async () => {
    const answer = late<{ data: WithdrawalAnswer }>();
    show({ withdrawable_until: UNTIL }, answer.promise);
    expect(await screen.findByText(/Until December 10, 2026 at 10:05 AM UTC/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw from contract here' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw from POL-012' }));
    expect(dialog.getByText(/You get the whole premium back, 0\.6 ETH/)).toBeDefined();
    expect(sent()).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm withdrawal' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.queryByText(/You withdrew from this contract/)).toBeNull();
    await act(async () => answer.resolve({ data: recorded }));
    expect(
      await screen.findByText(
        /You withdrew from this contract on December 1, 2026 at 10:00 AM UTC\. We send the whole premium, 0\.6 ETH, back to your wallet by December 8, 2026/,
      ),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Withdraw from contract here' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel policy…' })).toBeNull();
  });

  it('says why it was not sent, and keeps the dialog', async () => {
    show({ withdrawable_until: UNTIL }, { status: 409, message: 'The 14 days are over.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw from contract here' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The 14 days are over.');
    expect(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDefined();
  });

  it.each([
    ['waiting_for_claim', /A claim is still open, so we decide it first/],
    ['with_a_person', /a person looks at your withdrawal and answers within 24 hours/],
  ] as const)('says of a withdrawal that is %s who acts next', async (state, text) => {
    show({ withdrawal: { ...recorded, state, refund_due_at: null }, withdrawable_until: null });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('that needs a consent leads to the signature, without a word of canceling', async () => {
    show({ withdrawal: { ...recorded, state: 'awaiting_consent', refund_due_at: null } });
    expect(
      await screen.findByText(/the whole premium, 0\.6 ETH, can go back only with your consent/),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Agree to the refund…' }));
    expect(await screen.findByRole('dialog', { name: 'Agree to the refund of POL-012' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel policy…' })).toBeNull();
  });

  it('that was refunded with a consent is shown as canceled by withdrawal', async () => {
    show({ status: 'cancelled', in_force: false, withdrawal: recorded, withdrawable_until: null });
    expect(
      await screen.findByText(
        /You withdrew from this contract\. Your premium has been refunded in full with/,
      ),
    ).toBeDefined();
  });

  it('is not offered after the 14 days, and an ended policy is shown as Withdrawn', async () => {
    show({ status: 'withdrawn', in_force: false, withdrawal: recorded, withdrawable_until: null });
    expect(await screen.findByText('Withdrawn')).toBeDefined();
    expect(
      screen.getByText(/You withdrew from this contract\. Your premium has been refunded/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Withdraw from contract here' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Submit a claim' })).toBeNull();
  });
});
