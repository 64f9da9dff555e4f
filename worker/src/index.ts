// First, because it extends the schemas that are made after it.
import '@hono/zod-openapi';
import { DurableObject } from 'cloudflare:workers';
import { countVisits } from '#worker/analytics/count.ts';
import { consume } from '#worker/delivery/outbox/consume.ts';
import { DELIVERY_QUEUE } from '#worker/platform/edges/outside.ts';
import { sendPurchase } from '#worker/settlement/relay/send.ts';
import { createApp } from './app.ts';
import { realEdges } from './edges.ts';
import { channels } from './jobs/channels.ts';
import { runJobs } from './jobs/run.ts';
import { type Ctx, makeContext } from './platform/context.ts';
import type { RelayOrder, RelayOutcome } from './platform/edges/relays.ts';
import { ANALYTICS_QUEUE } from './platform/edges/visits.ts';
import { answerPage } from './platform/http/pages.ts';
import { advanceRelay } from './settlement/relay/advance.ts';

/** Keeps a slow endpoint from delaying many others; the runtime opens at most six connections. */
const CALLS_AT_ONCE = 5;

const app = createApp();

/** The context for work outside a request. */
function ownContext(env: Env): Ctx {
  return makeContext(env, realEdges, crypto.randomUUID(), new URL(env.PUBLIC_ORIGIN));
}

/** The one sender of a chain's relay account. What is under way is in the database; the object is its place in line. */
export class Relay extends DurableObject<Env> {
  private last: Promise<unknown> = Promise.resolve();

  send(order: RelayOrder): Promise<RelayOutcome> {
    return this.inTurn(() => sendPurchase(ownContext(this.env), order));
  }

  advance(chainId: string): Promise<void> {
    return this.inTurn(() => advanceRelay(ownContext(this.env), chainId));
  }

  /** Waiting for a node would let the next call in, so each waits for the one before, however that ends. */
  private inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const answer = this.last.then(run, run);
    this.last = answer.catch(() => {});
    return answer;
  }
}

export default {
  fetch: (request, env, execution) =>
    /^\/api(\/|$)/.test(new URL(request.url).pathname)
      ? app.fetch(request, env, execution)
      : answerPage(request, env),
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
