/** What the ledger asks of each kind of event: what it changes, and when. The ledger itself knows no kind. */
import type { Chain, ChainEvent } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';

/** An event that is about to be recorded. */
export interface Sighting<Event extends ChainEvent = ChainEvent> {
  chain: Chain;
  event: Event;
  /** Its row, when it stood before and was taken back. */
  before: ChainEventRow | null;
  /** Whether it has its confirmations already. */
  deep: boolean;
}

/** A purchase opened or got its policy, stands again for the one it had, or is owed back; anything else is only noted. */
export type Became = 'policy' | 'again' | 'exception' | 'noted';

/** What an event changes as soon as it is recorded. */
export interface Sight {
  /** They follow the event's own in one batch; when one of them refuses, everything is decided anew. */
  statements: Statement[];
  /** Whether that is all that its confirmations bring about too, so that it counts as confirmed at once. */
  confirmed: boolean;
  became: Became;
  /** Runs once it is written. */
  log: () => void;
}

/** What a confirmed event changes besides its own row. */
export interface Effect {
  statements: Statement[];
  /** Status that a refund took from its policy. */
  fromStatus: ChainEventRow['fromStatus'];
}

export interface EventKind {
  /** Null when it may not be recorded yet. A kind without this changes nothing before it is confirmed. */
  seen?(ctx: Ctx, sighting: Sighting): Promise<Sight | null>;
  /** Null when it cannot take effect yet: its purchase, or what came before, is missing. */
  confirmed(ctx: Ctx, event: ChainEventRow): Promise<Effect | null>;
  /** What taking it back changes, whether it was confirmed or not. */
  takenBack(ctx: Ctx, event: ChainEventRow): Promise<Statement[]>;
}

export type Effects = Readonly<Record<ChainEventRow['kind'], EventKind>>;
