/** One run of a campaign: the worker, its queues, its clock and the faults that are still to happen. */
import { consume } from '#worker/delivery/outbox/consume.ts';
import { realEdges } from '#worker/edges.ts';
import { channels } from '#worker/jobs/channels.ts';
import { runJobs } from '#worker/jobs/run.ts';
import { type Ctx, type Edges, makeContext } from '#worker/platform/context.ts';
import type { Handover, Queued } from '#worker/platform/edges/outside.ts';
import { advanceRelay } from '#worker/settlement/relay/advance.ts';
import { sendPurchase } from '#worker/settlement/relay/send.ts';
import { type Answer, type Call, ORIGIN, type Reach, workerWith } from '../harness.ts';
import type { Lie } from '../lies.ts';
import type { Dice } from './dice.ts';
import { type Armed, Invocation } from './invocation.ts';
import { type Fault, isOfInvocation, type StoryFault } from './kinds.ts';

const LIES: readonly Lie[] = [
  ...(['no_logs', 'fewer_logs', 'old_logs', 'other_blocks', 'another_branch'] as const),
  ...(['other_amount', 'high_head'] as const),
];
/** How far our clock is ahead of the machine's, so that a chain whose blocks are a second apart stays behind it. */
const AHEAD_MS = 5 * 60_000;
const FIFTY = 50;
const TRIES = 6;
/** A client waits this long before it tries again, which is longer than a key is held for a request that died. */
const AGAIN_MS = 20_000;
/** Of the schedule what moves policies, claims and letters. */
const JOBS = [
  ...['relay', 'scan', 'sweep', 'confirm', 'dead transfers', 'lost payments', 'reported'],
  ...['settle endings', 'dispatch outbox'],
];

/** Faults of any invocation. The others wait for a certain kind, of which a scenario has only some. */
const OFTEN = /^(RPC|worker|statement)/;

/** The client does nothing anymore: its tab was closed, or it was refused. */
export class ClientGone extends Error {}

/** Someone who calls the API: a customer or an administrator. */
export interface Caller {
  call<Data>(path: string, options?: Call, reach?: Reach): Promise<Answer<Data>>;
}

export interface WorldOptions {
  dice: Dice;
  faults: readonly Fault[];
  /** Bindings that say which chains there are. */
  variables: Partial<Env>;
  /** Address of the Substrate node; null on an EVM chain. */
  substrate: string | null;
  /** Lets the chain's clock run on, in seconds. */
  passOnChain(seconds: number): Promise<void>;
}

export class World {
  readonly dice: Dice;
  /** How often each fault happened. */
  readonly happened = new Map<Fault, number>();
  private armed: Armed[] = [];
  private readonly story: Set<StoryFault>;
  private queued: Handover[] = [];
  private relaying: Promise<unknown> = Promise.resolve();
  /** Client steps until its tab closes; infinite if it stays open. */
  private stepsLeft = Number.POSITIVE_INFINITY;
  private ahead = AHEAD_MS;
  /** How wrong our clock is, in milliseconds. */
  skew = 0;
  private variables: Partial<Env>;
  /** Sent letters and calls. */
  readonly sent: string[] = [];

  constructor(private readonly options: WorldOptions) {
    this.dice = options.dice;
    this.variables = options.variables;
    this.story = new Set(options.faults.filter((fault) => !isOfInvocation(fault)) as StoryFault[]);
  }

  readonly clock = () => Date.now() + this.ahead + this.skew;

