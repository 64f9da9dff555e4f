import { env } from 'cloudflare:workers';
import { consume } from '#worker/delivery/outbox/consume.ts';
import { realEdges } from '#worker/edges.ts';
import { channels } from '#worker/jobs/channels.ts';
import { type Ctx, type Edges, makeContext } from '#worker/platform/context.ts';
import type { Mail, Message } from '#worker/platform/edges/mail.ts';
import type { Handover } from '#worker/platform/edges/outside.ts';
import { call, ORIGIN, rows, runSchedule, workerWith } from './harness.ts';

export interface OutboxRow {
  id: string;
  kind: string;
  target: string;
  state: string;
  attempts: number;
  last_error: string | null;
  next_attempt_at: string;
}

/** A fake mail provider and queue. Queued letters wait here, and either may fail. */
export class Postbox {
  readonly queued: (Handover & { delaySeconds: number })[] = [];
  readonly sent: Message[] = [];
  /** Next errors of the provider, one per letter; null accepts the letter. */
  refusals: (Error | null)[] = [];
  queueFails = false;
  fontsFail = false;
  /** How far the clock is ahead, in milliseconds. */
  ahead = 0;

  readonly #mail: Mail = {
    enqueue: async (letters) => {
      if (this.queueFails) throw new Error('The queue is down');
      this.queued.push(...letters.map(({ body, delaySeconds }) => ({ ...body, delaySeconds })));
    },
    send: async (message) => {
      const refusal = this.refusals.shift();
      if (refusal) throw refusal;
      this.sent.push(message);
    },
  };

  readonly edges: Partial<Edges> = {
    clock: () => Date.now() + this.ahead,
    mail: () => this.#mail,
    fonts: (site) => (this.fontsFail ? () => Promise.reject(new Error('No fonts')) : realEdges.fonts(site)),
  };
  readonly reach = workerWith(this.edges);

  get ctx(): Ctx {
    return makeContext(env, { ...realEdges, ...this.edges }, crypto.randomUUID(), new URL(ORIGIN));
  }

  /** Of the schedule what writes and sends letters. */
  schedule(): Promise<void> {
    return runSchedule(this.edges, {}, [
      'remind of renewal',
      'write offers',
      'expire letters',
      'dispatch outbox',
    ]);
  }

  /** Delivers the queued letters as the queue would; returns how many redeliveries were requested. */
  async deliver(letters: readonly Handover[] = this.queued.splice(0)): Promise<number> {
    let again = 0;
    const retry = () => {
      again += 1;
    };
    const messages = letters.map((body) => ({ body, ack: () => {}, retry }));
    await consume(this.ctx, channels, messages, 1);
    return again;
  }

  /** The wallet's letters in the order they were written. */
  letters(wallet: string): Promise<OutboxRow[]> {
    return rows<OutboxRow>(
      "SELECT * FROM outbox WHERE wallet = ? AND channel = 'email' ORDER BY rowid",
      wallet.toLowerCase(),
    );
  }

  /** Confirms an address with the token in its letter. */
  async confirm(email: string): Promise<void> {
    await this.deliver();
    const body = { token: this.token(email) };
    const { status } = await call('/account/email/confirm', { body }, this.reach);
    if (status !== 200) throw new Error(`The confirmation answers ${status}`);
  }

  /** Letters sent to an address, oldest first. */
  to(email: string): Message[] {
    return this.sent.filter((message) => message.to === email);
  }

  /** The token in the newest confirmation letter to an address. */
  token(email: string): string {
    const letter = this.sent.findLast(({ to, subject }) => to === email && /confirm/i.test(subject));
    const token = letter && /#token=([\w-]+)/.exec(letter.text)?.[1];
    if (!token) throw new Error(`No confirmation letter went to ${email}`);
    return token;
  }
}
