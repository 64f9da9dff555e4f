// Prints what a fault campaign did: its runs, how often each fault happened, what the checker found, and how to repeat a run.

import { FAULTS } from '../../worker/test/campaign/kinds.ts';

/** Each fault happens at least once in so many runs, or the campaign has not tested it. */
const RUNS_PER_FAULT = 20;
/** Too few runs to say anything about. */
const SHORT = 100;

/** A reporter of vitest. */
export default class Campaign {
  onTestRunEnd(modules) {
    const runs = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((each) => each.meta().faults ?? []),
    );
    if (runs.length === 0) return;
    const sum = (entries) => {
      const sums = new Map();
      for (const [name, times] of entries) sums.set(name, (sums.get(name) ?? 0) + times);
      return [...sums].sort(([a], [b]) => a.localeCompare(b));
    };
    const never = FAULTS.map((name) => [name, 0]);
    const faults = sum([...never, ...runs.flatMap(({ happened }) => happened)]);
    const print = (rows) => {
      for (const [name, times] of rows) console.log(`${String(times).padStart(6)}  ${name}`);
    };
    console.log(`\n── ${runs.length} runs ──`);
    print(sum(runs.map(({ scenario }) => [scenario, 1])));
    console.log('── faults ──');
    print(faults);
    const found = runs.filter(({ findings }) => findings > 0);
    console.log(`── ${found.reduce((total, { findings }) => total + findings, 0)} findings ──`);
    for (const { seed, scenario } of found)
      console.log(`${scenario}: repeat it with FAULT_SEED=${seed} npm run test:faults`);
    const seeds = runs.map(({ seed }) => seed);
    console.log(`seeds ${Math.min(...seeds)} to ${Math.max(...seeds)}`);
    const rare = faults.filter(([, times]) => times * RUNS_PER_FAULT < runs.length);
    if (runs.length < SHORT || rare.length === 0) return;
    console.log(`Too rare: ${rare.map(([name]) => name).join(', ')}.`);
    process.exitCode = 1;
  }
}
