// npm run admin -- <command> --local | --remote deploy/<name>.json: manages administrators.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { admin } = await import('./lib/admin-commands.mjs');
const { fail } = await import('./lib/operator.mjs');
await admin(process.argv.slice(2)).catch(fail);
