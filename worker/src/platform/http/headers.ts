import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './env.ts';

/** The site sends the same, in scripts/lib/site.mjs. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

const deployed = secureHeaders({ strictTransportSecurity: HTTPS_ONLY });
/** A browser that forces https on this machine's name could no longer reach its other servers. */
const local = secureHeaders({ strictTransportSecurity: false });

/** How long browsers and proxies may keep what is the same for everybody. */
export const FOR_A_MINUTE = 'public, max-age=60';

/** An answer is no page: nothing in it loads anything, and no page frames it. A file may have a policy of its own. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Headers that keep browsers from doing more with a response than showing it. */
export const safeHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await (c.env.ENVIRONMENT === 'local' ? local : deployed)(c, next);
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', POLICY);
});

/** A record's version as an entity tag. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`;
