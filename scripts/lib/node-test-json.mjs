// Reporter for node:test that leaves the results where `npm test` sums them up.
import { writeFileSync } from 'node:fs';

export default async function* report(source) {
  const results = { passed: 0, failures: [] };
  /** Names of the suites around the test that runs, outermost first, and its own. */
  let path = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name];
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    // A test that was skipped or left to do is no pass.
    const good = type === 'test:pass' && data.skip === undefined && data.todo === undefined;
    if (good) results.passed += 1;
    else results.failures.push([...path.slice(0, data.nesting), data.name].join(' › '));
  }
  writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  yield '';
}
