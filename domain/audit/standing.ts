/** What follows from the events: policies as they stand, roles, and what is announced and waits. */
import { decodeFunctionData, type Hex, toFunctionSelector } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Coin, sentenceOf } from '#domain/clear-signing/show.ts';
import { showCall } from '#domain/clear-signing/show-call.ts';
import { type AnnouncedPayout, announcedPayout } from '#domain/payouts/announced.ts';
import { type AuditEvent, roleName } from './events.ts';

const NOBODY = `0x${'0'.repeat(40)}`;

/** A policy as its events leave it. Times are seconds since 1970, dollars whole. */
export interface ChainPolicy {
  chainId: number;
  contract: string;
  quoteId: string;
  holder: string;
  token: string;
  premium: bigint;
  product: number;
  cover: number;
  startDay: number;
  endDay: number;
  validUntil: number;
  detailsHash: string;
  /** The first second of cover and the first second after it. */
  start: number;
  end: number;
  status: 'active' | 'rejected' | 'cancelled';
  paidOut: number;
  claims: number;
}

export const policyKey = ({ chainId, quoteId }: { chainId: number; quoteId: string }) =>
  `${chainId}:${quoteId}`;

/** Applies an event to the policies. Events about a policy that nobody bought change nothing. */
export function applyToPolicies(policies: Map<string, ChainPolicy>, event: AuditEvent): void {
  const { name, args, quoteId, chainId } = event;
  if (quoteId === null) return;
  const key = policyKey({ chainId, quoteId });
  if (name === 'PolicyPurchased') {
    policies.set(key, {
      chainId,
      contract: event.contract,
      quoteId,
      holder: event.holder ?? '',
      token: event.token ?? NOBODY,
      premium: event.amount ?? 0n,
      product: Number(args.product),
      cover: Number(args.cover),
      startDay: Number(args.startDay),
      endDay: Number(args.end) / 86_400 - 1,
      validUntil: Number(args.validUntil),
      detailsHash: String(args.detailsHash),
      start: Number(args.start),
      end: Number(args.end),
      status: 'active',
      paidOut: 0,
      claims: 0,
    });
    return;
  }
  const policy = policies.get(key);
  if (!policy) return;
  if (name === 'ClaimPaid') {
    policy.paidOut += event.usd ?? 0;
    policy.claims += 1;
  } else if (name === 'PremiumRefunded') {
    policy.status = args.status === 2 ? 'rejected' : 'cancelled';
    policy.end = Number(args.end);
  } else if (name === 'HolderChanged') policy.holder = String(args.newHolder);
}

/** Cover in force at a time, in one currency of one contract. */
export interface InForce {
  policies: number;
  coverUsd: number;
  /** Of that, paid out before. */
  paidOutUsd: number;
}

const isInForce = ({ start, end }: ChainPolicy, time: number) => start <= time && time < end;

/** First bytes of the announced calls that set a currency's limits. */
const LIMITS = insurancePaymentAbi
  .filter((entry) => entry.type === 'function')
  .filter(({ name }) => name === 'loosenLimits' || name === 'addCurrency')
  .map((entry) => toFunctionSelector(entry));

/** Something that is announced or proposed, or owed, and can still happen. */
export interface Waiting {
  kind: 'call' | 'holder' | 'owed';
  /** What is announced, if that is a payout. */
  payout?: AnnouncedPayout | null;
  chainId: number;
  contract: string;
  block: number;
  txHash: string;
  /** Position of the event that announced or proposed it. */
  logIndex: number;
  /** A sentence. */
  what: string;
  /** When it can happen at the earliest and at the latest, in seconds since 1970; null if there is no limit. */
  from: number | null;
  until: number | null;
}

/** An announced call, and what makes it void. */
interface AnnouncedCall {
  announcedAt: number;
  /** What it does, in the words of its descriptor. */
  says: string;
  /** Keys in `#stoppedAt`: what was announced up to then is void. */
  stops: readonly string[];
  payout: AnnouncedPayout | null;
}

/** The call in these bytes that another call of the contract can make void; null for any other. */
function governingCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: insurancePaymentAbi, data });
  } catch {
    return null;
  }
}

