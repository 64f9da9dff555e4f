/** What the seeds of the fault campaign draw, without running them. */
import { expect, test } from 'vitest';
import { draw } from './campaign/draw.ts';
import { canMeet, FAULTS } from './campaign/kinds.ts';

/** A run may end before a fault that it drew can happen, so each is drawn more often than it has to happen. */
const drawnIn = (from: number, to: number) => {
  const times = new Map(FAULTS.map((fault) => [fault, 0]));
  for (let seed = from; seed <= to; seed += 1)
    for (const fault of draw(seed).faults) times.set(fault, (times.get(fault) ?? 0) + 1);
  return [...times];
};
const rarerThan = (times: [string, number][], bound: number) =>
  times.filter(([, drawn]) => drawn < bound).map(([fault, drawn]) => `${fault}: ${drawn}`);

test('every kind of fault is drawn at least 58 times in seeds 1 to 1000', () => {
  expect(rarerThan(drawnIn(1, 1000), 58)).toEqual([]);
});

test.each([
  1, 251, 501, 751,
])('every kind of fault is drawn at least 14 times in the 250 seeds from %i', (from) => {
  expect(rarerThan(drawnIn(from, from + 249), 14)).toEqual([]);
});

test('a payment is not both dropped and moved, and nobody pays whose tab was closed', () => {
  const dropped = 'payment dropped by a reorganization';
  expect(canMeet(dropped, 'payment moved by a reorganization')).toBe(false);
  expect(canMeet('payout replaced by a reorganization', 'chain halted for an hour')).toBe(false);
  expect(canMeet('two tabs paying one draft', 'tab closed')).toBe(false);
  expect(canMeet('tab closed', 'RPC late')).toBe(true);
  expect(canMeet(dropped, 'RPC late')).toBe(true);
  expect(canMeet(dropped, 'two tabs paying one draft')).toBe(true);
});
