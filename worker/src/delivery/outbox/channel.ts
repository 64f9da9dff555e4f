import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { ChannelKey } from '../../platform/db/outbox-schema.ts';
import type { OutboxRow } from './repository.ts';

/** What came of one attempt. */
export interface Outcome {
  /** Code of what went wrong; null when it was sent. */
  error: string | null;
  /** Trying again would not help. */
  final?: boolean;
  /** HTTP status of the answer, where there was one. */
  status?: number | null;
  /** What was thrown, for the log. */
  cause?: unknown;
  /** Statements for the batch that records the outcome. */
  also?: readonly Statement[];
}

/** One way to reach somebody. Text messages would be one more of these. */
export interface Channel {
  /** Edge whose queue takes the channel's entries. */
  queue: 'mail' | 'outside';
  /** Days that an entry is kept after its last attempt. */
  keptDays: number;
  /** Makes one attempt. Throws for nothing: what fails is an outcome. */
  send(ctx: Ctx, entry: OutboxRow): Promise<Outcome>;
}

export type Channels = Readonly<Record<ChannelKey, Channel>>;
