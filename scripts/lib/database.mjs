// A local stack's database, with the schema of migrations/.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './bootstrap.mjs';
import { buildOnce } from './build-once.mjs';
import { StartError } from './processes.mjs';
import { writeWhole } from './state-files.mjs';
import { wrangler } from './wrangler.mjs';

const MIGRATIONS = join(ROOT, 'migrations');
/** A file in the database's folder: a line for each applied migration, with its hash. */
const STAMP = 'schema';

const schemaNow = () =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(MIGRATIONS, name)))
          .digest('hex')}`,
    )
    .join('\n');

const isAt = (folder, schema) =>
  existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), 'utf8') === schema;

/** Throws if a migration that made the database has changed or gone, since none leads from there to here. */
function requireSameMigrations(databaseDir, schema) {
  const stamp = join(databaseDir, STAMP);
  if (!existsSync(stamp) || schema.startsWith(readFileSync(stamp, 'utf8'))) return;
  throw new StartError(
    'The local database was made by migrations that have changed since. Start over with: npm start -- --fresh',
  );
}

async function applyMigrations(databaseDir, schema) {
  const words = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', databaseDir];
  await wrangler('Migrating the database', [...words, '--config', join(ROOT, 'wrangler.toml')]);
  writeWhole(join(databaseDir, STAMP), schema);
}

/** An empty migrated database, copied into new state folders because wrangler takes seconds to create one. */
const emptyDatabase = (schema) =>
  buildOnce('database', { sources: ['migrations'], build: (out) => applyMigrations(out, schema) });

/** Migrates the database in `databaseDir`, creating it if necessary. */
export async function migrate(databaseDir) {
  const schema = schemaNow();
  if (!existsSync(databaseDir)) cpSync(await emptyDatabase(schema), databaseDir, { recursive: true });
  if (isAt(databaseDir, schema)) return;
  requireSameMigrations(databaseDir, schema);
  await applyMigrations(databaseDir, schema);
}

/** Opens the SQLite file behind a local database without wrangler, which takes a second to start. */
export function openDatabase(databaseDir) {
  for (const file of globSync(join(databaseDir, 'v3/d1/**/*.sqlite'))) {
    const database = new DatabaseSync(file, { timeout: 5000 });
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'accounts'").get()) return database;
    database.close();
  }
  throw new Error(`No database with accounts under ${databaseDir}`);
}
