// A copy of the database, and what was not delivered.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDifference } from '../../domain/audit/lines.ts';
import { ROOT } from '../lib/bootstrap.mjs';
import { run } from '../lib/processes.mjs';
import { wrangler as runWrangler } from '../lib/wrangler.mjs';
import { Customer, Desk, term } from './people.mjs';
import { eventually } from './world.mjs';

const script = (name, words, env = {}) =>
  run(name, process.execPath, [join(ROOT, name), ...words], { cwd: ROOT, env });
const admin = (stateDir, ...words) =>
  script('scripts/admin.mjs', [...words, '--local'], { STATE_DIR: stateDir });
const wrangler = (config, ...words) => runWrangler('wrangler', [...words, '--config', config]);
const OURS = join(ROOT, 'wrangler.toml');

/** Deletes the newest head of the audit log that the bucket keeps. */
export const forgetHead = (world) =>
  wrangler(
    OURS,
    ...['r2', 'object', 'delete', 'mooring-files/audit-log/latest', '--local'],
    ...['--persist-to', join(world.stateDir, 'd1')],
  );

/** Lines of the public audit that are a difference. */
async function differences(world) {
  const words = ['--rpc', world.chain.rpcUrl, '--api', world.api, '--deployment', world.recordFile, '--json'];
  const child = spawn(process.execPath, [join(ROOT, 'scripts/audit.mjs'), ...words], { cwd: ROOT });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await once(child, 'close');
  const { lines, reconciled } = JSON.parse(printed);
  assert.ok(reconciled);
  return lines.filter((line) => isDifference(line));
}

