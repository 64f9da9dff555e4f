/**
 * The fault campaign: scenarios on a real chain while something breaks at every step, and afterwards a checker that shares no
 * code with the product. `npm run test:faults` makes 1,000 runs, and `FAULT_SEED=17 npm run test:faults` repeats one.
 */
import { describe, expect, inject, test } from 'vitest';
import { run } from './campaign/run.ts';

/** A run that times out would still be running during the next one and spoil it, so a busy machine gets its time. */
const TIMEOUT_MS = 300_000;

declare module 'vitest' {
  interface TaskMeta {
    /** What happened in a run, for the campaign's report. */
    faults?: { seed: number; scenario: string; happened: [fault: string, times: number][]; findings: number };
  }
}

describe.each(inject('faultSeeds'))('seed %i', (seed) => {
  test('nothing is lost, doubled or stuck after its faults', { timeout: TIMEOUT_MS }, async ({ task }) => {
    const { scenario, faults, happened, findings } = await run(seed);
    task.meta.faults = { seed, scenario, happened: [...happened], findings: findings.length };
    expect(findings, `${scenario} with ${faults.join(', ')}`).toEqual([]);
  });
});
