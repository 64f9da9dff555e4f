import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';

/** The last requirement of levels 1 and 2 in each section of ASVS 5.0.0, in which they stand without gaps. */
const SECTIONS = [
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4',
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2',
  '8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3',
  '11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3',
  '15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2',
].flatMap((line) => line.split(' ').map((entry) => entry.split(':')));
const requirements = SECTIONS.flatMap(([section, last]) =>
  Array.from({ length: Number(last) }, (_, index) => `${section}.${index + 1}`),
);

const rows = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, id, asks, answer, why]) => ({ id, asks, answer, why }));

test('the ASVS table has each of the 253 requirements of levels 1 and 2 once, and no other', () => {
  assert.equal(requirements.length, 253);
  assert.deepEqual(rows.map(({ id }) => id).sort(), requirements.toSorted());
});

test('each row of the ASVS table has one of four answers and a reason', () => {
  const odd = rows.filter(
    ({ answer, why }) => !['yes', 'partly', 'no', 'n/a'].includes(answer) || why.length < 4,
  );
  assert.deepEqual(odd, []);
});

test('each file that the ASVS table names exists', () => {
  const named = rows.flatMap(({ id, why }) =>
    [...why.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file]) => [id, file]),
  );
  assert.ok(named.length > 120, `${named.length} files`);
  assert.deepEqual(
    named.filter(([, file]) => file.includes('/') && !existsSync(join(ROOT, file))),
    [],
  );
});
