import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { DEMO_ADMINISTRATORS } from '../../domain/admin/demo.ts';
import { isPassword } from '../../worker/src/admin/auth/password.ts';
import { open, seal } from '../../worker/src/platform/crypto/sealed.ts';
import { keyRing } from '../../worker/src/platform/settings.ts';
import { admin } from '../lib/admin-commands.mjs';
import {
  administratorProblems,
  administratorSql,
  createAdministrator,
  ensureDemoAdministrators,
  execute,
} from '../lib/administrators.mjs';
import { ROOT } from '../lib/bootstrap.mjs';
import { migrate, openDatabase } from '../lib/database.mjs';
import { localSecrets } from '../lib/secrets.mjs';

const good = { email: 'hedy@mooring.example', name: 'Hedy Lamarr', password: 'twelve chars' };
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mooring-administrators-'));
  process.env.STATE_DIR = folder;
  process.env.MOORING_ADMIN_PASSWORD = 'another twelve';
  await migrate(join(folder, 'd1'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function query(sql) {
  const database = openDatabase(join(folder, 'd1'));
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function write(sql) {
  const database = openDatabase(join(folder, 'd1'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

test('a database of migrations that have changed is refused with a sentence that names --fresh', async () => {
  const other = mkdtempSync(join(tmpdir(), 'mooring-former-'));
  try {
    writeFileSync(join(other, 'schema'), '0001_first.sql 1234\n0002_after_purchase.sql 5678');
    await assert.rejects(migrate(other), {
      message:
        'The local database was made by migrations that have changed since. Start over with: npm start -- --fresh',
    });
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

describe('new administrators', () => {
  test('an address, a name and a password of twelve characters make an administrator', () => {
    assert.deepEqual(administratorProblems(good), []);
  });

  const bad = [
    ['a password of eleven characters', { password: 'eleven char' }],
    ['no address', { email: 'hedy' }],
    ['no name', { name: '' }],
    ['a name of several lines', { name: 'Hedy\nLamarr' }],
    ['an unknown role', { role: 'owner' }],
  ];
  for (const [name, change] of bad) {
    test(`an administrator with ${name} is refused in one sentence`, () => {
      assert.equal(administratorProblems({ ...good, ...change }).length, 1);
    });
  }

  test('a quotation mark in a name does not end the SQL statement', async () => {
    const sql = await administratorSql({ ...good, name: "Grace O'Malley'); --" });
    assert.match(sql, /'Grace O''Malley''\); --'/);
  });
});

test('npm run admin:create writes an administrator that the API accepts, and refuses a duplicate @desk-8', async () => {
  const create = (password, ...words) =>
    spawnSync(
      process.execPath,
      [
        ...[join(ROOT, 'scripts/admin-create.mjs'), '--local'],
        ...['--email', ' Hedy@Mooring.example ', '--name', "Hedy O'Lamarr", ...words],
      ],
      { env: { ...process.env, MOORING_ADMIN_PASSWORD: password }, encoding: 'utf8' },
    );
  const short = create('too short');
  assert.equal(short.status, 1);
  assert.match(short.stderr, /at least 12 characters/);
  const unknown = create(good.password, '--role', 'owner');
  assert.match(unknown.stderr, /The role is one of administrator, underwriter, claims, support, auditor\./);
  const first = create(good.password, '--role', 'claims');
  assert.equal(first.status, 0, first.stderr);
  const again = create('another password');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /There is already an administrator with the address hedy@mooring\.example/);
  const alike = create(good.password, '--email', 'other@mooring.example', '--name', "hedy  o'LAMARR");
  assert.equal(alike.status, 1);
  assert.match(alike.stderr, /Another administrator already has this name\./);

  const results = query('SELECT * FROM admins');
  assert.equal(results.length, 1);
  assert.equal(results[0].email, good.email);
  assert.equal(results[0].name, "Hedy O'Lamarr");
  assert.equal(results[0].role, 'claims');
  assert.equal(await isPassword(good.password, results[0].password_hash), true);
});

test('a deployed database is read and written through wrangler, which names a duplicate as SQLite does', async () => {
  const where = {
    switches: ['--local', '--persist-to', join(folder, 'd1'), '--config', join(ROOT, 'wrangler.toml')],
  };
  const person = { ...good, email: 'joan@mooring.example', name: 'Joan Clarke' };
  await createAdministrator(person, where);
  const made = "SELECT email, name FROM admins WHERE email = 'joan@mooring.example'";
  assert.deepEqual(query(made), [{ email: person.email, name: person.name }]);
  await assert.rejects(
    execute(await administratorSql(person), where),
    /UNIQUE constraint failed: admins\.email/,
  );
});

describe('npm run admin', () => {
  const email = 'grace@mooring.example';
  /** Runs a command in this process, and answers what it prints. */
  const told = async (command, ...words) => {
    const log = mock.method(console, 'log', () => undefined);
    try {
      await admin([...command.split(' '), '--local', ...words]);
      return log.mock.calls.map((call) => call.arguments.join(' ')).join('\n');
    } finally {
      log.mock.restore();
    }
  };
  const person = () => query(`SELECT * FROM admins WHERE email = '${email}'`)[0];
  const openSessions = () =>
    query('SELECT jti FROM admin_sessions WHERE revoked_at IS NULL').map(({ jti }) => jti);
  const actions = () => query('SELECT admin_id, action, request_id FROM audit_log ORDER BY id');
  const byOperator = (action) => ({ admin_id: 0, action, request_id: 'command line' });

  before(async () => {
    write(await administratorSql({ email, name: 'Grace Hopper', password: good.password }));
    const { id } = person();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    write(
      `INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('hers', ${id}, '2026-01-01T00:00:00.000Z', '${later}', NULL, '');
       INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('over', ${id}, '2025-01-01', '2025-01-02', '2025-01-01', '');
       INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('other', 999, '2026-01-01', '${later}', NULL, '');
       INSERT INTO tokens (kind, key, admin_id, expires_at) VALUES ('client', 'hers', ${id}, '${later}'), ('client', 'other', 999, '${later}');
       INSERT INTO sign_in_failures (key, scope, failures, at) VALUES ('hers', 'account', 100, '${later}'), ('another account', 'account', 3, '${later}'), ('a client', 'client', 3, '${later}');`,
    );
  });

  test('npm run admin lists administrators and the sessions of one', async () => {
    assert.match(
      await told('list'),
      /'grace@mooring\.example'.*'Grace Hopper'.*'administrator'.*'active'.* 1 /,
    );
    const listed = await told('sessions', '--email', ` ${email.toUpperCase()} `);
    assert.match(listed, /2026-01-01T00:00:00\.000Z/);
    assert.doesNotMatch(listed, /2025-01-01/);
  });

  test('resetting a password ends the sessions, the login delays and the known clients, and keeps the second factor', async () => {
    const { id } = person();
    write(
      `UPDATE admins SET sealed_totp = 'kept', totp_confirmed_at = '2026', totp_step = 7 WHERE id = ${id};`,
    );
    assert.match(await told('reset-password', '--email', email), /grace@mooring\.example has a new password/);
    assert.equal(await isPassword('another twelve', person().password_hash), true);
    assert.deepEqual(openSessions(), ['other']);
    assert.deepEqual(query("SELECT admin_id FROM tokens WHERE kind = 'client'"), [{ admin_id: 999 }]);
    assert.deepEqual(query('SELECT key FROM sign_in_failures'), [{ key: 'a client' }]);
    assert.deepEqual(actions().at(-1), byOperator('admin.password_reset'));
    assert.deepEqual([person().sealed_totp, person().totp_confirmed_at], ['kept', '2026']);
  });

  test('an administrator can be deactivated, which ends the sessions, and activated again', async () => {
    const { id } = person();
    write(
      `INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('new', ${id}, '2026', '2999', NULL, '');`,
    );
    await told('deactivate', '--email', email);
    assert.equal(person().status, 'inactive');
    assert.deepEqual(openSessions(), ['other']);
    await told('activate', '--email', email);
    assert.equal(person().status, 'active');
    write(
      `INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('newer', ${id}, '2026', '2999', NULL, '');`,
    );
    await told('end-sessions', '--email', email);
    assert.deepEqual(openSessions(), ['other']);
    const last = actions()
      .slice(-3)
      .map(({ action }) => action);
    assert.deepEqual(last, ['admin.deactivated', 'admin.activated', 'admin.sessions_ended']);
  });

  test('an administrator gets another role and loses a lost second factor, each time with all sessions', async () => {
    const { id } = person();
    write(
      `INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('one', ${id}, '2026', '2999', NULL, '');
       UPDATE admins SET sealed_totp = 'sealed', totp_confirmed_at = '2026', totp_step = 7 WHERE id = ${id};
       INSERT INTO recovery_codes VALUES (${id}, 'hash', NULL);`,
    );
    assert.match(await told('role', '--email', email, '--role', 'auditor'), /has the role auditor/);
    assert.equal(person().role, 'auditor');
    assert.deepEqual(openSessions(), ['other']);
    write(
      `INSERT INTO admin_sessions (jti, admin_id, created_at, expires_at, revoked_at, device) VALUES ('two', ${id}, '2026', '2999', NULL, '');`,
    );
    await told('remove-totp', '--email', email);
    const { sealed_totp, totp_confirmed_at, totp_step } = person();
    assert.deepEqual([sealed_totp, totp_confirmed_at, totp_step], [null, null, null]);
    assert.deepEqual(query('SELECT * FROM recovery_codes'), []);
    assert.deepEqual(openSessions(), ['other']);
    const last = actions()
      .slice(-2)
      .map(({ action }) => action);
    assert.deepEqual(last, ['admin.role_set', 'admin.totp_removed']);
    await assert.rejects(told('role', '--email', email, '--role', 'owner'), /The role is one of/);
    await told('role', '--email', email, '--role', 'administrator');
  });

  test('npm run admin encrypts an enrolled second factor again with the current details key', async () => {
    const { secrets } = localSecrets(join(folder, 'secrets.json'));
    const former = JSON.parse(secrets.DETAILS_KEYS);
    const { id } = person();
    const binding = { row: 'admin:totp', owner: `admin:${id}` };
    write(
      `UPDATE admins SET sealed_totp = '${await seal(keyRing.parse(former), 'ABC', binding)}' WHERE id = ${id}`,
    );
    const keys = { ...former.keys, 2: Buffer.alloc(32, 7).toString('base64') };
    const ring = { current: '2', keys };
    writeFileSync(
      join(folder, 'secrets.json'),
      JSON.stringify({ ...secrets, DETAILS_KEYS: JSON.stringify(ring) }),
    );
    assert.equal(await told('details-keys rotate'), '1 values are encrypted with key 2 now.');
    assert.equal(
      await open(keyRing.parse({ current: '2', keys: { 2: keys[2] } }), person().sealed_totp, binding),
      'ABC',
    );
    assert.equal(await told('details-keys rotate'), 'Everything was encrypted with key 2 already.');
  });

  test('npm run admin refuses an unknown address, a short password and an unknown command', async () => {
    const spawned = (...words) =>
      spawnSync(process.execPath, [join(ROOT, 'scripts/admin.mjs'), ...words], { encoding: 'utf8' });
    const nobody = spawned('deactivate', '--local', '--email', 'nobody@mooring.example');
    assert.equal(nobody.status, 1);
    assert.match(nobody.stderr, /^There is no administrator with the address nobody@mooring\.example\.$/m);
    await assert.rejects(told('demote', '--email', email), /npm run admin -- <command>/);
    process.env.MOORING_ADMIN_PASSWORD = 'too short';
    await assert.rejects(told('reset-password', '--email', email), /at least 12 characters/);
  });
});

test('a secret of a later version is added to an older state folder', () => {
  const path = join(folder, 'secrets.json');
  const { secrets } = localSecrets(path);
  const { DEMO_ADMIN_PASSWORD, ...older } = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(DEMO_ADMIN_PASSWORD, secrets.DEMO_ADMIN_PASSWORD);
  assert.ok(DEMO_ADMIN_PASSWORD.length >= 12);
  rmSync(path);
  writeFileSync(path, JSON.stringify(older));
  const next = localSecrets(path).secrets;
  assert.equal(next.SESSION_SECRET, secrets.SESSION_SECRET);
  assert.notEqual(next.DEMO_ADMIN_PASSWORD, secrets.DEMO_ADMIN_PASSWORD);
});

test('npm start makes two administrators and one account for each other role', async () => {
  await ensureDemoAdministrators(
    DEMO_ADMINISTRATORS.map((each) => ({ ...each, password: good.password })),
    join(folder, 'd1'),
  );
  const made = query(
    "SELECT email, role, password_hash FROM admins WHERE email GLOB '*@mooring.local' ORDER BY id",
  );
  assert.deepEqual(
    made.map(({ email, role }) => `${email} ${role}`),
    [
      ...['admin@mooring.local administrator', 'second@mooring.local administrator'],
      ...['underwriter@mooring.local underwriter', 'claims@mooring.local claims'],
      ...['support@mooring.local support', 'auditor@mooring.local auditor'],
    ],
  );
  for (const { password_hash } of made) assert.equal(await isPassword(good.password, password_hash), true);
});
