import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const root = mkdtempSync(join(tmpdir(), 'mooring-memory-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** What a process that keeps its files there, if there is `enough` room, prints as its temporary folder. */
function keptBy(enough) {
  const module = new URL('../lib/memory.mjs', import.meta.url).href;
  const script = `import { tmpdir } from 'node:os';
    import { existsSync } from 'node:fs';
    import { keepInMemory } from '${module}';
    keepInMemory('${root}', ${enough});
    console.log(process.pid, tmpdir(), existsSync(tmpdir()));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [pid, folder, exists] = stdout.trim().split(' ');
  return { pid, folder, exists };
}

test('a run keeps its temporary files in a folder of its own, which goes with it', () => {
  const { pid, folder, exists } = keptBy(1);
  assert.equal(folder, join(root, `mooring-test-${pid}`));
  assert.equal(exists, 'true');
  assert.equal(existsSync(folder), false);
});

test('a run where memory is short keeps its temporary files on disk', () => {
  assert.equal(keptBy(Number.MAX_SAFE_INTEGER).folder.startsWith(root), false);
});

test('a run removes what killed runs left, and nothing of one that is under way or of others', () => {
  const { pid: ended } = keptBy(1);
  for (const name of [`mooring-test-${ended}`, `mooring-test-${process.pid}`, 'of-another-program']) {
    mkdirSync(join(root, name));
  }
  keptBy(1);
  assert.deepEqual(readdirSync(root).sort(), [`mooring-test-${process.pid}`, 'of-another-program'].sort());
});
