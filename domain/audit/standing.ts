/** What follows from the events: policies as they stand, roles, and what is announced or proposed and waits. */
import { decodeFunctionData, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Coin, sentenceOf } from '#domain/clear-signing/show.ts';
import { showCall } from '#domain/clear-signing/show-call.ts';
import { formatUsd } from '#domain/money.ts';
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

/** Something that is announced or proposed, or owed, and can still happen. */
export interface Waiting {
  kind: 'call' | 'payout' | 'holder' | 'owed' | 'administrator' | 'recovery';
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

/** What an announced call does, and when it was announced: both decide which stops end it. */
interface AnnouncedCall {
  announcedAt: number;
  /** What it does, in the words of its descriptor. */
  says: string;
  replacesGuardian: boolean;
  /** The currency that it opens or whose limits it loosens, in lower case. */
  loosens: string | null;
}

function announcedCall(data: Hex, announcedAt: number, coins: readonly Coin[]): AnnouncedCall {
  const shown = showCall(data, coins);
  const says = shown ? sentenceOf(shown) : `An unknown call (${data.slice(0, 10)})`;
  try {
    const { functionName, args } = decodeFunctionData({ abi: insurancePaymentAbi, data });
    const replacesGuardian = functionName === 'grantRole' && roleName(args[0]) === 'guardian';
    if (functionName === 'openCurrency') {
      return { announcedAt, says, replacesGuardian, loosens: args[0].toLowerCase() };
    }
    if (functionName !== 'loosenLimits') return { announcedAt, says, replacesGuardian, loosens: null };
    return { announcedAt, says, replacesGuardian, loosens: args[0].token.toLowerCase() };
  } catch {
    return { announcedAt, says, replacesGuardian: false, loosens: null };
  }
}

/** Whether any limit moved in the direction that has to be announced. */
function isLooser(after: AuditEvent['args'], before: AuditEvent['args']): boolean {
  const rose = (key: string) => BigInt(after[key] ?? 0) > BigInt(before[key] ?? 0);
  const fell = (key: string) => BigInt(after[key] ?? 0) < BigInt(before[key] ?? 0);
  return fell('minPerDollar') || rose('maxPerDollar') || fell('minimumReserve') || rose('allowance');
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
  /** When all calls of a contract were vetoed last, and when each currency was closed or tightened last. */
  readonly #stoppedAt = new Map<string, number>();
  /** Who was last proposed as administrator, by contract. */
  readonly #proposed = new Map<string, string>();
  /** The last limits of each currency, by contract and token. */
  readonly #limits = new Map<string, AuditEvent['args']>();
  readonly #owed = new Map<string, bigint>();
  readonly #deployed = new Map<string, string>();

  private readonly coinsOf: (chainId: number) => readonly Coin[];

  /** @param coinsOf the currencies of a chain, which announced calls name by their tokens */
  constructor(coinsOf: (chainId: number) => readonly Coin[] = () => []) {
    this.coinsOf = coinsOf;
  }

  /** What the announced call does that an event is about; null for an event about none. */
  callOf({ name, chainId, contract, args, time }: AuditEvent): string | null {
    if (name === 'CallAnnounced') return announcedCall(args.data as Hex, time, this.coinsOf(chainId)).says;
    return this.#calls.get(`${chainId}:${contract}:call:${args.callHash}`)?.says ?? null;
  }

  /** The transaction that created a contract: only there the first administrator gets its role. */
  deployedIn(contract: string): string | null {
    return this.#deployed.get(contract) ?? null;
  }

  add(event: AuditEvent): void {
    applyToPolicies(this.policies, event);
    const { args, name, chainId, contract, block, txHash, logIndex, quoteId, time } = event;
    const at = `${chainId}:${contract}`;
    const wait = (key: string, waiting: Pick<Waiting, 'kind' | 'what' | 'from' | 'until'>) =>
      this.#waiting.set(`${at}:${key}`, { chainId, contract, block, txHash, logIndex, ...waiting });
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
        if (role === 'administrator') {
          // Who was not proposed accepted a recovery: the recovery address can't be proposed.
          if (this.#proposed.get(at) !== holder) done('recovery');
          done('administrator');
        }
        break;
      }
      case 'AdministratorProposed':
        this.#proposed.set(at, String(args.proposed));
        if (args.proposed === NOBODY) done('administrator');
        else {
          const what = `${args.proposed} can become administrator by accepting.`;
          wait('administrator', { kind: 'administrator', what, from: null, until: Number(args.lapsesAt) });
        }
        break;
      case 'CallAnnounced': {
        const call = announcedCall(args.data as Hex, time, this.coinsOf(chainId));
        this.#calls.set(`${at}:call:${args.callHash}`, call);
        wait(`call:${args.callHash}`, {
          kind: 'call',
          what: `${call.says}, announced by ${args.by}`,
          from: Number(args.executableAt),
          until: Number(args.expiresAt),
        });
        break;
      }
      case 'AnnouncedCallExecuted':
      case 'AnnouncementVetoed':
        done(`call:${args.callHash}`);
        break;
      case 'AllAnnouncementsVetoed':
        this.#stoppedAt.set(at, time);
        break;
      case 'CurrencyAcceptanceChanged':
        if (!args.accepted) this.#stoppedAt.set(`${at}:${event.token}`, time);
        break;
      case 'LimitsChanged': {
        const before = this.#limits.get(`${at}:${event.token}`);
        this.#limits.set(`${at}:${event.token}`, args);
        if (before && !isLooser(args, before)) this.#stoppedAt.set(`${at}:${event.token}`, time);
        break;
      }
      case 'RecoveryAnnounced':
        wait('recovery', {
          kind: 'recovery',
          what: 'The recovery address can become administrator by accepting.',
          from: Number(args.acceptableAt),
          until: Number(args.lapsesAt),
        });
        break;
      case 'PayoutProposed':
        wait(`payout:${quoteId}`, {
          kind: 'payout',
          what: `A payout of ${formatUsd(event.usd ?? 0)} on ${quoteId} to ${event.holder}`,
          from: Number(args.payableAt),
          until: Number(args.lapsesAt),
        });
        break;
      case 'PayoutVetoed':
        done(`payout:${quoteId}`);
        break;
      case 'ClaimPaid':
        if (args.proposed) done(`payout:${quoteId}`);
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

  /** Whether a stop ended an announced call. The contract compares seconds, so one announced in a stop's second is void. */
  #isVoid(key: string, { chainId, contract }: Waiting): boolean {
    const call = this.#calls.get(key);
    if (!call) return false;
    const at = `${chainId}:${contract}`;
    const stops = [call.replacesGuardian ? null : at, call.loosens === null ? null : `${at}:${call.loosens}`];
    return stops.some((stop) => stop !== null && call.announcedAt <= (this.#stoppedAt.get(stop) ?? 0));
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
