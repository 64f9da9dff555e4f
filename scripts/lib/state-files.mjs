// Files and databases that hold state: written whole or not at all, and refused by name when something has damaged them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './processes.mjs';

const damaged = (path) =>
  new StartError(`${path} is damaged. Restore it, or start over with: npm start -- --fresh`);

/** Writes a file so that whoever reads it, even after a power cut, finds all of it or what was there before. */
export function writeWhole(path, content, { mode = 0o666 } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content, { mode, flush: true });
  renameSync(`${path}.new`, path);
}

/** The object in a text that the file at `path` holds. */
export function parseWhole(path, text) {
  try {
    const value = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value;
  } catch {}
  throw damaged(path);
}

/** The object in a JSON file; undefined if there is no such file. */
export const readWhole = (path) =>
  existsSync(path) ? parseWhole(path, readFileSync(path, 'utf8')) : undefined;

/** Refuses a database that lacks pages or, cut off at its start, tables. */
export function requireSound(path) {
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    const [{ quick_check: found }] = database.prepare('PRAGMA quick_check(1)').all();
    const [{ tables }] = database.prepare('SELECT count(*) AS tables FROM sqlite_master').all();
    if (found === 'ok' && tables > 0) return;
  } catch (error) {
    // "malformed" and "not a database".
    if (![11, 26].includes(error.errcode)) throw error;
  } finally {
    database.close();
  }
  throw damaged(path);
}
