/** What the events of a Balances pallet did to some accounts: every change of what they hold, free and reserved. */
import * as z from 'zod';

/** Why money moved, as far as its block alone says. */
export const MEANINGS = [
  /** A payment that our remark or our records explain. */
  'event',
  /** Money for the pool. */
  'fund',
  /** Between our own accounts. */
  'own',
  /** What a transaction of the account cost. */
  'fee',
  /** Set aside for the account itself, or given back to it, such as the deposit of a proxy or a multisig. */
  'reserve',
  /** Too little to pay for anything. */
  'dust',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** An event of the Balances pallet, under the names of its runtime; accounts are public keys. */
export interface BalancesEvent {
  /** Position in its block. */
  at: number;
  /** Position of its extrinsic in the block; null for an event of the block itself. */
  extrinsic: number | null;
  name: string;
  fields: Readonly<Record<string, unknown>>;
}

/** One change of one account. Amounts are base units, negative for what it lost. */
export interface Change {
  account: string;
  at: number;
  extrinsic: number | null;
  /** The name of its event; one that nobody knows changes nothing here, and is a difference. */
  kind: string;
  isKnown: boolean;
  free: bigint;
  reserved: bigint;
  counterparty: string | null;
}

const key = z.string().regex(/^0x[0-9a-f]{64}$/);
const amount = z.bigint();
const one = z.object({ who: key, amount });
const pair = z.object({ from: key, to: key, amount });
const repatriated = pair.extend({ destination_status: z.string() });
const onHold = z.object({ source: key, dest: key, amount });
const andHeld = z.object({ source: key, dest: key, transferred: amount });
const dust = z.object({ account: key, amount });

type Part = Pick<Change, 'account' | 'free' | 'reserved' | 'counterparty'>;
const alone = (account: string, free: bigint, reserved = 0n): Part[] => [
  { account, free, reserved, counterparty: null },
];
const between = (from: Omit<Part, 'counterparty'>, to: Omit<Part, 'counterparty'>): Part[] => [
  { ...from, counterparty: to.account },
  { ...to, counterparty: from.account },
];

const gained = (fields: unknown) => {
  const { who, amount: units } = one.parse(fields);
  return alone(who, units);
};
const lost = (fields: unknown) => {
  const { who, amount: units } = one.parse(fields);
  return alone(who, -units);
};
const setAside = (fields: unknown) => {
  const { who, amount: units } = one.parse(fields);
  return alone(who, -units, units);
};
const givenBack = (fields: unknown) => {
  const { who, amount: units } = one.parse(fields);
  return alone(who, units, -units);
};
const nothing = () => [];

/** By event. Those that change no balance come beside another one that does, or only hold money where it is. */
const PARTS: Readonly<Record<string, (fields: unknown) => Part[]>> = {
  Transfer: (fields) => {
    const { from, to, amount: units } = pair.parse(fields);
    if (from === to) return [];
    return between({ account: from, free: -units, reserved: 0n }, { account: to, free: units, reserved: 0n });
  },
  Deposit: gained,
  Minted: gained,
  Restored: gained,
  Withdraw: lost,
  Burned: lost,
  Slashed: lost,
  Suspended: lost,
  DustLost: (fields) => {
    const { account, amount: units } = dust.parse(fields);
    return alone(account, -units);
  },
  Reserved: setAside,
  Held: setAside,
  Unreserved: givenBack,
  Released: givenBack,
  BurnedHeld: (fields) => {
    const { who, amount: units } = one.parse(fields);
    return alone(who, 0n, -units);
  },
  ReserveRepatriated: (fields) => {
    const { from, to, amount: units, destination_status: status } = repatriated.parse(fields);
    const isFree = status === 'Free';
    const got = isFree ? { free: units, reserved: 0n } : { free: 0n, reserved: units };
    if (from === to) return alone(from, got.free, got.reserved - units);
    return between({ account: from, free: 0n, reserved: -units }, { account: to, ...got });
  },
  TransferOnHold: (fields) => {
    const { source, dest, amount: units } = onHold.parse(fields);
    return between(
      { account: source, free: 0n, reserved: -units },
      { account: dest, free: 0n, reserved: units },
    );
  },
  TransferAndHold: (fields) => {
    const { source, dest, transferred: units } = andHeld.parse(fields);
    return between(
      { account: source, free: -units, reserved: 0n },
      { account: dest, free: 0n, reserved: units },
    );
  },
  Endowed: nothing,
  Locked: nothing,
  Unlocked: nothing,
  Frozen: nothing,
  Thawed: nothing,
  Upgraded: nothing,
};

function partsOf({ name, fields }: BalancesEvent): Part[] | null {
  try {
    return PARTS[name]?.(fields) ?? null;
  } catch (error) {
    // A newer runtime gave the event other fields.
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

/** What these events changed for some accounts, in order. */
export function changesIn(events: readonly BalancesEvent[], accounts: readonly string[]): Change[] {
  return events.flatMap((event): Change[] => {
    const { at, extrinsic, name: kind } = event;
    const parts = partsOf(event);
    if (parts) {
      const own = parts.filter(({ account }) => accounts.includes(account));
      return own.map((part) => ({ ...part, at, extrinsic, kind, isKnown: true }));
    }
    const named = accounts.filter((account) => Object.values(event.fields).includes(account));
    return named.map((account) => ({
      account,
      at,
      extrinsic,
      kind,
      isKnown: false,
      free: 0n,
      reserved: 0n,
      counterparty: null,
    }));
  });
}

/** A transfer that belongs to a payment of several transfers, which is known by the first one's position. */
interface Payment {
  at: number;
  parts: readonly number[];
  remark: { kind: string } | null;
}

/** A change with what its block says it is for; null where that says nothing. */
export interface Explained extends Change {
  meaning: Meaning | null;
  /** The position under which the payment that it belongs to is known; null if it belongs to none. */
  about: number | null;
}

/** A fee above so many existential deposits is none: whoever sends may add any tip. */
const MOST_DEPOSITS = 100n;

/** The positions of events that are the fee of an extrinsic: the first withdrawal in it, and what is given back of it. */
function feesIn(changes: readonly Change[], events: readonly BalancesEvent[], deposit: bigint): Set<number> {
  const fees = new Set<number>();
  const first = new Map<number, BalancesEvent>();
  for (const event of events) {
    if (event.extrinsic !== null && !first.has(event.extrinsic)) first.set(event.extrinsic, event);
  }
  for (const [extrinsic, { at, name }] of first) {
    if (name !== 'Withdraw') continue;
    const own = changes.filter((each) => each.extrinsic === extrinsic);
    const fee = own.find((each) => each.at === at);
    if (!fee) continue;
    const back = own.filter(
      ({ kind, account, at: then }) => kind === 'Deposit' && account === fee.account && then > at,
    );
    const kept = back.reduce((sum, { free }) => sum + free, fee.free);
    if (kept > 0n || -kept > MOST_DEPOSITS * deposit) continue;
    for (const each of [fee, ...back]) fees.add(each.at);
  }
  return fees;
}

const RESERVES = ['Reserved', 'Unreserved', 'Held', 'Released'];

/**
 * What a block changed for our accounts, each with what it is for as far as the block says.
 * @param payments by extrinsic: what moved between our accounts and others
 * @param deposit base units that every account must hold
 */
export function explainChanges(
  events: readonly BalancesEvent[],
  accounts: readonly string[],
  payments: ReadonlyMap<number, readonly Payment[]>,
  deposit: bigint,
): Explained[] {
  const changes = changesIn(events, accounts);
  const fees = feesIn(changes, events, deposit);
  return changes.map((change) => {
    const { at, extrinsic, kind, counterparty, isKnown } = change;
    const paid = extrinsic === null ? [] : (payments.get(extrinsic) ?? []);
    const payment = kind === 'Transfer' ? paid.find(({ parts }) => parts.includes(at)) : undefined;
    const about = payment?.at ?? null;
    const said = (meaning: Meaning | null): Explained => ({ ...change, about, meaning });
    if (!isKnown) return said(null);
    if (counterparty !== null && accounts.includes(counterparty)) return said('own');
    if (payment?.remark?.kind === 'fund' && change.free > 0n) return said('fund');
    if (fees.has(at)) return said('fee');
    return said(RESERVES.includes(kind) ? 'reserve' : null);
  });
}
