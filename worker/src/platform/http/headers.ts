import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './env.ts';

/** The site sends the same, in scripts/lib/site.mjs. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

const deployed = secureHeaders({ strictTransportSecurity: HTTPS_ONLY });
/** A browser that forces https on this machine's name could no longer reach its other servers. */
const local = secureHeaders({ strictTransportSecurity: false });

/** Headers that keep browsers from doing more with a response than showing it. */
export const safeHeaders = createMiddleware<AppEnv>((c, next) =>
  (c.env.ENVIRONMENT === 'local' ? local : deployed)(c, next),
);
