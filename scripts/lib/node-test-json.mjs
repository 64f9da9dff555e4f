// Reporter for node:test that writes the results for the summary of `npm test`.
import { writeFileSync } from 'node:fs';

export default async function* report(source) {
  const results = { passed: 0, failures: [] };
  /** Names of the running test's suites, outermost first, and its own. */
  let path = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name];
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    // A skipped or unfinished test doesn't count as passed.
    const good = type === 'test:pass' && data.skip === undefined && data.todo === undefined;
    if (good) results.passed += 1;
    else {
      const name = [...path.slice(0, data.nesting), data.name].join(' › ');
      results.failures.push({ name, error: String(data.details?.error?.cause?.message ?? data.skip ?? '') });
    }
  }
  writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  yield '';
}