/** Reads the events in order and knows afterwards what holds and what waits. */
export class Standing {
  readonly policies = new Map<string, ChainPolicy>();
  /** Holder of each role, by contract and role; revoked roles are null. */
  readonly roles = new Map<
    string,
    { chainId: number; contract: string; role: string; holder: string | null }
  >();
  readonly paused = new Map<string, boolean>();
  readonly haltedUntil = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting>();
  /** Announced calls by their key in `#waiting`. */
  readonly #calls = new Map<string, AnnouncedCall>();
  /**
   * When each role last lost its holder, with the guardian's last veto of all, and when each currency was last closed or
   * tightened.
   */
  readonly #stoppedAt = new Map<string, number>();
  /** Contracts whose next change of limits is an announced call's. */
  readonly #setsLimits = new Map<string, boolean>();
  readonly #owed = new Map<string, bigint>();
  readonly #deployed = new Map<string, string>();

  private readonly coinsOf: (chainId: number) => readonly Coin[];

  /** @param coinsOf the currencies of a chain, which announced calls name by their tokens */
  constructor(coinsOf: (chainId: number) => readonly Coin[] = () => []) {
    this.coinsOf = coinsOf;
  }

  /** What the announced call does that an event is about; null for an event about none. */
  callOf(event: AuditEvent): string | null {
    const { name, chainId, contract, args } = event;
    if (name === 'CallAnnounced') return this.#announced(event).says;
    return this.#calls.get(`${chainId}:${contract}:call:${args.callHash}`)?.says ?? null;
  }

