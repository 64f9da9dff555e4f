import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNode, fakeChains } from '#web/test/fake-chain.ts';

const ID = `0x${'0a'.repeat(32)}` as const;
const NOW = 1_800_000_000_000;
const HOLDER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const bought: FakeNode = {
  policies: {
    [ID]: {
      holder: HOLDER,
      product: 2,
      status: 1,
      start: 5n,
      end: 9n,
      cover: 100_000,
      paidOut: 250,
      claims: 1,
    },
  },
  inForce: true,
};

/** The list of networks is read once a page: every test begins with a page of its own. */
async function onPage(nodes: FakeNode[]) {
  const chains = fakeChains(nodes);
  vi.stubGlobal('fetch', chains.fetch);
  const { lookUpPolicy } = await import('./registry.ts');
  return { lookUpPolicy, asked: chains.asked };
}

beforeEach(() => {
  vi.resetModules();
});

describe('lookUpPolicy', () => {
  it('a policy is found on any chain with every field of the registry', async () => {
    const { lookUpPolicy } = await onPage([{}, bought]);
    const { found, asked, unreachable } = await lookUpPolicy(ID, NOW);
    expect(asked.map(({ name }) => name)).toEqual(['Chain A', 'Chain B']);
    expect(unreachable).toEqual([]);
    expect(found).toMatchObject({ chain: { name: 'Chain B' }, inForce: true, block: 42, time: NOW / 1000 });
    expect(found?.policy).toEqual({
      holder: HOLDER,
      token: null,
      product: 2,
      status: 'active',
      start: 5,
      end: 9,
      cover: 100_000,
      paidOut: 250,
      claims: 1,
    });
  });

  it('a policy that no chain knows is reported as unknown', async () => {
    const { lookUpPolicy } = await onPage([{}, {}]);
    expect(await lookUpPolicy(ID, NOW)).toMatchObject({ found: null, unreachable: [] });
  });

  it('an unreachable chain is told apart from one that does not know the policy', async () => {
    const { lookUpPolicy } = await onPage([{ down: true }, {}]);
    const { found, unreachable } = await lookUpPolicy(ID, NOW);
    expect(found).toBeNull();
    expect(unreachable.map(({ name }) => name)).toEqual(['Chain A']);
  });

  it('an address without our contract is not an empty registry', async () => {
    const { lookUpPolicy } = await onPage([{ noContract: true }]);
    const { found, unreachable } = await lookUpPolicy(ID, NOW);
    expect(found).toBeNull();
    expect(unreachable).toHaveLength(1);
  });

  it('a policy is found although another chain is down', async () => {
    const { lookUpPolicy } = await onPage([{ down: true }, bought]);
    expect((await lookUpPolicy(ID, NOW)).found?.policy?.cover).toBe(100_000);
  });

  describe('a chain with several contracts', () => {
    const OLDER = `0x${'7'.repeat(40)}`;
    const OLDEST = `0x${'8'.repeat(40)}`;
    const listed = { contracts: [`0x${'1'.repeat(40)}`, { address: OLDER, start_block: 5 }, OLDEST] };
    const policyOf = (asked: { method: string; params: unknown[] }[]) =>
      asked
        .filter(({ method }) => method === 'eth_call')
        .map(({ params }) => (params[0] as { to: string }).to);

    it('the newest contract is asked first, and no other once it knows the policy', async () => {
      const { lookUpPolicy, asked } = await onPage([{ ...bought, listed }]);
      const { found } = await lookUpPolicy(ID, NOW);
      expect(found?.contract).toBe(`0x${'1'.repeat(40)}`);
      expect(new Set(policyOf(asked))).toEqual(new Set([`0x${'1'.repeat(40)}`]));
    });

    it('older contracts are asked until one knows the policy', async () => {
      const elsewhere = { [OLDER]: bought.policies ?? {} };
      const { lookUpPolicy, asked } = await onPage([{ listed, elsewhere }]);
      const { found, unreachable } = await lookUpPolicy(ID, NOW);
      expect(found).toMatchObject({ contract: OLDER, policy: { cover: 100_000 } });
      expect(unreachable).toEqual([]);
      // Two questions each, and no contract twice although the list names the current one too.
      const newest = `0x${'1'.repeat(40)}`;
      expect(policyOf(asked)).toEqual([newest, newest, OLDER, OLDER]);
    });

    it('a policy is not called unknown while one of the contracts cannot be read', async () => {
      const { lookUpPolicy } = await onPage([{ listed, broken: [OLDER] }]);
      const { found, unreachable } = await lookUpPolicy(ID, NOW);
      expect(found).toBeNull();
      expect(unreachable).toHaveLength(1);
    });

    it('a policy of an older contract is found although the newest cannot be read', async () => {
      const elsewhere = { [OLDEST]: bought.policies ?? {} };
      const { lookUpPolicy } = await onPage([{ listed, elsewhere, broken: [`0x${'1'.repeat(40)}`] }]);
      expect((await lookUpPolicy(ID, NOW)).found?.contract).toBe(OLDEST);
    });
  });

  it('only one chain is asked when its id is given', async () => {
    const { lookUpPolicy, asked } = await onPage([bought, bought]);
    await lookUpPolicy(ID, NOW, { chainId: 1001 });
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['http://node-1.test/']));
  });

  it('both answers are read at one block, and the chain’s clock counts when it is ahead', async () => {
    const ahead = NOW / 1000 + 90 * 86_400;
    const { lookUpPolicy, asked } = await onPage([{ ...bought, timestamp: ahead }]);
    expect((await lookUpPolicy(ID, NOW)).found?.time).toBe(ahead);
    const calls = asked.filter(({ method }) => method === 'eth_call');
    expect(calls).toHaveLength(2);
    expect(calls.every(({ params }) => params[1] === '0x2a')).toBe(true);
  });

  it('the registry says what became of a policy', async () => {
    for (const [status, name] of [
      [2, 'rejected'],
      [3, 'cancelled'],
    ] as const) {
      vi.resetModules();
      const { lookUpPolicy } = await onPage([{ policies: { [ID]: { status, end: 7n } } }]);
      expect((await lookUpPolicy(ID, NOW)).found?.policy?.status).toBe(name);
    }
  });
});
