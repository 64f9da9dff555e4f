import { UNREFUNDED } from './change.ts';

/** How a policy ends, by rank: product.md §4, "How a policy ends". */
export const ENDING_KINDS = ['withdrawal', 'rejection', 'replacement', 'cancellation'] as const;

/** Whether its holder asks for it and consents to its refund. The others outrank it: they give the whole premium back. */
export const isRequest = ({ kind }: { kind: Ending['kind'] | null }): boolean =>
  kind === 'replacement' || kind === 'cancellation';

/**
 * Why an ending is closed. Besides the reasons without a refund: `sent`, its refund was seen on the chain; `superseded`, another
 * one took its place; `person`, a person answers because money was paid or is on its way; `refused`, it wasn't the holder's;
 * `accepted`, we approved the policy after all.
 */
export const CLOSED_AS = [...UNREFUNDED, 'sent', 'superseded', 'person', 'refused', 'accepted'] as const;
export type ClosedAs = (typeof CLOSED_AS)[number];

/** What of an ending decides its state. Times are ISO. */
export interface Ending {
  kind: (typeof ENDING_KINDS)[number];
  /** Since when its refund is owed. */
  due_from: string | null;
  /** The last second of the holder's consent. */
  consent_until: string | null;
  closed_as: ClosedAs | null;
}

/** What else decides it. */
export interface EndingFacts {
  /** Whether the registry still takes a rejection of the policy, which needs no consent. */
  rejectable: boolean;
  /** Whether a transaction that was handed out for the policy can still reach the chain. */
  underWay: boolean;
  /** Whether a claim on the policy was paid. */
  paidOut: boolean;
  /** Whether a claim was made since the refund is owed. */
  claimed: boolean;
  /** Whether another policy replaced it, so that the agreed refund goes before any claim. */
  replaced: boolean;
}

/**
 * Where an ending stands. It waits for somebody to say that it is the holder's (`confirmation`), for the holder's `consent`, or for
 * its `successor` to be active. Its refund is `owed`, or `under_way`. It can't be refunded anymore, because its consent `lapsed`, a
 * claim was made (`claimed`), or a `person` has to answer. It was `sent`, or `closed` without a refund.
 */
export type EndingState =
  | ('confirmation' | 'consent' | 'successor' | 'owed' | 'under_way')
  | ('lapsed' | 'claimed' | 'person' | 'sent' | 'closed');

/** Whether the consent to its refund holds at `now`. */
export const holds = ({ consent_until }: Pick<Ending, 'consent_until'>, now: string): boolean =>
  consent_until !== null && consent_until > now;

/** Where an ending stands at `now` (ISO): product.md §4, "How a policy ends". */
export function stateOf(ending: Ending, facts: EndingFacts, now: string): EndingState {
  const { kind, closed_as: closed } = ending;
  if (closed !== null) return closed === 'sent' || closed === 'person' ? closed : 'closed';
  if (ending.due_from === null) return kind === 'withdrawal' ? 'confirmation' : 'successor';
  if (kind === 'withdrawal') {
    if (facts.paidOut && !facts.underWay) return 'person';
    if (!facts.rejectable && !holds(ending, now)) return 'consent';
    return facts.underWay ? 'under_way' : 'owed';
  }
  if (facts.underWay) return 'under_way';
  if (kind === 'rejection') {
    return facts.paidOut || facts.claimed || !facts.rejectable ? 'person' : 'owed';
  }
  if (facts.claimed && !facts.replaced) return 'claimed';
  return holds(ending, now) ? 'owed' : 'lapsed';
}
