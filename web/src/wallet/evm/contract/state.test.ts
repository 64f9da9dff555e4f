import { encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { announcedData } from '#domain/payouts/announced.ts';
import { loadDeployment } from '#web/lib/deployment.ts';
import { FakeContract, ROLE_HOLDERS } from '#web/test/fake-contract.ts';
import { CONTRACT, HOLDER } from '#web/test/sample-case.ts';
import { readContractState, readPowers } from './state.ts';

const DAY = 86_400;
const NOW = Date.parse('2026-11-21T12:00:00Z');
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
const guardian = encodeFunctionData({ abi, functionName: 'grantRole', args: [1, HOLDER] });
const recovery = encodeFunctionData({ abi, functionName: 'grantRole', args: [0, HOLDER] });

let contract: FakeContract;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  contract = new FakeContract();
  vi.stubGlobal('fetch', contract.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function theChain() {
  const { chains } = await loadDeployment();
  const [chain] = chains;
  if (!chain) throw new Error('There is no chain.');
  return chain;
}

async function read() {
  const chain = await theChain();
  return readContractState(chain, chain.contract);
}

it('who may make a call, and whether it must be announced, come from the contract', async () => {
  const chain = await theChain();
  expect(await readPowers(chain, chain.contract)).toMatchObject({
    withdraw: { roles: ['treasurer'], announced: true },
    pause: { roles: ['guardian', 'pauser'], announced: false },
    fund: { roles: [], announced: false },
  });
});

describe('what is announced', () => {
  const announcedAgo = (data: Hex, days: number) => {
    contract.time -= days * DAY;
    const announce = encodeFunctionData({ abi, functionName: 'announce', args: [data] });
    contract.send([{ from: ROLE_HOLDERS.administrator, to: CONTRACT, data: announce }]);
    contract.time += days * DAY;
  };
  const found = async () => (await read()).announced.map(({ data }) => data);
  beforeEach(() => {
    contract.blockSeconds = 4 * DAY;
  });

  it('is found as long as the contract’s own delays let it be executed', async () => {
    contract.delays = { ...contract.delays, announcement: 30 * DAY, guardian: 30 * DAY };
    announcedAgo(raise, 37);
    expect(await found()).toEqual([raise]);
  });

  it('is found when it replaces the guardian, which waits longer', async () => {
    contract.delays = { ...contract.delays, guardian: 30 * DAY };
    announcedAgo(guardian, 32);
    expect(await found()).toEqual([guardian]);
  });

  it('is not shown once its time is over', async () => {
    announcedAgo(raise, 9);
    expect(await found()).toEqual([raise]);
    contract.time += 1;
    expect(await found()).toEqual([]);
  });

  it('is found when it is a recovery, which waits longer than an ordinary call', async () => {
    contract.delays = { ...contract.delays, recovery: 30 * DAY };
    announcedAgo(recovery, 37);
    expect(await found()).toEqual([recovery]);
  });

  it('is shown with its terms when it is a payout', async () => {
    const quoteId = `0x${'6c'.repeat(32)}`;
    const payout = { quoteId, holder: HOLDER, claimNumber: 2, incidentAt: 5, usd: 20_000 };
    announcedAgo(announcedData(payout), 1);
    expect((await read()).announced).toMatchObject([
      {
        payout: { ...payout, holder: HOLDER.toLowerCase() },
        what: `Pay claim 2 of policy ${quoteId} to ${HOLDER}: $20,000`,
      },
    ]);
  });
});
