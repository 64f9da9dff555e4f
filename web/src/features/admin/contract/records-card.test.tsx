import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEPOSIT, FakeSubstrate } from '../../../../test/fake-substrate.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { atDesk } from '../../../../test/sample-desk.ts';
import { RECIPIENT_KEY, substrateEntry } from '../../../../test/sample-substrate.ts';
import { endAdminSession } from '../../../state/admin-session.ts';
import { deskCache } from '../queries.ts';

const GENESIS = substrateEntry.genesis_hash;
const PATH = `/admin/chains/${GENESIS}`;
const proposal = {
  id: 3,
  state: 'waiting',
  policy_id: 12,
  policy_number: 'POL-012',
  quote_id: `0x${'b'.repeat(64)}`,
  claim_number: 1,
  usd: 120_000,
  incident_at: '2026-11-19T12:00:00.000Z',
  tx_hash: null,
  proposed_at: '2026-11-20T12:00:00.000Z',
  payable_at: '2026-11-22T12:00:00.000Z',
  lapses_at: '2026-11-29T12:00:00.000Z',
};
const controls = {
  genesis_hash: GENESIS,
  enforced_by: 'records',
  allowance_usd: 100_000,
  allowance_left_usd: 62_500,
  halt: null,
  haltable_at: null,
  proposals: [proposal],
  paid_in_error: [],
  unexplained: [],
  accounts: [
    {
      account: RECIPIENT_KEY,
      checked_at: '2026-11-21T12:00:00.000Z',
      checked_block: 40,
      free_difference: '0',
      reserved_difference: '0',
    },
  ],
};
const halted = {
  ...controls,
  halt: {
    halted_at: '2026-11-21T12:00:00.000Z',
    until: '2026-11-24T12:00:00.000Z',
    reason: 'A key may be lost.',
    halted_by: 'Ada Byron',
  },
};

const node = await FakeSubstrate.start();
node.held.set(RECIPIENT_KEY, 999_000_000_000_000n + DEPOSIT);

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

async function show(
  more: Parameters<typeof atDesk>[0] = {},
  role: Parameters<typeof atDesk>[1] = 'administrator',
) {
  const calls = atDesk(
    {
      'GET /registry/off-chain-payments': { data: [] },
      [`GET ${PATH}/controls`]: { data: controls },
      ...more,
    },
    role,
    async (input) =>
      String(input).endsWith('/deployment.json')
        ? Response.json(node.deployment)
        : new Response(null, { status: 503 }),
  );
  mountSite('/admin/contract');
  const card = within(await screen.findByRole('region', { name: 'Rococo Local' }));
  await card.findByText('$62,500');
  return { calls, card };
}

