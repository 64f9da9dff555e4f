import { countVisits } from './analytics/count.ts';
import { createApp } from './app.ts';
import { consume } from './delivery/outbox/consume.ts';
import { realEdges } from './edges.ts';
import { channels } from './jobs/channels.ts';
import { runJobs } from './jobs/run.ts';
import { type Ctx, makeContext } from './platform/context.ts';
import { DELIVERY_QUEUE } from './platform/edges/outside.ts';
import { ANALYTICS_QUEUE } from './platform/edges/visits.ts';

/** Keeps a slow endpoint from delaying many others; the runtime opens at most six connections. */
const CALLS_AT_ONCE = 5;

const app = createApp();

/** The context for work outside a request. */
function ownContext(env: Env): Ctx {
  return makeContext(env, realEdges, crypto.randomUUID(), new URL(env.PUBLIC_ORIGIN));
}

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  async scheduled(_controller, env) {
    await runJobs(ownContext(env));
  },
  async queue(batch, env) {
    // Another environment's queue name starts with ours.
    if (batch.queue.startsWith(ANALYTICS_QUEUE)) return countVisits(ownContext(env), batch.messages);
    const parallel = batch.queue.startsWith(DELIVERY_QUEUE) ? CALLS_AT_ONCE : 1;
    await consume(ownContext(env), channels, batch.messages, parallel);
  },
} satisfies ExportedHandler<Env>;