/** Exports a local database. Wrangler does so only from beside its configuration. */
async function exportDatabase(databaseDir, folder, output) {
  mkdirSync(join(folder, '.wrangler'), { recursive: true });
  symlinkSync(databaseDir, join(folder, '.wrangler/state'));
  const config = join(folder, 'wrangler.toml');
  const [databases] = /\[\[d1_databases\]\][^[]+/.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'));
  writeFileSync(config, `name = "mooring"\ncompatibility_date = "2026-10-01"\n${databases}`);
  await wrangler(config, 'd1', 'export', 'DB', '--local', '--output', output);
}

/** Exports a world's database with its search off; `meanwhile` happens before it is on again. */
async function takeExport(world, dump, meanwhile = async () => {}) {
  await admin(world.stateDir, 'search', 'off');
  await meanwhile();
  await exportDatabase(join(world.stateDir, 'd1'), `${dump}.folder`, dump);
  await script('scripts/admin.mjs', ['sort', 'export', '--file', dump]);
  await admin(world.stateDir, 'search', 'on');
}

/** Makes a database of an export, in a folder of its own. */
async function loadExport(dump, restored) {
  mkdirSync(restored);
  const local = ['--local', '--persist-to', join(restored, 'd1')];
  await wrangler(OURS, 'd1', 'execute', 'DB', ...local, '--file', dump, '--yes');
  await admin(restored, 'search', 'on');
}

/** Has a world run on that database. The bucket and everything else that is not the database stays. */
async function putInPlace(world, folder) {
  await world.stop();
  const [lost, restored] = [join(world.stateDir, 'd1'), join(folder, 'd1')];
  cpSync(lost, restored, { recursive: true, filter: (path) => !path.includes('/v3/d1') });
  rmSync(lost, { recursive: true });
  renameSync(restored, lost);
  await world.start();
}

/** The desk's customers whose wallet is found by its first digits. */
async function found(desk, { account }) {
  const { users } = await desk.ask('GET', `/users?search=${account.address.slice(0, 12).toLowerCase()}`);
  return users;
}

const restore = {
  title: 'Restore from an export',
  when: 'A copy of the database is needed outside Cloudflare, or the database is lost and time travel does not reach back far enough.',
  steps: [
    {
      do: 'Run `npm run admin -- search off`, then `npx wrangler d1 export DB --remote --output mooring.sql --config dist/<environment>/wrangler.json`, then `npm run admin -- search on` and `npm run admin -- sort export --file mooring.sql`. Meanwhile the desk can search nothing. Copy the bucket: it has the documents.',
      shows: 'The file has every table, and the desk searches again.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.policy = await here.customer.buy();
        here.claim = await here.customer.claim(here.policy.id);
        here.desk = await Desk.signIn(world);
        here.quotedBefore = await Customer.arrive(world);
        const quote = await here.quotedBefore.quoted(term(120));
        here.dump = join(world.stateDir, 'mooring.sql');
        await takeExport(world, here.dump, async () => {
          // Triggers keep writing while nothing can be searched.
          here.meanwhile = await Customer.arrive(world);
        });
        assert.equal((await found(here.desk, here.meanwhile)).length, 1);
        here.users = world.rows('SELECT count(*) AS n FROM accounts')[0].n;
        await here.quotedBefore.pay(quote);
        here.quotedAfter = await Customer.arrive(world);
        here.unknown = await here.quotedAfter.quoted(term(120));
        await here.quotedAfter.pay(here.unknown);
      },
    },
    {
      do: 'Create a database (`npx wrangler d1 create mooring-restored`), load the file (`npx wrangler d1 execute … --file mooring.sql`), and run `npm run admin -- search on` and `npm run admin -- desk rebuild` on it.',
      shows: 'It has every row of the old one.',
      walk: async (here) => {
        const { world } = here;
        here.restored = join(world.stateDir, 'restored');
        await loadExport(here.dump, here.restored);
      },
    },
    {
      do: 'Put its `database_id` into `deploy/<name>.json` and deploy. Keep all secrets: sessions, details and seals depend on them. If lines of the audit log were sealed since, run `npx wrangler r2 object delete mooring-files/audit-log/latest`.',
      shows:
        'Who was signed in still is; policy, claim and search are there, the audit log has no fault, and `npm run audit` names nothing but payments of quotes that were made after the export.',
      walk: async (here) => {
        const { world, customer, desk } = here;
        await putInPlace(world, here.restored);
        await forgetHead(world);
        const policy = await customer.ask('GET', `/insurance/policy/${here.policy.id}`);
        assert.equal(policy.status, 'active');
        await customer.ask('GET', `/insurance/policy/${here.policy.id}/proof`);
        assert.equal((await customer.ask('GET', `/claims/detail/${here.claim.id}`)).id, here.claim.id);
        for (const each of [customer, here.meanwhile]) assert.equal((await found(desk, each)).length, 1);
        const listed = world.rows(
          "SELECT sum(value) AS count FROM desk_counts, json_each(counts) WHERE kind = 'users'",
        );
        assert.equal(listed[0].count, here.users);
        const { faults } = await desk.ask('GET', '/audit-log/check');
        assert.deepEqual(
          faults.filter(({ kind }) => kind !== 'unknown_head'),
          [],
        );
        await eventually('an audit that names nothing else', async () => {
          const found = await differences(world);
          return found.every(({ quoteId }) => quoteId === here.unknown.quote_id);
        });
      },
    },
    {
      do: 'Let the scheduled run catch up with the chain. Refund what it finds as exceptions.',
      shows:
        'A quote of the export that was paid later has its policy. A payment of a quote that was made after the export is an exception, because nobody knows any more what it was for. New policies are sold.',
      walk: async ({ world, customer, quotedBefore, quotedAfter }) => {
        await eventually('a policy from the chain', async () => (await quotedBefore.policies()).length === 1);
        await eventually('an exception from the chain', async () => {
          const wallet = quotedAfter.account.address.toLowerCase();
          return world.rows('SELECT 1 FROM payment_exceptions WHERE wallet = ?', wallet).length === 1;
        });
        assert.equal((await customer.buy(term(80))).status, 'active');
        await world.isRead();
      },
    },
  ],
};

