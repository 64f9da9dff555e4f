import type { D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
    }
  }
}

/** Makes the schema in an empty database, all in one statement: each on its own takes a message to the database. */
export const migrate = () =>
  env.DB.prepare(env.MIGRATIONS.flatMap(({ queries }) => queries).join(';\n')).run();
