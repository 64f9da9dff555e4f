// npm run alerts -- https://<site>: reads the health of a deployment and prints one line for each alert of
// deploy/alerts.json that is on. Exits with 0 when none is, 1 when one is, 2 on a wrong call: made for a cron.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { alertLine, alertsOf } = await import('./lib/alerts.mjs');

const TIMEOUT_MS = 20_000;

const words = process.argv.slice(2).filter((word) => word !== '--');
const site = URL.parse(words[0] ?? '');
if (words.length !== 1 || !['https:', 'http:'].includes(site?.protocol)) {
  console.error('Usage: npm run alerts -- https://<site>');
  process.exit(2);
}

/** The health that the API answers; null if it answers none. */
async function healthOf(origin) {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return (await answer.json()).data ?? null;
  } catch {
    return null;
  }
}

const alerts = alertsOf(await healthOf(site.origin));
for (const alert of alerts) console.log(alertLine(alert));
process.exitCode = alerts.length > 0 ? 1 : 0;
