import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChannelKey } from '#worker/platform/db/outbox-schema.ts';
import type { OutboxRow } from './repository.ts';

/** Outcome of one attempt. */
export interface Outcome {
  /** Error code, or null if it was sent. */
  error: string | null;
  /** A retry won't help. */
  final?: boolean;
  /** HTTP status of the response, if there was one. */
  status?: number | null;
  /** The thrown error, for the log. */
  cause?: unknown;
  /** Extra statements for the batch that records the outcome. */
  also?: readonly Statement[];
}

/** One way to reach a customer. SMS would be another. */
export interface Channel {
  /** The queue that carries this channel's entries. */
  queue: 'mail' | 'outside';
  /** Days an entry is kept after its last attempt. */
  keptDays: number;
  /** Makes one attempt. Never throws: a failure is an outcome. */
  send(ctx: Ctx, entry: OutboxRow): Promise<Outcome>;
}

export type Channels = Readonly<Record<ChannelKey, Channel>>;
