// Writes administrators straight into the database, because nobody can invite the first one.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSameName, NAME_TAKEN } from '../../domain/admin/names.ts';
import { passwordProblem } from '../../domain/admin/password.ts';
import { ADMIN_ROLES } from '../../domain/admin/roles.ts';
import { hashPassword } from '../../worker/src/admin/auth/password.ts';
import { openDatabase } from './database.mjs';
import { wrangler } from './wrangler.mjs';

const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LONGEST_NAME = 120;

/** An error whose message is meant for the operator. */
export class Refused extends Error {}

/** Why someone can't become an administrator, one sentence each; empty if they can. */
export function administratorProblems({ email, name, password, role = 'administrator' }) {
  const problems = [];
  if (!MAIL_ADDRESS.test(email)) problems.push('The email address is not valid.');
  if (!name || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    problems.push(`The name must have 1 to ${LONGEST_NAME} characters on one line.`);
  }
  if (!ADMIN_ROLES.includes(role)) problems.push(`The role is one of ${ADMIN_ROLES.join(', ')}.`);
  const weak = passwordProblem(password);
  if (weak !== null) problems.push(weak);
  return problems;
}

export const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** Statement that records in the journal what the operator did to a record. */
export const logged = (action, subject, after) =>
  `INSERT INTO journal (kind, v, about, key, at, actor_kind, actor, data, request_id)
    VALUES (${[action, '1', subject, randomUUID(), new Date().toISOString(), 'operator'].map(quoted).join(', ')}, 0, ${quoted(JSON.stringify({ after }))}, 'command line');`;

/** @param onConflict SQL for the case that the address is taken */
export async function administratorSql({ email, name, password, role = 'administrator' }, onConflict = '') {
  const hash = await hashPassword(password);
  const values = [email.trim().toLowerCase(), name, hash, role, new Date().toISOString()];
  return `INSERT INTO admins (email, name, password_hash, role, created_at) VALUES (${values.map(quoted).join(', ')})${onConflict};`;
}

/** What `work` answers with the database of a local state folder; wrangler takes seconds to start. */
function locally(folder, work) {
  const database = openDatabase(folder);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Rows of a query. Wrangler's are visible in the process list, so it must not contain secrets.
 * @param {{ folder: string } | { switches: string[] }} where a local database's folder, or wrangler's switches
 */
export async function query(sql, { folder, switches }) {
  if (folder) return locally(folder, (database) => database.prepare(sql).all()).map((row) => ({ ...row }));
  const words = ['d1', 'execute', 'DB', ...switches, '--json', '--command', sql];
  const text = await wrangler('Reading the database', words, { printedOnly: true });
  return JSON.parse(text).flatMap(({ results }) => results);
}

/** Runs SQL, with wrangler from a file, so that it doesn't show in the process list. @param where as for `query` */
export async function execute(sql, { folder, switches }) {
  if (folder) return locally(folder, (database) => database.exec(`BEGIN IMMEDIATE;${sql};COMMIT`));
  const temporary = mkdtempSync(join(tmpdir(), 'mooring-sql-'));
  const file = join(temporary, 'statement.sql');
  try {
    writeFileSync(file, sql, { mode: 0o600 });
    const words = ['d1', 'execute', 'DB', ...switches, '--file', file, '--yes'];
    await wrangler('Writing to the database', words);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Creates an administrator. Throws `Refused` if the data is invalid, or the address or the name is taken. */
export async function createAdministrator(person, where) {
  const problems = administratorProblems(person);
  if (problems.length > 0) throw new Refused(problems.join('\n'));
  const others = await query('SELECT email, name FROM admins', where);
  if (others.some(({ email, name }) => email !== person.email && isSameName(name, person.name))) {
    throw new Refused(NAME_TAKEN);
  }
  try {
    await execute(await administratorSql(person), where);
  } catch (error) {
    if (!/UNIQUE constraint failed: admins\.email/.test(String(error))) throw error;
    throw new Refused(`There is already an administrator with the address ${person.email}.`);
  }
}

/** Creates a local stack's demo administrators, or gives existing ones this state folder's password. */
export async function ensureDemoAdministrators(people, databaseDir) {
  const again =
    ' ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, role = excluded.role';
  const statements = await Promise.all(people.map((person) => administratorSql(person, again)));
  locally(databaseDir, (database) => database.exec(statements.join('\n')));
}
