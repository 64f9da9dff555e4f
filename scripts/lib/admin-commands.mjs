// The commands of `npm run admin`.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { REBUILD } from '../../worker/src/admin/figures/days/rebuild.ts';
import { sortRange } from '../../worker/src/inbox/waiting/repository.ts';
import {
  endAllSessions,
  list,
  removeSecondFactor,
  resetPassword,
  sessions,
  setActive,
  setRole,
} from './administration.mjs';
import { execute, query, Refused } from './administrators.mjs';
import { rotate } from './details-keys.mjs';
import { DESK_ROWS, RECORDS, rebuildDesk, searchOff, searchOn, viewsFirst } from './export.mjs';
import { ask, askPassword, databaseOf, detailsKeysOf, WHERE } from './operator.mjs';
import { replay } from './replay.mjs';

const USAGE = `npm run admin -- <command> --local
npm run admin -- <command> --remote deploy/<name>.json
  list                 all administrators
  sessions             sessions of one that run
  end-sessions         ends them
  reset-password       a new password; ends all sessions
  deactivate, activate whether one can sign in
  role                 another role (--role); ends all sessions
  remove-totp          removes a lost second factor; ends all sessions
  details-keys rotate  encrypts everything again with the current details key
  figures rebuild      recomputes every figure of the desk, a few days each minute
  desk rebuild         makes what the desk lists and finds again from the records
  messages sort        finds out again which threads wait for an answer, and closes those whose matter is done
  outbox replay        sends again what failed for good on a channel (--channel email, webhook or push)
  search off, on       removes the desk's search index for an export of the database, and makes it again
  sort export          puts the statements of an exported file (--file) into an order that can be loaded
  --email              whose; asked for when not given
  --role               administrator, underwriter, claims, support or auditor
A new password is asked for, or taken from MOORING_ADMIN_PASSWORD, and a deployment's ring of details keys from
MOORING_DETAILS_KEYS.`;

function show(rows, none) {
  if (rows.length === 0) console.log(none);
  else console.table(rows);
}

const WORDS = {
  email: { type: 'string' },
  role: { type: 'string' },
  channel: { type: 'string' },
  file: { type: 'string' },
};

/** Threads that one statement sorts. */
const AT_ONCE = 10_000;

const COMMANDS = {
  list: async ({ where }) => show(await list(where), 'There are no administrators.'),
  sessions: async ({ where, email }) => {
    const whose = await email();
    show(await sessions(whose, where), `${whose} has no active session.`);
  },
  'end-sessions': async ({ where, email }) => {
    const person = await endAllSessions(await email(), where);
    console.log(`All sessions of ${person.email} have ended.`);
  },
  'reset-password': async ({ where, email }) => {
    const whose = await email();
    const person = await resetPassword({ email: whose, password: await askPassword(USAGE) }, where);
    console.log(`${person.email} has a new password, and all sessions have ended.`);
  },
  'details-keys rotate': async ({ where, local }) => {
    console.log((await rotate(await detailsKeysOf({ local }, USAGE), where)).join('\n'));
  },
  'figures rebuild': async ({ where }) => {
    await execute(REBUILD.join(';\n'), where);
    console.log('Every day is marked. The scheduled run recomputes the figures, newest days first.');
  },
  'desk rebuild': async ({ where }) => {
    const records = [];
    for (const each of RECORDS) records.push(...(await query(each, where)));
    await execute(rebuildDesk(records).join(';\n'), where);
    console.log('Every row of the desk is as its record makes it.');
  },
  'messages sort': async ({ where }) => {
    const [{ last }] = await query('SELECT coalesce(max(id), 0) AS last FROM threads', where);
    const parts = Array.from({ length: Math.ceil(last / AT_ONCE) }, (_, part) =>
      sortRange(part * AT_ONCE + 1, (part + 1) * AT_ONCE),
    );
    if (parts.length > 0) await execute(parts.join(';\n'), where);
    console.log('Every thread is sorted by what its messages ask and whether its matter is done.');
  },
  'outbox replay': async ({ where, channel }) => {
    const count = await replay(channel, where);
    console.log(`${count} of ${channel} will be sent again by the next scheduled runs.`);
  },
  'search off': async ({ where }) => {
    await execute(searchOff().join(';\n'), where);
    console.log('The desk can search nothing until: npm run admin -- search on');
  },
  'search on': async ({ where }) => {
    await execute(searchOn(await query(DESK_ROWS, where)).join(';\n'), where);
    console.log('The search index is complete.');
  },
  'sort export': ({ file }) => {
    if (!file) throw new Refused('Name the exported --file.');
    writeFileSync(file, viewsFirst(readFileSync(file, 'utf8')));
    console.log(`${file} can be loaded.`);
  },
  role: async ({ where, email, role }) => {
    const person = await setRole({ email: await email(), role: role ?? '' }, where);
    console.log(`${person.email} has the role ${role}, and all sessions have ended.`);
  },
  'remove-totp': async ({ where, email }) => {
    const person = await removeSecondFactor(await email(), where);
    console.log(`${person.email} signs in with the password alone, and all sessions have ended.`);
  },
  deactivate: async ({ where, email }) => {
    const person = await setActive(await email(), false, where);
    console.log(`${person.email} can no longer sign in, and all sessions have ended.`);
  },
  activate: async ({ where, email }) => {
    const person = await setActive(await email(), true, where);
    console.log(`${person.email} can sign in.`);
  },
};

/** Runs a command as it was typed. Throws Refused with a sentence, or with how a command is written. */
export async function admin(words) {
  const { values, positionals } = parseArgs({
    args: words.filter((word) => word !== '--'),
    options: { ...WHERE, ...WORDS },
    allowPositionals: true,
  });
  const name = positionals.join(' ');
  if (!Object.hasOwn(COMMANDS, name)) throw new Refused(USAGE);
  const where = values.file ? null : databaseOf(values, USAGE);
  const email = async () => values.email ?? ask('Email', { usage: USAGE });
  await COMMANDS[name]({ ...values, where, email });
}
