import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { encodeErrorResult, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { announcedData } from '#domain/payouts/announced.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { adminSession } from '#web/state/admin-session.ts';
import { extensionAtDesk } from '#web/test/extension-at-desk.ts';
import { FakeContract, ROLE_HOLDERS } from '#web/test/fake-contract.ts';
import { inParts } from '#web/test/in-parts.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONTRACT, HOLDER } from '#web/test/sample-case.ts';
import { atDesk, sampleProfile } from '#web/test/sample-desk.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const raise = encodeFunctionData({
  abi,
  functionName: 'loosenLimits',
  args: [
    {
      token: zeroAddress,
      minPerDollar: 10n ** 14n,
      maxPerDollar: 2n * 10n ** 15n,
      minimumReserve: 10n ** 19n,
      allowance: 30_000,
    },
  ],
});
const announce = (data: Hex) => encodeFunctionData({ abi, functionName: 'announce', args: [data] });
const paid = {
  claim_number: 'CLM-018',
  quote_id: `0x${'e'.repeat(64)}`,
  usd: 2400,
  method: 'bank_transfer',
  paid_at: '2026-11-18T09:00:00.000Z',
};

const extension = extensionAtDesk();
let contract: FakeContract;
beforeEach(() => {
  contract = new FakeContract();
});

async function show(more: Parameters<typeof atDesk>[0] = {}) {
  const calls = atDesk(
    { 'GET /registry/off-chain-payments': { data: [paid] }, ...more },
    'administrator',
    contract.fetch,
  );
  mountSite('/admin/contract');
  await screen.findByRole('rowheader', { name: 'ETH' });
  return calls;
}

/** The box with this heading. The actions have one for roles as well, further down. */
const card = (name: string) =>
  within(screen.getAllByRole('heading', { name })[0]?.closest('section') as HTMLElement);
const doing = async () => within(await screen.findByRole('region', { name: 'What you are about to do' }));
const press = (name: string, where: { getByRole: typeof screen.getByRole } = screen) =>
  fireEvent.click(where.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const STOPS = '/admin/chains/1337/stops';
const STOPPED = { [`POST ${STOPS}`]: { data: null } };
/** Gives the reason that a veto, a halt and the end of one ask for. */
async function because(reason: string) {
  const form = await doing();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: reason } });
  press('Continue', form);
}

