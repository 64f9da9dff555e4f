import { expect, test } from 'vitest';
import { deskCtx } from '../../../test/desk.ts';
import { deployFeed, now, type Round, sound } from '../../../test/feed.ts';
import { usual } from '../../../test/harness.ts';

const HEARTBEAT = 3600;

/** The rate or refusal for a feed with these changes. */
async function rateOf(changes: Partial<Round>) {
  const feed = await deployFeed(changes);
  const ether = { ...usual.currencies[0], feed, heartbeat_seconds: HEARTBEAT };
  const CHAINS = JSON.stringify([{ ...usual, currencies: [ether] }]);
  const ctx = deskCtx({}, { RATE_SOURCE: 'chainlink', CHAINS });
  const [only] = ctx.chains;
  if (!only) throw new Error('No chain');
  return (await ctx.rates.rates(only)).ETH;
}

test('returns the rate of a valid round with its feed and time', async () => {
  expect(await rateOf({})).toEqual({
    usd: '2000.5',
    source: expect.stringMatching(/^chainlink:0x[0-9a-f]{40}$/),
    at: new Date(sound.updatedAt * 1000).toISOString(),
    round: '7',
  });
});

test.each<[string, Partial<Round>, string]>([
  ['of zero', { answer: 0n }, 'zero or less'],
  ['below zero', { answer: -2000_00000000n }, 'zero or less'],
  ['of 18 decimals', { decimals: 18 }, '18 decimals'],
  ['of no decimals', { decimals: 0 }, '0 decimals'],
  ['that is older than its heartbeat', { updatedAt: now() - HEARTBEAT - 120 }, 's old'],
  ['from the future', { updatedAt: now() + 600 }, 'future'],
  ['of no round', { round: 0n, answeredIn: 0n }, 'no round'],
  ['of a round without an answer', { updatedAt: 0 }, 'no round'],
  ['carried over from an earlier round', { answeredIn: 6n }, 'earlier round'],
])('refuses a feed answer %s', async (_, changes, reason) => {
  expect(await rateOf(changes)).toEqual({ refused: expect.stringContaining(reason) });
});

test('accepts a feed answer just past its heartbeat, because block times vary', async () => {
  expect(await rateOf({ updatedAt: now() - HEARTBEAT - 30 })).toMatchObject({ usd: '2000.5' });
});
