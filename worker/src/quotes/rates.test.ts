import { parseAbi } from 'viem';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Edges } from '#worker/platform/context.ts';
import { Customer, chain, later, localAccount, rows, usual, workerWith } from '../../test/harness.ts';

let ada: Customer;
beforeAll(async () => {
  ada = await Customer.arrive();
});

describe('Chainlink rates', () => {
  const feedAbi = parseAbi(['function update(int256 answer, uint256 updatedAt)']);
  const feed = usual.currencies[0]?.feed ?? '0x';
  const price = (changes: object = {}, clock = {}) => {
    const currencies = usual.currencies.map((each, index) => (index === 0 ? { ...each, ...changes } : each));
    const CHAINS = JSON.stringify([{ ...usual, currencies }]);
    return ada.quote({}, workerWith(clock, { RATE_SOURCE: 'chainlink', CHAINS }));
  };
  const HOUR = 3600;
  /** Without an age the feed answers with the time of the block that asks. */
  const update = async (answer: bigint, secondsAgo?: number) => {
    const { timestamp } = await chain.getBlock();
    const updatedAt = secondsAgo === undefined ? 0n : timestamp - BigInt(secondsAgo);
    const hash = await chain.writeContract({
      address: feed,
      abi: feedAbi,
      functionName: 'update',
      args: [answer, updatedAt],
      account: localAccount(0),
      chain: chain.chain,
    });
    await chain.waitForTransactionReceipt({ hash });
  };

  afterEach(() => update(2000_00000000n));

  test('prices a quote by the feed, rounds up to the next base unit and stores the rate with it', async () => {
    await update(1999_12345678n);
    const { data } = await price();
    expect(data).toMatchObject({ rate: '1999.12345678' });
    const exact = 1200n * 10n ** 26n;
    const amount = BigInt(data.amount);
    expect(amount * 1999_12345678n).toBeGreaterThanOrEqual(exact);
    expect((amount - 1n) * 1999_12345678n).toBeLessThan(exact);
    const [row] = await rows('SELECT rate_source, rate FROM quotes WHERE id = ?', data.quote_id);
    expect(row).toMatchObject({ rate_source: `chainlink:${feed.toLowerCase()}`, rate: '1999.12345678' });
  });

  test('refuses zero, negative, stale and missing feed answers @payment-10', async () => {
    for (const answer of [0n, -1n]) {
      await update(answer);
      expect(await price()).toMatchObject({ status: 503, code: 'chain_unreachable' });
    }
    await update(2000_00000000n, HOUR - 30);
    expect((await price({ heartbeat_seconds: HOUR })).status).toBe(200);
    await update(2000_00000000n, HOUR + 120);
    expect((await price({ heartbeat_seconds: HOUR })).status).toBe(503);
    await update(2000_00000000n);
    expect((await price({ heartbeat_seconds: HOUR }, later((HOUR + 120) * 1000))).status).toBe(503);
    expect((await price({ feed: null })).status).toBe(503);
    // A token has decimals() too, but no latestRoundData().
    expect((await price({ feed: usual.currencies[1]?.token })).status).toBe(503);
  });

  test('refuses to quote at a rate at which the contract would pay no claim, up to the bounds themselves', async () => {
    // The local contract pays claims from 500 to 10,000 dollars per coin.
    for (const [answer, status] of [
      [499_99999999n, 503],
      [500_00000000n, 200],
      [10_000_00000000n, 200],
      [10_000_00000001n, 503],
    ] as const) {
      await update(answer);
      const made = await price();
      expect([answer, made.status]).toEqual([answer, status]);
      if (status === 503) expect(made).toMatchObject({ code: 'chain_unreachable' });
    }
  });

  test('refuses a feed with other decimals than a USD price, whatever it answers @payment-10', async () => {
    /** The node, but with these decimals for our feed. */
    const answering = (decimals: number): Partial<Edges> => ({
      fetch: async (input, init) => {
        const sent = JSON.parse(String(init?.body)) as {
          id: number;
          params: [{ to?: string; data?: string }];
        }[];
        const asked = sent.find(
          ({ params: [call] }) => call?.to === feed.toLowerCase() && call.data === '0x313ce567',
        );
        const answers = (await (await fetch(input, init)).json()) as { id: number; result: string }[];
        const result = `0x${decimals.toString(16).padStart(64, '0')}`;
        return Response.json(answers.map((each) => (each.id === asked?.id ? { ...each, result } : each)));
      },
    });
    expect((await price({}, answering(8))).status).toBe(200);
    expect((await price({}, answering(18))).status).toBe(503);
    expect((await price({}, answering(6))).status).toBe(503);
  });
});
