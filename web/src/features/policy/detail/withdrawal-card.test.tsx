import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { ADA, localDeployment } from '#web/test/fake-extension.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONSENT_UNTIL, consentRequest } from '#web/test/sample-consent.ts';
import { policyDetail } from '#web/test/sample-policy.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';

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
      [`POST ${PATH}/cancel`]: () => ({
        data: {
          possible: true,
          problem: null,
          kind: 'pro_rata',
          percent: null,
          unused_days: 364,
          days: 365,
          refund_amount: '5',
          refund_usd: 1196,
          currency: 'ETH',
          decimals: 18,
          consent: consentRequest({ refund: '5' }),
          valid_until: CONSENT_UNTIL,
        },
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
    expect(screen.queryByRole('button', { name: 'End this policy…' })).toBeNull();
  });

  it('says why it was not sent, and keeps the dialog', async () => {
    show({ withdrawable_until: UNTIL }, { status: 409, message: 'The 14 days are over.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw from contract here' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The 14 days are over.');
    expect(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDefined();
  });

  it('says who acts next where money was already paid', async () => {
    const withdrawal = { ...recorded, state: 'with_a_person', refund_due_at: null } as const;
    show({ withdrawal, withdrawable_until: null });
    expect(
      await screen.findByText(/a person will look at your withdrawal and answer within 24 hours/),
    ).toBeDefined();
  });

  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw from contract here' }));
    return within(await screen.findByRole('dialog', { name: 'Withdraw from POL-012' }));
  };

  it('says before it is confirmed which open claims are given up, by number', async () => {
    const claims = [
      { id: 3, claim_number: 'CLM-003' },
      { id: 4, claim_number: 'CLM-004' },
    ];
    show({ withdrawable_until: UNTIL, open_claims: claims });
    const dialog = await openDialog();
    expect(
      dialog.getByText(
        'You give up CLM-003 and CLM-004: these open claims are closed, and nothing is paid on them.',
      ),
    ).toBeDefined();
    expect(dialog.getByText(/The contract is void from now on/)).toBeDefined();
  });

  it('asks whether the policy that it replaced continues or ends too, and sends the answer', async () => {
    const refund = {
      state: 'due',
      reason: null,
      amount: '1',
      currency: 'ETH',
      decimals: 18,
      due_at: null,
    } as const;
    const replaces = { policy_id: 7, policy_number: 'POL-007', since: null, refund };
    show({ withdrawable_until: UNTIL, can_end_both: true, replaces });
    const dialog = await openDialog();
    expect(dialog.getByLabelText<HTMLInputElement>('Back to POL-007').checked).toBe(true);
    fireEvent.click(dialog.getByLabelText('End both'));
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm withdrawal' }));
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ replaced: 'ends' }]));
  });

  it('End this policy offers the withdrawal within its days, with cancellation as the other choice', async () => {
    show({ withdrawable_until: UNTIL });
    expect(await screen.findByText('Now you get the whole premium back, without a signature.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'End this policy…', hidden: true }));
    const better = within(await screen.findByRole('dialog', { name: 'Withdraw from POL-012' }));
    fireEvent.click(better.getByRole('button', { name: 'Cancel instead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel POL-012' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Withdraw from contract here' }));
    expect(await screen.findByRole('dialog', { name: 'Withdraw from POL-012' })).toBeDefined();
  });

  it('that needs a consent leads to the signature, without a word of canceling', async () => {
    show({ withdrawal: { ...recorded, state: 'awaiting_consent', refund_due_at: null } });
    expect(
      await screen.findByText(/the whole premium, 0\.6 ETH, can go back only with your consent/),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Agree to the refund…' }));
    expect(await screen.findByRole('dialog', { name: 'Agree to the refund of POL-012' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'End this policy…' })).toBeNull();
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
