/** What the ledger asks of each kind of event. The ledger itself knows no kind. */
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** An event that is about to be recorded. */
export interface Sighting<Event extends ChainEvent = ChainEvent> {
  chain: Chain;
  event: Event;
  /** Its existing row, if it was orphaned before. */
  before: ChainEventRow | null;
  /** Whether it has enough confirmations. */
  deep: boolean;
}

/** What became of an event. `again`: an orphaned purchase is back; `noted`: it was only recorded. */
export type Became = 'policy' | 'again' | 'exception' | 'noted';

/** What an event changes as soon as it is recorded. */
export interface Sight {
  /** Run in one batch with the event's own row. If one of them fails, everything is decided again. */
  statements: Statement[];
  /** Whether confirmation has no further effect, so that the event counts as confirmed at once. */
  confirmed: boolean;
  became: Became;
  /** The event as its receipt shows it, where this rests on that. */
  event?: ChainEvent;
  /** Of a payment that became no policy: what it is worth; null while nothing says so. */
  usdCents?: number | null;
  /** Runs after the batch. */
  log: () => void;
}

/** What a confirmed event changes besides its own row, which the batch has changed before. */
export interface Effect {
  statements: Statement[];
  /** The policy's status before a refund ended it. */
  from_status: ChainEventRow['from_status'];
  /** Of a refund of a policy: what it is of the premium; of other money without a policy: what it was worth. */
  usd_cents?: number;
  /** Set if it pays for what an earlier event paid, so that it counts as none. */
  kind?: 'paid_in_error';
}

export interface EventKind {
  /** Null if it may not be recorded yet. A kind without this has no effect until it is confirmed. */
  seen?(ctx: Ctx, sighting: Sighting): Promise<Sight | null>;
  /**
   * What must hold for a row to be undone that differs from its event, so that the event is decided again; null if it stays
   * as it is. A kind without this is never decided again.
   */
  misread?(ctx: Ctx, chain: Chain, event: ChainEvent, row: ChainEventRow): Promise<Statement[] | null>;
  /** Null if it can't be applied yet because an earlier event is missing. */
  confirmed(ctx: Ctx, event: ChainEventRow): Promise<Effect | null>;
  /** The statements that undo it, whether or not it was confirmed. */
  takenBack(ctx: Ctx, event: ChainEventRow): Promise<Statement[]>;
}

export type Effects = Readonly<Record<ChainEventRow['kind'], EventKind>>;
