import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';

const SUBMIT = 'POST /withdrawals';
const FOLLOW = 'POST /withdrawals/confirm';
const TOKEN = 'a-token-of-a-letter-0123456789';
const received = {
  status: 201,
  data: {
    policy_number: 'POL-007',
    email: 'ada@example.org',
    submitted_at: '2026-11-20T15:04:00.000Z',
  },
};
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText<HTMLInputElement>(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (calls: ApiCall[], path: string) => calls.filter((call) => call.path === path);

async function open(path = '/withdraw'): Promise<void> {
  mountSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Withdraw from contract' });
}
/** Fills in the form and looks at the statement. */
async function review(): Promise<void> {
  enter('Policy number', 'pol-7');
  enter('Email', 'ada@example.org');
  press('Continue');
  await screen.findByText('I withdraw from the contract of policy POL-007.');
}

beforeEach(() => setDisconnected('user'));

describe('the withdrawal form', () => {
  it('asks for policy number and email address alone, and sends nothing before Confirm withdrawal', async () => {
    const calls = fakeApi({});
    await open();
    press('Continue');
    expect(await screen.findByText('Please enter the policy number, such as POL-004.')).toBeDefined();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    await review();
    expect(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDefined();
    press('Change');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
    expect(sent(calls, '/withdrawals')).toEqual([]);
  });

  it('shows what was submitted and when, only once the server has it', async () => {
    const answer = late<typeof received>();
    const calls = fakeApi({ [SUBMIT]: () => answer.promise });
    await open();
    await review();
    press('Confirm withdrawal');
    await waitFor(() => expect(sent(calls, '/withdrawals')).toHaveLength(1));
    expect(screen.queryByText('We received your withdrawal')).toBeNull();
    await act(async () => answer.resolve(received));
    const receipt = (await screen.findByText('We received your withdrawal')).closest('section');
    expect(receipt?.textContent).toContain('PolicyPOL-007');
    expect(receipt?.textContent).toContain('SubmittedNovember 20, 2026 at 3:04 PM UTC');
    expect(sent(calls, '/withdrawals').map(({ body }) => body)).toEqual([
      { policy_number: 'POL-007', email: 'ada@example.org', name: '' },
    ]);
  });

  it('keeps the statement when the server refuses it', async () => {
    const refusal = { success: false, message: 'Five today.', code: 'rate_limited', request_id: 'r' };
    fakeApi({ [SUBMIT]: Response.json(refusal, { status: 429, headers: { 'retry-after': '7200' } }) });
    await open();
    await review();
    press('Confirm withdrawal');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Five today. You can send it again in 2 hours.',
    );
    expect(screen.getByText('I withdraw from the contract of policy POL-007.')).toBeDefined();
  });
});

describe('the link of the acknowledgment', () => {
  const follow = (state: string) => ({
    data: { policy_number: 'POL-007', submitted_at: '2026-11-20T15:04:00.000Z', state },
  });

  it('confirms nothing when it is only opened, as mail scanners do', async () => {
    const calls = fakeApi({ [FOLLOW]: follow('recorded') });
    await open(`/withdraw#token=${TOKEN}`);
    await screen.findByRole('button', { name: 'Yes, it was me' });
    expect(sent(calls, '/withdrawals/confirm')).toEqual([]);
    press('Yes, it was me');
    expect(await screen.findByText('Your withdrawal counts')).toBeDefined();
    expect(sent(calls, '/withdrawals/confirm').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });

  it.each([
    ['checking', 'A person checks your withdrawal'],
    ['answered', 'Your withdrawal was answered'],
  ])('says of a withdrawal that is %s what happens to it', async (state, title) => {
    fakeApi({ [FOLLOW]: follow(state) });
    await open(`/withdraw#token=${TOKEN}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, it was me' }));
    const section = (await screen.findByText(title)).closest('section') as HTMLElement;
    expect(within(section).getByText('November 20, 2026 at 3:04 PM UTC')).toBeDefined();
  });

  it('says that an expired link no longer works, and where to write', async () => {
    fakeApi({ [FOLLOW]: { status: 404, message: 'This link has expired or is incomplete.' } });
    await open(`/withdraw#token=${TOKEN}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, it was me' }));
    expect(await screen.findByText('This link no longer works')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact');
  });
});