  #announced({ chainId, contract, args, time: announcedAt }: AuditEvent): AnnouncedCall {
    const at = `${chainId}:${contract}`;
    const data = args.data as Hex;
    const shown = showCall(data, this.coinsOf(chainId));
    const says = shown ? sentenceOf(shown) : `An unknown call (${data.slice(0, 10)})`;
    const payout = announcedPayout(data);
    const call = governingCall(data);
    const granted = call?.functionName === 'grantRole' ? roleName(call.args[0]) : null;
    const stops = (): string[] => {
      // A recovery: nothing makes it void.
      if (granted === 'administrator' && this.roles.get(`${at}:guardian`)?.holder === args.by) return [];
      const role = payout ? 'claims' : call?.functionName === 'withdraw' ? 'treasurer' : 'administrator';
      if (granted === 'guardian') return [`${at}:${role}`];
      const token = call?.functionName === 'loosenLimits' ? [call.args[0].token.toLowerCase()] : [];
      return [role, 'guardian', ...token].map((stop) => `${at}:${stop}`);
    };
    return { announcedAt, says, stops: stops(), payout };
  }

  /** The transaction that created a contract: only there the first administrator gets its role. */
  deployedIn(contract: string): string | null {
    return this.#deployed.get(contract) ?? null;
  }

  add(event: AuditEvent): void {
    applyToPolicies(this.policies, event);
    const { args, name, chainId, contract, block, txHash, logIndex, quoteId, time } = event;
    const at = `${chainId}:${contract}`;
    const place = { chainId, contract, block, txHash, logIndex };
    const wait = (key: string, waiting: Omit<Waiting, keyof typeof place>) =>
      this.#waiting.set(`${at}:${key}`, { ...place, ...waiting });
    const done = (key: string) => this.#waiting.delete(`${at}:${key}`);
    switch (name) {
      case 'RoleChanged': {
        const [role, holder] = [roleName(args.role), String(args.holder)];
        if (role === 'administrator' && args.previous === NOBODY) this.#deployed.set(contract, txHash);
        this.roles.set(`${at}:${role}`, {
          chainId,
          contract,
          role,
          holder: holder === NOBODY ? null : holder,
        });
        // What somebody else announced in the role is void.
        if (args.previous !== NOBODY) this.#stoppedAt.set(`${at}:${role}`, time);
        break;
      }
      case 'CallAnnounced': {
        const call = this.#announced(event);
        this.#calls.set(`${at}:call:${args.callHash}`, call);
        wait(`call:${args.callHash}`, {
          kind: 'call',
          payout: call.payout,
          what: `${call.says}, announced by ${args.by}`,
          from: Number(args.executableAt),
          until: Number(args.expiresAt),
        });
        break;
      }
      case 'AnnouncedCallExecuted':
        this.#setsLimits.set(at, LIMITS.includes(args.selector as Hex));
        done(`call:${args.callHash}`);
        break;
      case 'AnnouncementVetoed':
        done(`call:${args.callHash}`);
        break;
      case 'AllAnnouncementsVetoed':
        this.#stoppedAt.set(`${at}:guardian`, time);
        break;
      case 'CurrencyAcceptanceChanged':
        if (!args.accepted) this.#stoppedAt.set(`${at}:${event.token}`, time);
        break;
      case 'LimitsChanged':
        // Limits that no announced call set were tightened.
        if (!this.#setsLimits.get(at)) this.#stoppedAt.set(`${at}:${event.token}`, time);
        this.#setsLimits.delete(at);
        break;
      case 'HolderChangeProposed':
        wait(`holder:${quoteId}`, {
          kind: 'holder',
          what: `A change of the holder of ${quoteId} to ${args.newHolder}, not confirmed yet`,
          from: null,
          until: Number(args.lapsesAt),
        });
        break;
      case 'HolderChangeConfirmed': {
        const from = Number(args.effectiveAt);
        if (from > 0) {
          const what = `A change of the holder of ${quoteId} to ${args.newHolder}, confirmed`;
          wait(`holder:${quoteId}`, { kind: 'holder', what, from, until: Number(args.lapsesAt) });
        }
        break;
      }
      case 'HolderChangeContested': {
        const what = `A change of the holder of ${quoteId} to ${args.newHolder}, to which its holder objected`;
        wait(`holder:${quoteId}`, { kind: 'holder', what, from: null, until: Number(args.lapsesAt) });
        break;
      }
      case 'HolderChangeStopped':
      case 'HolderChanged':
        done(`holder:${quoteId}`);
        break;
      case 'PaymentOwed':
      case 'OwedPaid': {
        const key = `owed:${quoteId}`;
        const before = this.#owed.get(`${at}:${key}`) ?? 0n;
        const owed = name === 'PaymentOwed' ? before + (event.amount ?? 0n) : before - (event.amount ?? 0n);
        this.#owed.set(`${at}:${key}`, owed);
        if (owed === 0n) done(key);
        else {
          const what = `${owed} base units of ${event.token} on ${quoteId}, owed to ${event.holder}`;
          wait(key, { kind: 'owed', what, from: null, until: null });
        }
        break;
      }
      case 'PauseChanged':
        this.paused.set(at, args.paused === true);
        break;
      case 'PayoutsHalted':
        this.haltedUntil.set(at, Number(args.until));
        break;
      case 'HaltLifted':
        this.haltedUntil.delete(at);
        break;
    }
  }

  /**
   * Whether an announced call can't be made anymore. The contract compares seconds, so one announced in a stop's second is
   * void. A payout is announced for one holder and one claim number.
   */
  #isVoid(key: string, { chainId }: Waiting): boolean {
    const call = this.#calls.get(key);
    if (!call) return false;
    if (call.stops.some((stop) => call.announcedAt <= (this.#stoppedAt.get(stop) ?? 0))) return true;
    const { payout } = call;
    const policy = payout && this.policies.get(policyKey({ chainId, quoteId: payout.quoteId }));
    return policy != null && (policy.holder !== payout?.holder || policy.claims >= payout.claimNumber);
  }

  /** What can still happen at `time` (seconds since 1970), the earliest first. */
  waiting(time: number): Waiting[] {
    return [...this.#waiting]
      .filter(([key, each]) => !this.#isVoid(key, each))
      .map(([, each]) => each)
      .filter(({ until }) => until === null || until >= time)
      .sort((one, other) => (one.from ?? 0) - (other.from ?? 0));
  }

  /** Cover in force at `time`, by chain, contract and token. */
  inForce(time: (chainId: number) => number): Map<string, InForce> {
    const found = new Map<string, InForce>();
    for (const policy of this.policies.values()) {
      if (!isInForce(policy, time(policy.chainId))) continue;
      const key = `${policy.chainId}:${policy.contract}:${policy.token}`;
      const sum = found.get(key) ?? { policies: 0, coverUsd: 0, paidOutUsd: 0 };
      sum.policies += 1;
      sum.coverUsd += policy.cover;
      sum.paidOutUsd += policy.paidOut;
      found.set(key, sum);
    }
    return found;
  }
}
