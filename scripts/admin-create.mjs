// npm run admin:create -- --local | --remote deploy/<name>.json: creates an administrator.
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { createAdministrator } = await import('./lib/administrators.mjs');
const { ask, askPassword, databaseOf, fail, WHERE } = await import('./lib/operator.mjs');

const USAGE = `npm run admin:create -- --local
npm run admin:create -- --remote deploy/<name>.json   (after its first npm run deploy)
  --email, --name   asked for when not given
  --role            administrator (when not given), underwriter, claims, support or auditor
The password is asked for, or taken from MOORING_ADMIN_PASSWORD.`;

try {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== '--'),
    options: {
      ...WHERE,
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'administrator' },
    },
  });
  const where = databaseOf(values, USAGE);
  const email = (values.email ?? (await ask('Email', { usage: USAGE }))).trim().toLowerCase();
  const name = (values.name ?? (await ask('Name', { usage: USAGE }))).trim();
  const password = await askPassword(USAGE);
  await createAdministrator({ email, name, password, role: values.role }, where);
  console.log(`${name} can sign in at /admin/admin-login with ${email}.`);
} catch (error) {
  fail(error);
}
