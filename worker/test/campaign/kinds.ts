/** The faults that a campaign injects. */

/** Faults of one invocation of the worker: of a request, a scheduled run or a queue's delivery. */
export const INVOCATION_FAULTS = [
  'worker killed between two writes',
  'statement of a batch refused',
  'RPC timing out',
  'RPC lying',
  'RPC late',
  'RPC out of order',
  'RPC lagging behind',
  'two scheduled runs at once',
  'queue delivering twice',
  'queue delivering late',
  'same request fifty times at once',
] as const;
export type InvocationFault = (typeof INVOCATION_FAULTS)[number];

/** Faults of what happens around the worker, which a scenario acts out. */
const STORY_FAULTS = [
  'tab closed',
  'payment dropped by a reorganization',
  'payment moved by a reorganization',
  'payment replaced by a reorganization',
  'payout dropped by a reorganization',
  'payout moved by a reorganization',
  'payout replaced by a reorganization',
  'chain halted for an hour',
  'clock off by minutes',
  'quote expiring between signature and block',
  'payment to a rotated signer’s quote',
  'two tabs paying one draft',
  'stranger posting the hash first',
  'claims of equal amounts on one day',
  'change of holder dropped by a reorganization',
  'recipient rotated',
] as const;
export type StoryFault = (typeof STORY_FAULTS)[number];

export type Fault = InvocationFault | StoryFault;
export const FAULTS: readonly Fault[] = [...INVOCATION_FAULTS, ...STORY_FAULTS];

export const isOfInvocation = (fault: Fault): fault is InvocationFault =>
  INVOCATION_FAULTS.some((each) => each === fault);

/** Of these one payment or payout can have only one. */
const FATES: readonly Fault[] = [
  'quote expiring between signature and block',
  'payment to a rotated signer’s quote',
  'chain halted for an hour',
  ...STORY_FAULTS.filter((fault) => /^(payment|payout) .* by a reorganization$/.test(fault)),
];

/** Whether one of them leaves room for the other. A client whose tab was closed pays and claims nothing. */
export function canMeet(one: Fault, other: Fault): boolean {
  if (one === 'tab closed' || other === 'tab closed') return isOfInvocation(one) || isOfInvocation(other);
  return !(FATES.includes(one) && FATES.includes(other));
}

const ANY_TIME = 'clock off by minutes';
const SELDOM: readonly Fault[] = [
  'tab closed',
  'recipient rotated',
  'payment to a rotated signer’s quote',
  'quote expiring between signature and block',
  'payout replaced by a reorganization',
  'change of holder dropped by a reorganization',
  'claims of equal amounts on one day',
  'chain halted for an hour',
];

/** Whose turn it is, by the seed. What few scenarios act out, or often finds no occasion, has more turns. */
const TURNS: readonly Fault[] = [
  ...INVOCATION_FAULTS,
  ...STORY_FAULTS,
  ...STORY_FAULTS.filter((fault) => fault !== ANY_TIME),
  ...STORY_FAULTS.filter((fault) => fault !== ANY_TIME),
  ...STORY_FAULTS.filter((fault) => fault.endsWith('by a reorganization')),
  ...SELDOM,
];
export const turnOf = (seed: number): Fault => TURNS[seed % TURNS.length] as Fault;
