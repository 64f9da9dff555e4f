// A local stack's database, with the schema of migrations/.
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './bootstrap.mjs';
import { run, StartError } from './processes.mjs';
import { writeWhole } from './state-files.mjs';

const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
const MIGRATIONS = join(ROOT, 'migrations');
/** An empty migrated database, copied into new state folders because wrangler takes seconds to create one. */
const TEMPLATE = join(ROOT, 'dist/database');
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

/** Saves a copy as the template. If two stacks start at once, only one does. */
function keepTemplate(databaseDir) {
  const copy = `${TEMPLATE}.${randomUUID()}`;
  cpSync(databaseDir, copy, { recursive: true });
  rmSync(TEMPLATE, { recursive: true, force: true });
  try {
    renameSync(copy, TEMPLATE);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Throws if a migration that made the database has changed or gone, since none leads from there to here. */
function requireSameMigrations(databaseDir, schema) {
  const stamp = join(databaseDir, STAMP);
  if (!existsSync(stamp) || schema.startsWith(readFileSync(stamp, 'utf8'))) return;
  throw new StartError(
    'The local database was made by migrations that have changed since. Start over with: npm start -- --fresh',
  );
}

/** Migrates the database in `databaseDir`, creating it if necessary. `env` is for wrangler. */
export async function migrate(databaseDir, env) {
  const schema = schemaNow();
  const made = !existsSync(databaseDir);
  if (made && isAt(TEMPLATE, schema)) cpSync(TEMPLATE, databaseDir, { recursive: true });
  if (isAt(databaseDir, schema)) return;
  requireSameMigrations(databaseDir, schema);
  const words = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', databaseDir];
  const options = { cwd: ROOT, env };
  await run(
    'Migrating the database',
    process.execPath,
    [WRANGLER, ...words, '--config', join(ROOT, 'wrangler.toml')],
    options,
  );
  writeWhole(join(databaseDir, STAMP), schema);
  if (made) keepTemplate(databaseDir);
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
