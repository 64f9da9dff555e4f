/** The worker's log in tests. */
import { afterAll, afterEach, beforeEach } from 'vitest';

const LEVELS = ['info', 'warn', 'error'] as const;

/**
 * Keeps the log lines of each test of this file, and prints them only if it fails: a printed line is a message to the test
 * runner, which takes longer than many a request. Lines of hooks are printed at once.
 */
export function printLogOfFailures(): void {
  const { console: output } = globalThis;
  const printers = LEVELS.map((level) => output[level]);
  let kept: (() => void)[] | null = null;
  for (const [index, level] of LEVELS.entries()) {
    const print = printers[index] as Console['info'];
    output[level] = (...line: unknown[]) => {
      if (kept) kept.push(() => print.apply(output, line));
      else print.apply(output, line);
    };
  }
  beforeEach(({ onTestFailed }) => {
    const own: (() => void)[] = [];
    kept = own;
    onTestFailed(() => {
      for (const print of own) print();
    });
  });
  afterEach(() => {
    kept = null;
  });
  afterAll(() => {
    for (const [index, level] of LEVELS.entries()) output[level] = printers[index] as Console['info'];
  });
}
