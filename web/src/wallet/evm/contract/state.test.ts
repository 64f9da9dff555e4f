import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeContract } from '../../../../test/fake-contract.ts';
import { HOLDER } from '../../../../test/sample-case.ts';
import { loadDeployment } from '../../../lib/deployment.ts';
import { readContractState } from './state.ts';

const DAY = 86_400;
const NOW = Date.parse('2026-11-21T12:00:00Z');

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

async function read() {
  const { chains } = await loadDeployment();
  const [chain] = chains;
  if (!chain) throw new Error('There is no chain.');
  return readContractState(chain, chain.contract);
}

describe('a proposed administrator', () => {
  it('is shown until the handover lapses, also when no block was made since', async () => {
    const lapsesAt = NOW / 1000 + 7 * DAY;
    contract.handover = { proposed: HOLDER, lapsesAt };
    expect((await read()).handover).toEqual({ proposed: HOLDER, lapsesAt });
    vi.setSystemTime(lapsesAt * 1000);
    expect((await read()).handover).toEqual({ proposed: HOLDER, lapsesAt });
    vi.setSystemTime((lapsesAt + 1) * 1000);
    expect((await read()).handover).toBeNull();
  });

  it('is nobody while no handover is under way', async () => {
    expect((await read()).handover).toBeNull();
  });
});
