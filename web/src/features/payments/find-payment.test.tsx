import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOOKUP_OUTCOMES, type LookupAnswer } from '#domain/payments/schema.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { fakeChains } from '#web/test/fake-chain.ts';
import { mount } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';

const LOOKUP = 'POST /insurance/payments/lookup';
const TX = `0x${'a'.repeat(64)}`;

async function show(answer: Partial<LookupAnswer> = {}, tx = TX): Promise<ApiCall[]> {
  const data = {
    outcome: 'recorded',
    sentence: 'It is here.',
    policy_id: null,
    policy_number: null,
    ...answer,
  };
  const calls = fakeApi({ [LOOKUP]: { data } }, fakeChains([{}, {}]).fetch as typeof fetch);
  const { FindPayment } = await import('./find-payment.tsx');
  mount(<FindPayment tx={tx} chain={1001} />);
  await screen.findByLabelText('Transaction hash');
  return calls;
}
/** Requests of earlier tests may still arrive. */
const lookups = (calls: ApiCall[]) => calls.filter(({ path }) => path === '/insurance/payments/lookup');
const find = () => fireEvent.click(screen.getByRole('button', { name: 'Find my policy' }));

beforeEach(() => {
  vi.resetModules();
});

describe('I paid, where is my policy?', () => {
  it('a transaction is looked up on its network and leads to the policy @nav-11', async () => {
    const calls = await show({
      sentence: 'This payment bought POL-007.',
      policy_id: 7,
      policy_number: 'POL-007',
    });
    find();
    expect(await screen.findByText('This payment bought POL-007.')).toBeDefined();
    expect(lookups(calls)).toMatchObject([{ body: { chain_id: 1001, tx_hash: TX } }]);
    const link = screen.getByRole('link', { name: 'Show POL-007' });
    expect(link.getAttribute('href')).toBe('/my-policies?search=POL-007');
  });

  it("a lookup starts on the wallet's network, unless the link names another one", async () => {
    for (const [chain, start] of [
      [null, 'Chain B'],
      [1337, 'Chain A'],
    ] as const) {
      vi.resetModules();
      const { setConnected } = await import('#web/state/wallet-session.ts');
      setConnected(evmWallet(`0x${'1'.repeat(40)}`, { chainId: '1001' }));
      fakeApi({}, fakeChains([{}, {}]).fetch as typeof fetch);
      const { FindPayment } = await import('./find-payment.tsx');
      mount(<FindPayment tx={TX} chain={chain} />);
      expect((await screen.findByRole('combobox', { name: 'Network' })).textContent).toBe(start);
      cleanup();
    }
  });

  it('an invalid transaction hash is rejected', async () => {
    const calls = await show();
    for (const wrong of ['', '0x12', 'hello', `${TX}0`]) {
      fireEvent.change(screen.getByLabelText('Transaction hash'), { target: { value: wrong } });
      find();
      expect(screen.getByText('A transaction hash is 0x and 64 hexadecimal digits.')).toBeDefined();
    }
    fireEvent.change(screen.getByLabelText('Transaction hash'), { target: { value: ` ${TX} ` } });
    find();
    expect(await screen.findByText('It is here.')).toBeDefined();
    expect(lookups(calls).map(({ body }) => body)).toEqual([{ chain_id: 1001, tx_hash: TX }]);
  });

  it('every lookup result has one sentence and a next step @payment-31', async () => {
    for (const outcome of LOOKUP_OUTCOMES) {
      vi.resetModules();
      await show({
        outcome,
        sentence: `It is ${outcome}.`,
        policy_number: outcome === 'recorded' ? 'POL-001' : null,
      });
      find();
      expect(await screen.findByText(`It is ${outcome}.`)).toBeDefined();
      const ways = [
        screen.queryByRole('link', { name: 'Show POL-001' }),
        screen.queryByRole('button', { name: 'Check again' }),
        screen.queryByText(/write to support@mooring\.example/),
      ].filter((way) => way !== null);
      expect(ways, outcome).toHaveLength(1);
      cleanup();
    }
  });

  it('the lookup says when it could not be made', async () => {
    fakeApi(
      { [LOOKUP]: { status: 422, message: 'This network is not on offer.' } },
      fakeChains([{}]).fetch as typeof fetch,
    );
    const { FindPayment } = await import('./find-payment.tsx');
    mount(<FindPayment tx={TX} chain={null} />);
    await screen.findByLabelText('Transaction hash');
    find();
    expect(await screen.findByText('This network is not on offer.')).toBeDefined();
  });
});
