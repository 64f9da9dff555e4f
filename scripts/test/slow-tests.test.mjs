import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALLOWED, averageLoad, LIMIT_SECONDS, tooSlow } from '../lib/slow-tests.mjs';

const times = [
  { test: 'fast.test.ts › is fast', seconds: LIMIT_SECONDS },
  { test: 'slow.test.ts › is slow', seconds: LIMIT_SECONDS + 0.1 },
];

test('a test that takes longer than the limit is named, unless it is listed', () => {
  assert.match(
    tooSlow(times, 1, {}).join(),
    /^slow\.test\.ts › is slow took 10\.1 s, and 10\.0 s are allowed/,
  );
  assert.deepEqual(tooSlow(times, 1, { 'slow.test.ts': 'because' }), []);
});

test('the limit grows with the load of the machine, and never falls below itself', () => {
  assert.deepEqual(tooSlow(times, 1.1, {}), []);
  assert.equal(averageLoad([], 0, 10), 1);
  assert.equal(averageLoad([{ at: 5, load: 0.5 }], 0, 10), 1);
});

test('the load counts only while the suite ran', () => {
  const samples = [
    { at: 4, load: 9 },
    { at: 5, load: 2 },
    { at: 10, load: 4 },
    { at: 11, load: 9 },
  ];
  assert.equal(averageLoad(samples, 5, 10), 3);
});

test('every test that may be slow has a reason', () => {
  for (const [name, reason] of Object.entries(ALLOWED)) assert.ok(reason.length > 10, name);
});
