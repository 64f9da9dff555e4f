// A test that takes longer than this fails the gate: it belongs in a lower suite, or behind @full.
import { availableParallelism, loadavg } from 'node:os';

export const LIMIT_SECONDS = 10;
const SAMPLE_MS = 5000;

/** The tests that may take longer, each by the beginning of its name, and why. `npm run test:full` has no limit. */
export const ALLOWED = {
  'accessibility.spec.ts': 'axe reads a screen of each kind, and a keyboard alone buys, proves and revokes',
  'claims.spec.ts': 'follows one claim through two browsers, with uploads, letters and a payment on chain',
  'conditions.spec.ts':
    'waits in each journey for what a page fetches when it has settled, and for a network that comes back',
  'desk-policies.spec.ts':
    'sends three transactions from the desk, each of which the worker verifies on chain',
  'polkadot.spec.ts': 'builds blocks of the real Substrate runtime, a second or more each',
  'worker/test/campaign.test.ts': 'some of its runs wait for blocks of the real Substrate runtime',
  'worker/src/settlement/audit/honest.test.ts':
    'waits until the clock has reached a chain whose blocks were mined ahead of it',
  'worker/test/desk-volume.test.ts': 'reads every filter and sort of a list over thousands of rows',
};

/**
 * Watches how busy the machine is: a test's time grows with everything else that runs beside it.
 * @returns {(from: number, to: number) => number} processes that wanted a core, per core, on average between two times in
 *   milliseconds; at least 1
 */
export function watchLoad() {
  const samples = [];
  const sample = () => samples.push({ at: Date.now(), load: loadavg()[0] / availableParallelism() });
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return (from, to) => averageLoad(samples, from, to);
}

/** The average of the samples between two times; 1 without any. */
export function averageLoad(samples, from, to) {
  const within = samples.filter(({ at }) => from <= at && at <= to);
  return Math.max(1, within.reduce((sum, { load }) => sum + load, 0) / Math.max(1, within.length));
}

/**
 * @param {{ test: string, seconds: number }[]} times by the clock
 * @param {number} slowdown what `watchLoad` answers for the time of their suite
 * @returns {string[]} the tests that are too slow and not allowed to be, as sentences
 */
export function tooSlow(times, slowdown, allowed = ALLOWED) {
  const limit = LIMIT_SECONDS * slowdown;
  return times
    .filter(({ seconds }) => seconds > limit)
    .filter(({ test }) => !Object.keys(allowed).some((name) => test.startsWith(name)))
    .map(
      ({ test, seconds }) =>
        `${test} took ${seconds.toFixed(1)} s, and ${limit.toFixed(1)} s are allowed (scripts/lib/slow-tests.mjs)`,
    );
}
