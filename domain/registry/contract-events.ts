/** The contract's events, decoded by the published ABI. */
import {
  type AbiEvent,
  type DecodeEventLogReturnType,
  decodeEventLog,
  type Hex,
  toEventSelector,
} from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';

type AnyEvent = Extract<(typeof insurancePaymentAbi)[number], { type: 'event' }>;
export type EventName = AnyEvent['name'];
export type ContractEvent = DecodeEventLogReturnType<typeof insurancePaymentAbi>;

/** The events about roles, announcements, stops and limits: who may do what, and about no policy. */
export const GOVERNANCE_EVENTS = [
  ...(['RoleChanged', 'CallAnnounced'] as const),
  ...(['AnnouncedCallExecuted', 'AnnouncementVetoed', 'AllAnnouncementsVetoed', 'PauseChanged'] as const),
  ...([
    'PayoutsHalted',
    'HaltLifted',
    'CurrencyAdded',
    'CurrencyAcceptanceChanged',
    'LimitsChanged',
  ] as const),
] as const satisfies EventName[];

/** viem would hash the ABI's events one by one for every log. */
const BY_TOPIC: ReadonlyMap<string, AnyEvent> = new Map(
  insurancePaymentAbi
    .filter((entry): entry is AnyEvent => entry.type === 'event')
    .map((entry) => [toEventSelector(entry), entry]),
);

/** The name of the event with this first topic; null if it is none of the contract's. */
export const eventNamed = (topic: string): EventName | null => BY_TOPIC.get(topic)?.name ?? null;

/** First topics of the events with these names. */
export const topicsOf = (names: readonly EventName[]): string[] =>
  [...BY_TOPIC].flatMap(([topic, { name }]) => (names.includes(name) ? [topic] : []));

/** The event in a log, whichever contract it is from. Null if the ABI has no such event. */
export function decodeContractEvent(log: { topics: readonly string[]; data: string }): ContractEvent | null {
  const entry = BY_TOPIC.get(log.topics[0] ?? '');
  if (!entry) return null;
  return decodeEventLog({
    abi: [entry as AbiEvent],
    topics: log.topics as [Hex, ...Hex[]],
    data: log.data as Hex,
    strict: true,
  }) as ContractEvent;
}
