import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { scanFromHere } from './harness.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
    }
  }
}

// Every test file starts with its own storage, and without the chain events of the files before it.
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
await scanFromHere();
