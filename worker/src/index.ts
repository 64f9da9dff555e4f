import { createApp } from './app.ts';
import { consumeDeliveries } from './delivery/calls/consume.ts';
import { consumeLetters } from './delivery/mail/consume.ts';
import { runJobs } from './jobs/run.ts';
import { type Ctx, makeContext, realEdges } from './platform/context.ts';
import { DELIVERY_QUEUE } from './platform/edges/webhook.ts';

const app = createApp();

/** The context of work that no request asked for. */
function ownContext(env: Env): Ctx {
  return makeContext(env, realEdges, crypto.randomUUID(), new URL(env.PUBLIC_ORIGIN));
}

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  async scheduled(_controller, env) {
    await runJobs(ownContext(env));
  },
  async queue(batch, env) {
    // Another environment's queue has its name behind ours.
    const consume = batch.queue.startsWith(DELIVERY_QUEUE) ? consumeDeliveries : consumeLetters;
    await consume(ownContext(env), batch.messages);
  },
} satisfies ExportedHandler<Env>;
