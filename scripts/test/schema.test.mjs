/** The migrated database against the Drizzle schema, both ways. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { ROOT } from '../lib/bootstrap.mjs';

const database = new DatabaseSync(':memory:');
for (const file of globSync(join(ROOT, 'migrations/*.sql')).sort()) database.exec(readFileSync(file, 'utf8'));

const namesOf = (type) =>
  database
    .prepare('SELECT name, tbl_name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL ORDER BY name')
    .all(type);

/** SQL without quotes and optional spaces. drizzle-kit quotes the parts of an expression in an index. */
const plain = (sql) =>
  sql
    .replace(/--> statement-breakpoint|;\s*$/g, '')
    .replace(/[`"]/g, '')
    .replace(/\s*([(),])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Columns and constraints of a table in no order, because an added column comes last. */
function partsOf(sql) {
  const text = plain(sql);
  const parts = [''];
  let depth = 0;
  for (const char of text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.sort();
}

async function statements() {
  const files = globSync(join(ROOT, 'worker/src/platform/db/*schema.ts'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  const empty = await generateSQLiteDrizzleJson({});
  const schema = await generateSQLiteDrizzleJson(Object.assign({}, ...modules));
  return generateSQLiteMigration(empty, schema);
}

const generated = (await statements()).map((sql) => ({ sql, name: /`(\w+)`/.exec(sql)[1] }));
const isTable = ({ sql }) => sql.startsWith('CREATE TABLE');
const isSearch = ({ name }) => /^\w+_search(_\w+)?$/.test(name) || name.startsWith('sqlite_');

test('every table of the migrations is a table of the Drizzle schema, with the same columns and constraints', () => {
  const actual = namesOf('table').filter((table) => !isSearch(table));
  const expected = generated.filter(isTable);
  assert.deepEqual(
    Object.fromEntries(actual.map(({ name, sql }) => [name, partsOf(sql)])),
    Object.fromEntries(expected.map(({ name, sql }) => [name, partsOf(sql)])),
  );
});

test('every index of the migrations is an index of the Drizzle schema, over the same columns', () => {
  const expected = generated.filter((statement) => !isTable(statement));
  assert.deepEqual(
    Object.fromEntries(namesOf('index').map(({ name, sql }) => [name, plain(sql)])),
    Object.fromEntries(expected.map(({ name, sql }) => [name, plain(sql)])),
  );
});

test('there are at most 68 tables with the search index, 120 indexes and 14 triggers, and 10 indexes on claims', () => {
  const tables = namesOf('table').filter(({ name }) => !/^(sqlite_|desk_search_)/.test(name));
  const indexes = namesOf('index');
  assert.ok(tables.length <= 68, `${tables.length} tables`);
  assert.ok(indexes.length <= 120, `${indexes.length} indexes`);
  assert.ok(indexes.filter(({ tbl_name }) => tbl_name === 'claims').length <= 10, 'indexes on claims');
  assert.ok(namesOf('trigger').length <= 14, `${namesOf('trigger').length} triggers`);
});

test('the repository that relies on a trigger names it', () => {
  const triggers = namesOf('trigger');
  const repositories = globSync(join(ROOT, 'worker/src/**/repository.ts')).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const unnamed = triggers.filter(({ name }) => !repositories.some((text) => text.includes(`\`${name}\``)));
  assert.deepEqual(
    unnamed.map(({ name }) => name),
    [],
  );
});

test('every trigger compiles against the columns of its tables', () => {
  const columnsOf = (table) =>
    database
      .prepare(`PRAGMA table_xinfo(${table})`)
      .all()
      .map(({ name, hidden }) => ({ name, written: hidden === 0 }));
  const triggers = namesOf('trigger');
  for (const table of new Set(triggers.map(({ tbl_name }) => tbl_name))) {
    const columns = columnsOf(table);
    const sets = columns.filter(({ written }) => written).map(({ name }) => `"${name}" = "${name}"`);
    const statements = {
      INSERT: `INSERT INTO "${table}" DEFAULT VALUES`,
      UPDATE: `UPDATE "${table}" SET ${sets.join(', ')}`,
      DELETE: `DELETE FROM "${table}"`,
    };
    for (const [event, statement] of Object.entries(statements)) {
      const fires = triggers.some(
        (trigger) =>
          trigger.tbl_name === table && new RegExp(` ${event}\\b`).test(trigger.sql.split(' ON ')[0]),
      );
      // Preparing a statement compiles the triggers that it fires.
      if (fires) database.prepare(`EXPLAIN ${statement}`);
    }
  }
  for (const { name, tbl_name, sql } of triggers) {
    const [, list] = /UPDATE OF ([^;]*?) ON /i.exec(plain(sql)) ?? [];
    const known = columnsOf(tbl_name).map((column) => column.name);
    for (const column of list?.split(',') ?? []) assert.ok(known.includes(column), `${name}: ${column}`);
  }
});