  count(fault: Fault): void {
    this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1);
  }

  /** Whether the scenario is to act out this fault here. It happens once. */
  acts(fault: StoryFault): boolean {
    if (!this.story.delete(fault)) return false;
    this.count(fault);
    return true;
  }

  /** From here on faults happen. `steps`: about how many invocations are left. */
  begin(steps: number): void {
    const { dice } = this;
    for (const fault of this.options.faults.filter(isOfInvocation)) {
      this.armed.push({
        fault,
        after: dice.below(OFTEN.test(fault) ? steps : 2),
        nth: 1 + dice.below(4),
        before: dice.chance(0.5),
        lie: dice.pick(LIES),
      });
    }
    if (this.story.delete('tab closed')) this.stepsLeft = dice.below(2);
    if (this.acts('clock off by minutes'))
      this.skew = (dice.chance(0.5) ? 1 : -1) * (1 + dice.below(9)) * 60_000;
  }

  /** The worker is deployed again with other settings. */
  deploy(variables: Partial<Env>): void {
    this.variables = { ...this.variables, ...variables };
  }

  /** From here on nothing goes wrong anymore. */
  calm(): void {
    this.armed = [];
    this.story.clear();
    this.skew = 0;
    this.stepsLeft = Number.POSITIVE_INFINITY;
  }

  /** Lets time pass, for us and on the chain. */
  async pass(milliseconds: number): Promise<void> {
    this.ahead += milliseconds;
    await this.options.passOnChain(Math.floor(milliseconds / 1000));
  }

  /** The faults whose turn it is, of those that fit. */
  private due(fits: (armed: Armed) => boolean): Armed[] {
    const fitting = this.armed.filter(fits);
    const due = fitting.filter(({ after }) => after === 0);
    for (const each of fitting) if (each.after > 0) each.after -= 1;
    return due;
  }

  private readonly fire = (armed: Armed): void => {
    if (!this.armed.includes(armed)) return;
    this.armed = this.armed.filter((each) => each !== armed);
    this.count(armed.fault);
  };

  private takes(
    fault:
      | 'two scheduled runs at once'
      | 'queue delivering twice'
      | 'queue delivering late'
      | 'same request fifty times at once',
  ): boolean {
    const [armed] = this.due((each) => each.fault === fault);
    if (armed) this.fire(armed);
    return armed !== undefined;
  }

  private async invoke<Result>(run: (edges: Edges, variables: Env) => Promise<Result>): Promise<Result> {
    const due = this.due(({ fault }) => OFTEN.test(fault));
    const invocation = new Invocation(this.dice, due, this.fire);
    const edges = {
      ...realEdges,
      ...invocation.edges(this.clock, this.options.substrate),
      mail: () => ({
        enqueue: async (entries: readonly Queued[]) =>
          invocation.alive(() => this.enqueue(entries.map(({ body }) => body))),
        send: async ({ subject }: { subject: string }) =>
          invocation.alive(() => void this.sent.push(subject)),
      }),
      outside: () => ({
        enqueue: async (entries: readonly Queued[]) =>
          invocation.alive(() => this.enqueue(entries.map(({ body }) => body))),
        fetch: async (input: unknown) =>
          invocation.alive(() => {
            this.sent.push(String(input));
            return new Response(null, { status: 204 });
          }),
      }),
      relays: () => ({
        send: (order: Parameters<typeof sendPurchase>[1]) => this.relay((ctx) => sendPurchase(ctx, order)),
        advance: (chain: string) => this.relay((ctx) => advanceRelay(ctx, chain)),
      }),
    } as Edges;
    try {
      return await run(edges, invocation.variables(this.variables));
    } finally {
      // Later writes than there were are the next invocation's first.
      for (const each of invocation.unreached) each.nth = 1;
    }
  }

  private enqueue(entries: readonly Handover[]): void {
    this.queued.push(...entries);
  }

  /** The relay's sender does one thing at a time. */
  private relay<Result>(run: (ctx: Ctx) => Promise<Result>): Promise<Result> {
    const next = () => this.invoke((edges, variables) => run(this.context(edges, variables)));
    const answer = this.relaying.then(next, next);
    this.relaying = answer.catch(() => {});
    return answer;
  }

  private context = (edges: Edges, variables: Env): Ctx =>
    makeContext(variables, edges, crypto.randomUUID(), new URL(ORIGIN));

  readonly reach: Reach = (request) =>
    this.invoke(async (edges, variables) => workerWith(edges, variables)(request));

  /** The scheduled run, or two of them at once. */
  async schedule(only: readonly string[] = JOBS): Promise<void> {
    const run = () => this.invoke((edges, variables) => runJobs(this.context(edges, variables), only));
    const twice = this.takes('two scheduled runs at once');
    await Promise.all(twice ? [run(), run()] : [run()]);
    await this.deliver();
  }

  /** Delivers what is queued, once or twice, now or at the end. */
  async deliver(): Promise<void> {
    if (this.queued.length === 0 || this.takes('queue delivering late')) return;
    const batch = this.queued.splice(0);
    const messages = batch.map((body) => ({ body, ack: () => {}, retry: () => this.enqueue([body]) }));
    const run = () =>
      this.invoke((edges, variables) => consume(this.context(edges, variables), channels, messages, 5));
    const twice = this.takes('queue delivering twice');
    await Promise.all(twice ? [run(), run()] : [run()]);
  }

  /** A client's step; it ends the client if its tab is to close. */
  step(): void {
    this.stepsLeft -= 1;
    if (this.stepsLeft >= 0) return;
    this.calmTab();
    this.count('tab closed');
    throw new ClientGone();
  }

  private calmTab(): void {
    this.stepsLeft = Number.POSITIVE_INFINITY;
  }

  /** Sends a request until it is answered, as our client does, with one key for all attempts. */
  async post<Data>(caller: Caller, path: string, options: Call = {}): Promise<Answer<Data>> {
    this.step();
    const headers = { 'idempotency-key': crypto.randomUUID(), ...options.headers };
    const send = () => caller.call<Data>(path, { method: 'POST', ...options, headers }, this.reach);
    if (this.takes('same request fifty times at once')) {
      // Half of them while the first one runs, and half when it has been carried out.
      const volley = () => Promise.all(Array.from({ length: FIFTY / 2 }, send));
      const done = [...(await volley()), ...(await volley())].find(({ status }) => status < 300);
      if (done) return done;
    }
    let last: Answer<Data> | null = null;
    for (let tries = 0; tries < TRIES; tries += 1) {
      last = await send();
      const again = last.status >= 500 || last.code === 'in_progress';
      if (!again) return last;
      await this.pass(AGAIN_MS);
    }
    throw new Error(`${path} still answers ${last?.status} ${last?.message}`);
  }

  /** The same for a request that must succeed. */
  async must<Data>(caller: Caller, path: string, options: Call = {}): Promise<Data> {
    const { status, data, message } = await this.post<Data>(caller, path, options);
    // A clock that is minutes behind the chain's has reason to refuse what has only just begun.
    if (status < 500 && status >= 400 && this.skew !== 0) throw new ClientGone(message);
    if (status >= 300) throw new Error(`${path} answers ${status}: ${message}`);
    return data;
  }
}
