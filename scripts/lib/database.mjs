// A local stack's database, with the schema of migrations/.
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './bootstrap.mjs';
import { run } from './processes.mjs';

const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
const MIGRATIONS = join(ROOT, 'migrations');
/** An empty migrated database, copied into new state folders because wrangler takes seconds to create one. */
const TEMPLATE = join(ROOT, 'dist/database');
/** A file in the database's folder: the hash of its migrations. */
const STAMP = 'schema';

function schemaHash() {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql'))
      hash
        .update(name)
        .update('\0')
        .update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex');
}

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

/** Migrates the database in `databaseDir`, creating it if necessary. `env` is for wrangler. */
export async function migrate(databaseDir, env) {
  const schema = schemaHash();
  const made = !existsSync(databaseDir);
  if (made && isAt(TEMPLATE, schema)) cpSync(TEMPLATE, databaseDir, { recursive: true });
  if (isAt(databaseDir, schema)) return;
  const words = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', databaseDir];
  const options = { cwd: ROOT, env };
  await run(
    'Migrating the database',
    process.execPath,
    [WRANGLER, ...words, '--config', join(ROOT, 'wrangler.toml')],
    options,
  );
  writeFileSync(join(databaseDir, STAMP), schema);
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
