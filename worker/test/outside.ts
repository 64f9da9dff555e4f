import { consume } from '#worker/delivery/outbox/consume.ts';
import { dispatch } from '#worker/delivery/outbox/dispatch.ts';
import { realEdges } from '#worker/edges.ts';
import { channels } from '#worker/jobs/channels.ts';
import { type Ctx, type Edges, makeContext } from '#worker/platform/context.ts';
import type { Handover, Outside } from '#worker/platform/edges/outside.ts';
import { notification, webhookCalls } from '#worker/told/tell.ts';
import { type Customer, ORIGIN, rows, runSchedule, workerWith } from './harness.ts';
import { bindings } from './reach.ts';

export interface DeliveryRow {
  id: string;
  target: string;
  event_id: string;
  kind: string;
  body: string;
  state: string;
  attempts: number;
  next_attempt_at: string;
  response_status: number | null;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

/** The worker's queue consumer takes this many at once. */
const CALLS_AT_ONCE = 5;

/** A call as it was sent. */
export interface SentCall {
  url: string;
  headers: Headers;
  body: Uint8Array;
  init: RequestInit;
}

/** A fake queue and network. Queued calls wait here, and either may fail. */
export class OutboundFake {
  readonly queued: (Handover & { delaySeconds: number })[] = [];
  readonly calls: SentCall[] = [];
  /** Next results of the network, one per call; the default is 204. */
  answers: (Response | Error)[] = [];
  queueFails = false;
  /** Sends calls over the real network. */
  real = false;
  /** How far the clock is ahead, in milliseconds. */
  ahead = 0;
  /** How many calls wait for each other before any is answered. */
  together = 1;
  /** Calls in progress, and the most at any time. */
  #waiting: (() => void)[] = [];
  busiest = 0;

  constructor(private readonly variables: Partial<Env> & { PUSH_KEYS?: string } = {}) {}

  readonly #outside: Outside = {
    enqueue: async (deliveries) => {
      if (this.queueFails) throw new Error('The queue is down');
      this.queued.push(...deliveries.map(({ body, delaySeconds }) => ({ ...body, delaySeconds })));
    },
    fetch: async (input, init = {}) => {
      const url = String(input);
      const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
      this.calls.push({ url, headers: new Headers(init.headers), body, init });
      if (this.real) return fetch(input, init);
      await this.#meet();
      const answer = this.answers.shift() ?? new Response(null, { status: 204 });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };

  #meet(): Promise<void> {
    return new Promise((resolve) => {
      this.busiest = Math.max(this.busiest, this.#waiting.push(resolve));
      if (this.#waiting.length >= this.together) for (const go of this.#waiting.splice(0)) go();
    });
  }

  readonly edges: Partial<Edges> = {
    clock: () => Date.now() + this.ahead,
    outside: () => this.#outside,
  };
  readonly reach = workerWith(this.edges);

  get ctx(): Ctx {
    const edges = { ...realEdges, ...this.edges };
    return makeContext(bindings(this.variables), edges, crypto.randomUUID(), new URL(ORIGIN));
  }

  schedule(): Promise<void> {
    return runSchedule(this.edges, {}, ['dispatch outbox']);
  }

  /** Makes the queued calls as the queue would; returns how many redeliveries were requested. */
  async deliver(deliveries: readonly Handover[] = this.queued.splice(0)): Promise<number> {
    let again = 0;
    const retry = () => {
      again += 1;
    };
    const messages = deliveries.map((body) => ({ body, ack: () => {}, retry }));
    await consume(this.ctx, channels, messages, CALLS_AT_ONCE);
    return again;
  }

  /** Emits an event to the customer's webhooks and queues it. */
  async emit(customer: Customer, key: string): Promise<void> {
    const { ctx } = this;
    const claim = { claim_id: 7, claim_number: 'CLM-007', policy_id: 3 };
    const to = { wallet: customer.address.toLowerCase(), key };
    await ctx.db.batch([webhookCalls(ctx, to, 'claim.rejected', claim)]);
    await this.dispatch();
  }

  async notify(customer: Customer, key: string, push: { title: string; body: string }): Promise<void> {
    const { ctx } = this;
    const wallet = customer.address.toLowerCase();
    const said = { title: push.title, text: push.body, path: '/messages' };
    await ctx.db.batch([notification(ctx, { wallet, key }, said)]);
    await this.dispatch();
  }

  async dispatch(): Promise<void> {
    await dispatch(this.ctx, channels);
  }

  /** The wallet's deliveries in the order they were written. */
  deliveries(customer: Customer): Promise<DeliveryRow[]> {
    return rows<DeliveryRow>(
      "SELECT * FROM outbox WHERE wallet = ? AND channel <> 'email' ORDER BY rowid",
      customer.address.toLowerCase(),
    );
  }
}