/** Chooses an option of a select by keyboard, as happy-dom knows no pointer capture. */
async function choose(label: string, option: string) {
  const select = screen.getByRole('combobox', { name: label });
  select.focus();
  fireEvent.keyDown(select, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

/** Time passes, for the chain and for this device. */
async function later(seconds: number) {
  contract.time += seconds;
  vi.setSystemTime(contract.time * 1000);
  await deskCache.invalidateQueries({ queryKey: ['chain'] });
}

describe('the contract', () => {
  it('it shows who holds which role, the pool and its allowance, straight from the chain', async () => {
    await show();
    const roles = card('Roles');
    for (const holder of Object.values(ROLE_HOLDERS)) {
      expect(roles.getByText(holder), holder).toBeDefined();
    }
    for (const text of ['250 ETH', '10 ETH', '240 ETH', '$20,000 a day', '$18,000']) {
      expect(screen.getByText(text), text).toBeDefined();
    }
    expect(card('Delays').getByText('2 days')).toBeDefined();
    expect(screen.getByText('Payouts work')).toBeDefined();
    expect(screen.getByText('Nothing is announced.')).toBeDefined();
  });

  it('a raised allowance is announced and can be executed after its delay', async () => {
    await show();
    await contract.connect(extension, ROLE_HOLDERS.administrator);
    press('Loosen the limits of a currency');
    await choose('Currency', 'ETH');
    type('Allowance a day in US dollars', '30,000');
    press('Continue', await doing());
    const form = await doing();
    await form.findByText(
      inParts(
        'Announce a call of this contract: Loosen the limits of ETH to 0.0001 ETH – 0.002 ETH per dollar, a reserve of 10 ETH and $30,000 a day',
      ),
    );
    await form.findByText(/The contract accepts it from the administrator role/);
    press('Announce', form);
    await form.findByText(/the transaction is on chain/);
    expect(contract.sent.map(({ data }) => data)).toEqual([announce(raise)]);
    press('Close', form);

    await screen.findByText(
      'Loosen the limits of ETH to 0.0001 ETH – 0.002 ETH per dollar, a reserve of 10 ETH and $30,000 a day',
    );
    expect(screen.getByText('executable in 2 days')).toBeDefined();
    const execute = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute' });
    expect(execute().disabled).toBe(true);

    await later(2 * 86_400 + 60);
    await waitFor(() => expect(execute().disabled).toBe(false), { timeout: 20_000 });
    fireEvent.click(execute());
    const executing = await doing();
    await executing.findByText(/The contract accepts it/);
    press('Execute', executing);
    await executing.findByText(/the transaction is on chain/);
    await screen.findByText('$30,000 a day');
    expect(contract.sent.map(({ data }) => data)).toEqual([announce(raise), raise]);
    await screen.findByText('Nothing is announced.');
  });

  it('the guardian announces the recovery, which is the grant that the recovery address makes, and only where there is one', async () => {
    await show();
    await contract.connect(extension, ROLE_HOLDERS.guardian);
    await screen.findByRole('button', { name: 'Veto all announced calls' });
    expect(screen.queryByRole('button', { name: 'Announce the recovery' })).toBeNull();
    contract.recovery = HOLDER;
    await deskCache.invalidateQueries({ queryKey: ['chain'] });
    fireEvent.click(await screen.findByRole('button', { name: 'Announce the recovery' }));
    press('Continue', await doing());
    const form = await doing();
    await form.findByText(
      inParts(`Announce a call of this contract: Grant the administrator role to ${HOLDER}`),
    );
  });

  it('an announced payout is vetoed with its policy, and paid from its claim alone', async () => {
    const quoteId = `0x${'6c'.repeat(32)}`;
    const data = announcedData({ quoteId, holder: HOLDER, claimNumber: 2, incidentAt: 5, usd: 20_000 });
    contract.send([{ from: ROLE_HOLDERS.claims, to: CONTRACT, data: announce(data) }]);
    const calls = await show(STOPPED);
    await contract.connect(extension, ROLE_HOLDERS.guardian);
    await screen.findByText(`Pay claim 2 of policy ${quoteId} to ${HOLDER}: $20,000`);
    expect(screen.getByText(/It is paid from its claim\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Execute' })).toBeNull();
    press('Veto');
    await because('A stolen key.');
    const form = await doing();
    await form.findByText(/The contract accepts it from the guardian role/);
    press('Veto', form);
    await form.findByText('It is on chain, and the reason is in the audit log.');
    await screen.findByText('Announcement vetoed');
    expect(calls.find(({ path }) => path === STOPS)?.body).toMatchObject({
      action: 'veto',
      quote_id: quoteId,
    });
  });

  it('the guardian vetoes what is announced', async () => {
    contract.send([{ from: ROLE_HOLDERS.administrator, to: CONTRACT, data: announce(raise) }]);
    const calls = await show(STOPPED);
    await contract.connect(extension, ROLE_HOLDERS.guardian);
    await screen.findByText(
      'Loosen the limits of ETH to 0.0001 ETH – 0.002 ETH per dollar, a reserve of 10 ETH and $30,000 a day',
    );
    press('Veto');
    await because('The pool is too small for it.');
    const form = await doing();
    await form.findByText(
      inParts(
        'Veto an announced call: Loosen the limits of ETH to 0.0001 ETH – 0.002 ETH per dollar, a reserve of 10 ETH and $30,000 a day',
      ),
    );
    await form.findByText(/The contract accepts it from the guardian role/);
    press('Veto', form);
    await form.findByText('It is on chain, and the reason is in the audit log.');
    expect(calls.find(({ path }) => path === STOPS)?.body).toEqual({
      action: 'veto',
      reason: 'The pool is too small for it.',
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    await screen.findByText('Nothing is announced.');
    expect(contract.sent.at(-1)?.data).toBe(encodeFunctionData({ abi, functionName: 'veto', args: [raise] }));
  });

  it('the pauser halts payouts at once with a reason, and the screen says until when', async () => {
    const calls = await show(STOPPED);
    await contract.connect(extension, ROLE_HOLDERS.pauser);
    press('Halt payouts');
    await because('A stolen key.');
    const form = await doing();
    await form.findByText('Halt payouts for 3 days');
    await form.findByText(/The contract accepts it from the pauser role/);
    press('Halt payouts', form);
    await screen.findByText('Payouts halted');
    expect(screen.getByText('Nov 24, 2026, 12:00 PM')).toBeDefined();
    const toast = (await screen.findByText('Payouts are halted')).closest('li') as HTMLElement;
    expect(within(toast).getByRole('link').getAttribute('href')).toBe('/admin/contract');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === STOPS)?.body).toMatchObject({
        action: 'halt',
        reason: 'A stolen key.',
      }),
    );
  });

  it('a halt names who set it, until when and why, and none is set without a reason', async () => {
    await show({
      'GET /admin/halts': {
        data: [
          {
            network: 'Ganache',
            until: '2026-11-24T12:00:00.000Z',
            wallet: ROLE_HOLDERS.pauser,
            halted_by: 'Grace Hopper',
            reason: 'A stolen key.',
          },
        ],
      },
    });
    await screen.findByText(
      inParts(
        'Payouts on Ganache are halted until Nov 24, 2026, 12:00 PM by Grace Hopper (0x14dC…9955): A stolen key.',
      ),
    );
    await contract.connect(extension, ROLE_HOLDERS.guardian);
    press('Halt payouts');
    press('Continue', await doing());
    await (await doing()).findByText('Please give a reason.');
    expect(contract.sent).toEqual([]);
  });

  it('the command palette opens the form of an action by its name', async () => {
    await show();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Find' }), { target: { value: 'halt' } });
    fireEvent.click(await screen.findByRole('option', { name: 'Contract: Halt payouts' }));
    await (await doing()).findByText('Halt payouts');
  });

  it('a call that the contract would refuse says why and cannot be sent', async () => {
    contract.refusal = encodeErrorResult({ abi, errorName: 'HaltedRecently', args: [5, 1_795_867_200n] });
    await show();
    await contract.connect(extension, ROLE_HOLDERS.pauser);
    press('Halt payouts');
    await because('A stolen key.');
    const form = await doing();
    await form.findByText(/The pauser can halt payouts again from November 28, 2026/);
    expect(form.queryByRole('button', { name: 'Halt payouts' })).toBeNull();
    expect(contract.sent).toEqual([]);
  });

  it('an account without the role is told who holds it', async () => {
    await show();
    await contract.connect(extension, HOLDER);
    press('Halt payouts');
    await because('A stolen key.');
    await (await doing()).findByText(
      /This needs the guardian role \(0x3C44…93BC\) or the pauser role \(0x14dC…9955\)/,
    );
    expect(contract.sent).toEqual([]);
  });
});

describe('what this administrator may do', () => {
  const mine = () => within(screen.getByRole('region', { name: 'What you may do' }));
  const buttons = () =>
    mine()
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter(Boolean);

  it('comes first: without a wallet nothing, with one the actions of its roles, and the rest is folded', async () => {
    await show();
    expect(mine().getByText(/^As System Administrator you may prepare payouts/)).toBeDefined();
    expect(buttons()).toEqual(['Connect Wallet']);
    await contract.connect(extension, ROLE_HOLDERS.pauser);
    await mine().findByText(ROLE_HOLDERS.pauser);
    expect(buttons()).toEqual(['Stop taking premiums', 'Halt payouts', 'Add capital']);
    const rest = screen.getByRole('heading', { name: 'Other actions' }).closest('details');
    expect(rest?.open).toBe(false);
    expect(
      within(rest as HTMLElement).getByRole('button', { name: 'Loosen the limits of a currency' }),
    ).toBeDefined();
  });

  it('a currency of the contract that the site sells in is offered', async () => {
    await show();
    const pool = within(screen.getByRole('row', { name: /^ETH/ }));
    expect(pool.getByText('Offered')).toBeDefined();
  });
});

describe('a new currency', () => {
  const config = {
    token: TOKEN,
    minPerDollar: 900_000n,
    maxPerDollar: 1_100_000n,
    minimumReserve: 50_000_000_000n,
    allowance: 10_000,
  } as const;
  const add = encodeFunctionData({ abi, functionName: 'addCurrency', args: [config] });

  it('its amounts are read in the token’s own decimals, and it is announced and then executed', async () => {
    contract.tokens.set(TOKEN.toLowerCase(), { symbol: 'DAI', decimals: 6 });
    await show();
    await contract.connect(extension, ROLE_HOLDERS.administrator);
    const added = `Add the token ${TOKEN} as a currency: 0.9 DAI – 1.1 DAI per dollar, a reserve of 50,000 DAI and $10,000 a day`;
    press('Add a currency');
    await doing();
    type('Token', TOKEN);
    await screen.findByLabelText('Fewest per dollar in DAI');
    type('Fewest per dollar in DAI', '0.9');
    type('Most per dollar in DAI', '1.1');
    type('Minimum reserve in DAI', '50,000');
    type('Allowance a day in US dollars', '10000');
    press('Continue', await doing());
    const form = await doing();
    await form.findByText(inParts(`Announce a call of this contract: ${added}`));
    await form.findByText(/The contract accepts it from the administrator role/);
    press('Announce', form);
    await form.findByText(/the transaction is on chain/);
    expect(contract.sent.map(({ data }) => data)).toEqual([announce(add)]);
    press('Close', form);
    await screen.findByText(added);

    await later(2 * 86_400 + 60);
    const execute = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Execute' });
    await waitFor(() => expect(execute().disabled).toBe(false), { timeout: 20_000 });
    fireEvent.click(execute());
    const executing = await doing();
    await executing.findByText(/The contract accepts it/);
    press('Execute', executing);
    await screen.findByText('$10,000 a day');
    const pool = within(screen.getByRole('row', { name: /^DAI/ }));
    // The site does not list it, so no customer can pay in it.
    expect(pool.getByText('Not offered')).toBeDefined();
    expect(contract.sent.map(({ data }) => data)).toEqual([announce(add), add]);
  });

  it('an address without a token is refused in the form', async () => {
    await show();
    press('Add a currency');
    await doing();
    type('Token', TOKEN);
    await screen.findByText('There is no token at this address, or the chain did not answer.');
    press('Continue', await doing());
    expect(await screen.findByText('There is no token at this address.')).toBeDefined();
    expect(await screen.findAllByText('Please enter an amount.')).toHaveLength(3);
  });
});

describe('what the screen asks our servers', () => {
  it('claims paid outside the chain are listed with a link to the claim', async () => {
    await show();
    const table = within(await screen.findByRole('table', { name: 'Paid outside the chain' }));
    const [, row] = table.getAllByRole('row');
    expect(row?.textContent).toBe('CLM-018Bank transferNov 18, 2026$2,400');
    expect(table.getByRole('link').getAttribute('href')).toBe('/admin/claims?open=18');
  });

  it('without such payments it says so, and a failed load offers another try', async () => {
    let fails = true;
    await show({
      'GET /registry/off-chain-payments': () => (fails ? { status: 422, message: 'Not now.' } : { data: [] }),
    });
    await screen.findByText('Failed to load the payments');
    fails = false;
    press('Try Again');
    await screen.findByText('No claim was paid outside the chain.');
  });

  it('a session that was revoked in the meantime ends when the contract is opened', async () => {
    let revoked = false;
    atDesk(
      {
        'GET /admin/auth/profile': () =>
          revoked ? { status: 401, message: 'Please sign in.' } : { data: sampleProfile() },
        'GET /registry/off-chain-payments': { data: [] },
      },
      'administrator',
      contract.fetch,
    );
    const { router } = mountSite('/admin/admin-dashboard');
    await screen.findByText('Nothing to do. Every promise is kept.');
    revoked = true;
    await router.navigate({ href: '/admin/contract' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    expect(adminSession.token).toBeNull();
  });
});