describe('the controls of a chain without a contract', () => {
  it('the card shows what is left and says that the chain does not enforce it', async () => {
    const { card } = await show();
    expect(card.getByText(/the chain does not enforce any of this/)).toBeDefined();
    expect(card.getByText('$100,000 a day')).toBeDefined();
    await card.findByText('999 ROC');
    expect(card.getByRole('list', { name: 'Proposed payouts' }).textContent).toContain(
      '$120,000 · POL-012 · Waiting',
    );
  });

  it('a halt needs a reason, and is lifted again', async () => {
    let now: object = controls;
    const { calls, card } = await show({
      [`GET ${PATH}/controls`]: () => ({ data: now }),
      [`POST ${PATH}/halt`]: () => {
        now = halted;
        return { data: now };
      },
      [`DELETE ${PATH}/halt`]: () => {
        now = { ...controls, haltable_at: '2026-11-28T12:00:00.000Z' };
        return { data: now };
      },
    });
    fireEvent.click(card.getByRole('button', { name: 'Halt Payouts' }));
    const form = within(card.getByRole('form', { name: 'Halt payouts on Rococo Local' }));
    fireEvent.click(form.getByRole('button', { name: 'Halt Payouts' }));
    await form.findByText('Please say why payouts are halted.');
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: ' A key may be lost. ' } });
    fireEvent.click(form.getByRole('button', { name: 'Halt Payouts' }));
    await card.findByText(/by Ada Byron: A key may be lost/);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'A key may be lost.' });
    fireEvent.click(card.getByRole('button', { name: 'Lift the Halt' }));
    await card.findByText(/You can halt payouts again from/);
    expect((card.getByRole('button', { name: 'Halt Payouts' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('a veto that came too late says so and shows the current state of the proposal', async () => {
    let now: object = controls;
    const { card } = await show({
      [`GET ${PATH}/controls`]: () => ({ data: now }),
      [`POST ${PATH}/proposals/3/veto`]: () => {
        now = { ...controls, proposals: [{ ...proposal, state: 'paid' }] };
        return { status: 409, message: 'This payout was paid meanwhile.', code: 'conflict' };
      },
    });
    fireEvent.click(card.getByRole('button', { name: 'Veto $120,000' }));
    await card.findByText('This payout was paid meanwhile.');
    await card.findByText(/Paid/);
    expect(card.queryByRole('button', { name: 'Veto $120,000' })).toBeNull();
  });

  it('a role without the permission sees the controls and can change none', async () => {
    const { card } = await show({}, 'auditor');
    expect(card.queryByRole('button', { name: 'Halt Payouts' })).toBeNull();
    expect(card.queryByRole('button', { name: 'Veto $120,000' })).toBeNull();
  });

  const stolen = {
    id: 8,
    account: RECIPIENT_KEY,
    block: 41,
    moved_at: '2026-11-20T12:00:00.000Z',
    kind: 'Transfer',
    known: true,
    free: '-300000000000000000',
    reserved: '0',
    counterparty: `0x${'cc'.repeat(32)}`,
    tx_hash: `0x${'d'.repeat(64)}`,
  };

  it('unexplained money is listed, and settled with a note on the outcome', async () => {
    const answers = [{ ...controls, unexplained: [stolen] }, controls];
    const { calls, card } = await show({
      [`GET ${PATH}/controls`]: { data: answers[0] },
      [`POST ${PATH}/movements/8/settle`]: { data: controls },
    });
    const list = within(card.getByRole('list', { name: 'Unexplained movements of money' }));
    expect(list.getByRole('listitem').textContent).toMatch(/^−300,000 ROCTransfer/);
    fireEvent.click(list.getByRole('button', { name: 'Settle movement 8' }));
    fireEvent.click(list.getByRole('button', { name: 'Settle' }));
    expect(await list.findByText('Please describe the outcome.')).toBeDefined();
    fireEvent.change(list.getByLabelText('Outcome'), { target: { value: 'Our treasury.' } });
    fireEvent.click(list.getByRole('button', { name: 'Settle' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Our treasury.' }),
    );
  });

  it('a balance that adds up is shown with the time of its check', async () => {
    const { card } = await show();
    expect(
      card.getByText(/What our accounts hold is their first balance and every movement since/),
    ).toBeDefined();
  });

  it('a balance that its movements do not explain is an alarm', async () => {
    const accounts = controls.accounts.map((each) => ({ ...each, free_difference: '-2000000000000' }));
    const { card } = await show({ [`GET ${PATH}/controls`]: { data: { ...controls, accounts } } });
    expect(card.getByText(/holds −2 ROC \(reserved: \+0 ROC\)/)).toBeDefined();
  });

  it('money that was sent twice is listed with what it paid, and the list is hidden when empty', async () => {
    const twice = {
      policy_id: 12,
      policy_number: 'POL-012',
      quote_id: `0x${'b'.repeat(64)}`,
      claim_number: 1,
      amount: '75000000000000',
      paid_at: '2026-11-20T12:00:00.000Z',
      tx_hash: `0x${'d'.repeat(64)}`,
    };
    const refund = { ...twice, claim_number: null, tx_hash: `0x${'e'.repeat(64)}` };
    const { card } = await show({
      [`GET ${PATH}/controls`]: { data: { ...controls, paid_in_error: [twice, refund] } },
    });
    const rows = within(card.getByRole('list', { name: 'Paid in error' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^75 ROCClaim number 1POL-012/),
      expect.stringMatching(/^75 ROCRefundPOL-012/),
    ]);
  });
});

describe('the relay of a chain', () => {
  const relay = {
    chain_id: 1337,
    account: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    balance: '1234567890000000000',
    minimum: '3000000000000000',
    offered: true,
    checked_at: '2026-11-21T12:00:00.000Z',
    purchases: 3,
    gas: 450_000,
    gas_a_day: 30_000_000,
    fees_usd_micros: 1_240_500,
  };
  const shown = async (change: object = {}) => {
    await show({ 'GET /admin/relays': { data: [{ ...relay, ...change }] } });
    return within(await screen.findByRole('region', { name: /^Relay on/ }));
  };

  it('shows its balance and what it spent in 24 hours', async () => {
    const card = await shown();
    expect(card.getByText('Offered')).toBeDefined();
    expect(card.getByText('1.2345 ETH')).toBeDefined();
    expect(card.getByText('0.003 ETH')).toBeDefined();
    expect(card.getByText('450,000 of 30,000,000')).toBeDefined();
    expect(card.getByText('$1.2405')).toBeDefined();
  });

  it('asks for coins when it holds too little to be offered', async () => {
    const card = await shown({ balance: '1', offered: false });
    expect(card.getByText('Balance low')).toBeDefined();
    expect(card.getByText(/Send it coins to offer this again/)).toBeDefined();
  });
});