const mendRecords = {
  title: 'Mend edited records',
  when: '`npm run audit` or `/audit` names records that differ from the chain, and a second node shows the same chain.',
  steps: [
    {
      do: 'Keep the report of `npm run audit`. Find out when the records were edited, and stop whoever can.',
      shows:
        'The audit names each row that was edited or deleted, and the scheduled run changes none of them.',
      walk: async (here) => {
        const { world } = here;
        const customer = await Customer.arrive(world);
        // Another runbook may have left one.
        here.known = (await differences(world)).map(({ quoteId }) => quoteId);
        here.edited = await customer.buy();
        here.deleted = await customer.buy(term(60));
        const later = await Customer.arrive(world);
        const quote = await later.quoted(term(120));
        here.dump = join(world.stateDir, 'before-the-edit.sql');
        await takeExport(world, here.dump);
        await later.pay(quote);
        here.later = later;
        await eventually('the later policy', async () => (await later.policies()).length === 1);
        const [edited, deleted] = [here.edited.quote_id, here.deleted.quote_id];
        world.database((database) => {
          database.prepare("UPDATE chain_events SET amount = '1' WHERE quote_id = ?").run(edited);
          database.prepare('DELETE FROM chain_events WHERE quote_id = ?').run(deleted);
        });
        const named = new Set((await differences(world)).map(({ quoteId }) => quoteId));
        assert.ok(named.has(edited) && named.has(deleted));
      },
    },
    {
      do: 'Restore the database as it was before: `npx wrangler d1 time-travel restore DB --timestamp …`, or [from an export](#restore-from-an-export). If lines of the audit log were sealed since, run `npx wrangler r2 object delete mooring-files/audit-log/latest`.',
      shows: 'The edited rows are as they were.',
      walk: async ({ world, dump, edited }) => {
        const restored = join(world.stateDir, 'mended');
        await loadExport(dump, restored);
        await putInPlace(world, restored);
        await forgetHead(world);
        const amount = 'SELECT amount FROM chain_events WHERE quote_id = ?';
        assert.notEqual(world.rows(amount, edited.quote_id)[0].amount, '1');
      },
    },
    {
      do: 'Have the chain read from its first block: `DELETE FROM scan_cursors`.',
      shows:
        'The scheduled run records what happened since, and `npm run audit` names nothing but payments of quotes that were made since.',
      walk: async ({ world, later, known }) => {
        world.database((database) => database.exec('DELETE FROM scan_cursors'));
        await eventually('the later policy again', async () => (await later.policies()).length === 1);
        await eventually('an audit without a new difference', async () =>
          (await differences(world)).every(({ quoteId }) => known.includes(quoteId)),
        );
      },
    },
  ],
};

const replay = {
  title: 'Replay what was not delivered',
  when: 'The alert `queue-stuck` or `letters-failing`: mail, webhooks or push notifications did not work for longer than the retries of a day.',
  steps: [
    {
      do: 'Find the cause in the log (`not_sent`, with its code) and end it. What waits or is being retried needs nothing more: the scheduled run hands it over again, what a queue lost after five minutes.',
      shows: "The channel's `waiting_since` and `retrying_since` in `/api/health` become null.",
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        await here.customer.buy();
        // What a queue lost at a restart is handed over again five minutes later: as if they had passed.
        world.database((database) =>
          database.exec(
            `UPDATE outbox SET next_attempt_at = '${new Date().toISOString()}' WHERE state = 'queued'`,
          ),
        );
        const wallet = here.customer.account.address.toLowerCase();
        const sent = "SELECT 1 FROM outbox WHERE channel = 'email' AND state = 'sent' AND wallet = ?";
        await eventually('a letter', async () => world.rows(sent, wallet).length > 0);
        await eventually('an empty queue', async () => {
          const email = (await world.health()).queues.find(({ channel }) => channel === 'email');
          return email.waiting_since === null && email.retrying_since === null;
        });
      },
    },
    {
      do: 'Run `npm run admin -- outbox replay --channel email` (or `webhook`, `push`).',
      shows:
        'Everything that failed for good gets its attempts again and is sent once; what must no longer be sent is refused again by its own rule. The audit log has a line.',
      walk: async ({ world }) => {
        const letters = world.rows("SELECT id FROM outbox WHERE channel = 'email' AND state = 'sent'");
        const ids = JSON.stringify(letters.map(({ id }) => id));
        const those = 'id IN (SELECT value FROM json_each(?))';
        assert.ok(letters.length > 0, 'no letter was sent');
        // As after a day without a mail service.
        world.database((database) =>
          database
            .prepare(
              `UPDATE outbox SET state = 'failed', attempts = 8, last_error = 'E_DELIVERY' WHERE ${those}`,
            )
            .run(ids),
        );
        await eventually('a failure in health', async () => {
          const email = (await world.health()).queues.find(({ channel }) => channel === 'email');
          return email.failed_at !== null;
        });
        const said = await admin(world.stateDir, 'outbox', 'replay', '--channel', 'email');
        assert.ok(Number(/^(\d+) of email/m.exec(said)[1]) >= letters.length, said);
        await eventually('all letters', async () => {
          const now = world.rows(`SELECT state, last_error AS error FROM outbox WHERE ${those}`, ids);
          const refused = ({ state, error }) => state === 'failed' && error !== 'E_DELIVERY';
          assert.ok(now.some(({ state }) => state === 'sent'));
          return now.every((letter) => letter.state === 'sent' || refused(letter));
        });
        assert.equal(world.rows("SELECT 1 FROM audit_log WHERE action = 'outbox.replayed'").length, 1);
      },
    },
  ],
};

export const DATA = { restore, 'mend-records': mendRecords, replay };
