import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ALERTS } from '../lib/alerts.mjs';
import { ROOT } from '../lib/bootstrap.mjs';
import { DESK_ROWS, RECORDS, rebuildDesk, searchOff, searchOn, viewsFirst } from '../lib/export.mjs';
import { LONG } from '../lib/suites.mjs';
import { DOCUMENT, datesIn, documentOf, RUNBOOKS } from '../runbooks/document.mjs';

const text = readFileSync(DOCUMENT, 'utf8');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const anchors = (document) =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test('docs/runbooks.md has the steps of every walk, and says when each was walked', () => {
  const dates = datesIn(text);
  assert.deepEqual(
    Object.keys(RUNBOOKS).filter((name) => !(Date.parse(dates[name]) <= Date.now())),
    [],
  );
  assert.equal(text, documentOf(dates));
});

test('every step of a runbook is walked and says what it shows, and the long tests walk them all', () => {
  for (const [name, { steps }] of Object.entries(RUNBOOKS)) {
    assert.ok(steps.length >= 2, name);
    for (const step of steps) {
      assert.ok(step.do && step.shows, name);
      assert.equal(typeof step.walk, 'function', name);
    }
  }
  assert.deepEqual(LONG.runbooks[0].args, ['scripts/runbooks.mjs']);
});

test('every runbook of the operations leads to its walk', () => {
  const linked = [...read('docs/operations.md').matchAll(/\(runbooks\.md#([\w-]+)\)/g)].map(
    ([, anchor]) => anchor,
  );
  const missing = anchors(text).filter((anchor) => anchor !== 'runbooks' && !linked.includes(anchor));
  assert.deepEqual(missing, []);
});

test('the runbook of every alert exists', () => {
  const missing = Object.entries(ALERTS).filter(([, { runbook }]) => {
    const [file, anchor] = runbook.split('#');
    return !anchors(read(file)).includes(anchor);
  });
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
  );
});

test('the search index is filled from the rows of the desk as their triggers fill it', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(read('migrations/0001_schema.sql'));
  const found = (words) =>
    database.prepare('SELECT rowid AS row FROM desk_search WHERE desk_search MATCH ?').all(words);
  const act = (kind, about) =>
    database.exec(`INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
      VALUES ('${kind}', 1, '${about}', 'r', '2026-11-26', 'admin', 1, '{}', 'r')`);
  act('policy.rejected', 'policy:7');
  assert.equal(found('"policy:7"').length, 1);
  database.exec(searchOff().join(';'));
  act('claim.approved', 'claim:9');
  database.exec(searchOn(database.prepare(DESK_ROWS).all()).join(';'));
  assert.deepEqual({ ...found('"claim:9"')[0] }, { row: 7_000_000_000_002 });
  assert.deepEqual({ ...found('"policy:7"')[0] }, { row: 7_000_000_000_001 });
});

test('the rows of the desk are made again from their records, and one that is right stays as it is', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(read('migrations/0001_schema.sql'));
  const all = (sql) => database.prepare(sql).all();
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
    INSERT INTO accounts (wallet, kind, created_at, last_sign_in_at) SELECT 'w' || i, 'evm', '', '' FROM n;
    INSERT INTO desk_rows (kind, record) SELECT 'users', id FROM accounts`);
  database.exec(
    'DELETE FROM desk_search WHERE rowid = 1000000010001; DELETE FROM desk WHERE id = 1000000010001',
  );
  database.exec("UPDATE desk SET status = 'inactive' WHERE id = 1000000000001");
  const statements = rebuildDesk(RECORDS.flatMap(all));
  assert.equal(statements.length, 2);
  database.exec(statements.join(';'));
  assert.equal(all("SELECT id FROM desk WHERE status = 'active'").length, 10_001);
  const changes = () => all('SELECT total_changes() AS n')[0].n;
  const before = changes();
  database.exec(statements.join(';'));
  assert.equal(changes() - before, 0);
});

test('the views of an export come before the triggers, and a row that quotes one stays as it is', () => {
  const schema = read('migrations/0001_schema.sql');
  const [view] = schema.match(/^CREATE VIEW [^;]+;/m);
  const [trigger] = schema.match(/^CREATE TRIGGER `\w+`/m);
  const row = `INSERT INTO t VALUES('${view}');`;
  const dump = [row, `${trigger} AFTER INSERT ON t BEGIN SELECT 1; END;`, view].join('\n');
  const inserted = `${trigger} AFTER INSERT ON t BEGIN SELECT 1; END;`;
  const lines = (text) => text.split('\n').filter(Boolean);
  assert.deepEqual(lines(viewsFirst(dump)), lines([row, view, inserted].join('\n')));
});
