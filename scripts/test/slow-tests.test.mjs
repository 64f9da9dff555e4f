import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALLOWED, LIMIT_SECONDS, tooSlow, watchLoad } from '../lib/slow-tests.mjs';

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
  assert.ok(watchLoad()() >= 1);
});

test('every test that may be slow has a reason', () => {
  for (const [name, reason] of Object.entries(ALLOWED)) assert.ok(reason.length > 10, name);
});
