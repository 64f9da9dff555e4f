import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { check, LONG, runSteps, SUITES } from '../lib/suites.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mooring-suites-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const bash = (name, script) => check(name, 'bash', '-c', script);
/** A step that would never end, and a child of its own that would not either. */
const STANDS_STILL = 'sleep 1000 & echo $! > child; wait';
const inFolder = (script) => `cd ${folder} && ${script}`;

test('a step that prints nothing is ended with its children, runs once more, and fails the second time', async () => {
  const steps = [
    bash('still', inFolder(`echo started >> runs; ${STANDS_STILL}`)),
    bash('lively', 'for i in 1 2 3 4 5 6 7 8; do sleep 0.1; echo $i; done'),
  ];
  const [still, lively] = await runSteps(steps, 2, { silenceMs: 3000 });
  assert.deepEqual(still.failures, ['still printed nothing for 0.05 minutes and was ended']);
  assert.equal(still.passed, 0);
  assert.deepEqual([lively.passed, lively.failures], [1, []]);
  const [runs] = await runSteps(
    [bash('runs', inFolder('test "$(wc -l < runs)" = 2')), bash('other', 'true')],
    2,
  );
  assert.equal(runs.passed, 1);
  const [ended] = await runSteps(
    [
      bash(
        'ended',
        inFolder('for n in $(seq 50); do kill -0 $(cat child) || exit 0; sleep 0.1; done; exit 1'),
      ),
      bash('other', 'true'),
    ],
    2,
  );
  assert.equal(ended.passed, 1);
});

test('a step that stands still once and then passes has passed', async () => {
  const script = inFolder(`test -e second || { touch second; ${STANDS_STILL}; }`);
  const [step] = await runSteps([bash('once', script), bash('other', 'true')], 2, { silenceMs: 3000 });
  assert.deepEqual([step.passed, step.failures], [1, []]);
});

test('a step that leaves a program behind which holds its output open has ended all the same', async (t) => {
  const left = join(folder, 'left');
  t.after(() => process.kill(Number(readFileSync(left, 'utf8'))));
  const script = inFolder('{ setsid sleep 1000 & echo $! > left; echo done; }');
  const [step] = await runSteps([bash('leaves', script), bash('other', 'true')], 2);
  assert.deepEqual([step.passed, step.failures], [1, []]);
});

test('a step that takes too long is ended although it prints', async () => {
  const [step] = await runSteps(
    [bash('long', 'while sleep 0.1; do echo .; done'), bash('other', 'true')],
    2,
    {
      silenceMs: 60_000,
      totalMs: 600,
    },
  );
  assert.deepEqual([step.passed, step.failures], [0, ['long took longer than 0.01 minutes and was ended']]);
});

test('the nightly workflow runs every suite, each once', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/nightly.yml'), 'utf8');
  const listed = [...workflow.matchAll(/^ {10}- (.+)$/gm)].flatMap(([, names]) => names.split(' '));
  assert.deepEqual(listed.toSorted(), Object.keys({ ...SUITES, ...LONG }).toSorted());
});
