import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { scanFromDeployment } from './harness.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
    }
  }
}

// Every test file starts with its own storage.
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
scanFromDeployment();
