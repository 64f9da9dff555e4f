/** Reads a contract's events from its chain. The signatures are written by hand, not taken from the contract's build. */
import {
  decodeAbiParameters,
  decodeEventLog,
  type Hex,
  parseAbi,
  parseAbiParameters,
  slice,
  toFunctionSelector,
} from 'viem';
import { type Ask, BARE, type Fact, type FactKind } from './facts.ts';

const ABI = parseAbi([
  'event PolicyPurchased(bytes32 indexed quoteId, address indexed holder, address token, uint256 premium, uint8 product, uint24 cover, uint16 startDay, uint40 validUntil, uint64 start, uint64 end, bytes32 detailsHash)',
  'event ClaimPaid(bytes32 indexed quoteId, address indexed holder, uint256 claimNumber, address token, uint256 amount, uint256 dollars, uint256 incidentAt, bool announced)',
  'event PremiumRefunded(bytes32 indexed quoteId, address indexed holder, address token, uint256 premium, uint256 amount, uint8 status, uint64 end, uint256 consentValidUntil)',
  'event PaymentOwed(bytes32 indexed quoteId, address indexed holder, address token, uint256 amount)',
  'event OwedPaid(bytes32 indexed quoteId, address indexed holder, address token, address to, uint256 amount)',
  'event CallAnnounced(bytes32 indexed callHash, bytes4 indexed selector, address indexed by, bytes data, uint256 executableAt, uint256 expiresAt)',
  'event CancellationConsented(bytes32 indexed quoteId, address indexed holder, uint256 refund, uint256 validUntil)',
  'event ConsentRevoked(bytes32 indexed quoteId, address indexed holder, uint256 validUntil)',
  'event HolderChangeProposed(bytes32 indexed quoteId, address indexed holder, address indexed newHolder, uint64 lapsesAt)',
  'event HolderChangeConfirmed(bytes32 indexed quoteId, address indexed newHolder, address indexed by, uint64 effectiveAt, uint64 lapsesAt)',
  'event HolderChangeContested(bytes32 indexed quoteId, address indexed holder, address indexed newHolder, uint64 lapsesAt)',
  'event HolderChangeStopped(bytes32 indexed quoteId, address indexed newHolder, address indexed by)',
  'event HolderChanged(bytes32 indexed quoteId, address indexed previousHolder, address indexed newHolder)',
]);

/** A payout is announced by its policy, holder, claim number, incident and dollars. */
const PAY_ANNOUNCED = toFunctionSelector(
  'payAnnounced(bytes32,address,uint256,uint256,uint256,uint256,uint256)',
);
const ANNOUNCED = parseAbiParameters('bytes32, address, uint256, uint256, uint256');

/** What the registry calls a policy that a refund ended. */
const OUTCOMES: Readonly<Record<number, Fact['outcome']>> = { 2: 'rejected', 3: 'cancelled' };

interface Log {
  address: string;
  topics: [Hex, ...Hex[]];
  data: Hex;
  transactionHash: string;
  logIndex: string;
  blockNumber: string;
  blockHash: string;
}

export interface EvmSource {
  chain: string;
  contracts: readonly string[];
  /** First block that counts. */
  from: number;
  ask: Ask;
}

/** The contracts' events about policies and payments, in chain order. */
export async function readEvm({ chain, contracts, from, ask }: EvmSource): Promise<Fact[]> {
  const filter = { address: contracts, fromBlock: `0x${from.toString(16)}`, toBlock: 'latest' };
  const logs = (await ask('eth_getLogs', [filter])) as Log[];
  const times = new Map<string, number>();
  for (const { blockNumber } of logs) {
    if (times.has(blockNumber)) continue;
    const block = (await ask('eth_getBlockByNumber', [blockNumber, false])) as { timestamp: string };
    times.set(blockNumber, Number(block.timestamp));
  }
  return logs.flatMap((log) => decode(chain, log, times.get(log.blockNumber) ?? 0) ?? []);
}

function decode(chain: string, log: Log, time: number): Fact | null {
  let event: ReturnType<typeof decodeEventLog<typeof ABI>>;
  try {
    event = decodeEventLog({ abi: ABI, topics: log.topics, data: log.data });
  } catch {
    // Of roles, limits and capital.
    return null;
  }
  const { eventName, args } = event;
  const about = (quote: string, kind: FactKind, wallet: string, more: Partial<Fact> = {}): Fact => ({
    ...BARE,
    kind,
    chain,
    tx: log.transactionHash.toLowerCase(),
    index: Number(log.logIndex),
    block: Number(log.blockNumber),
    blockHash: log.blockHash.toLowerCase(),
    time,
    quote: quote.toLowerCase(),
    wallet: wallet.toLowerCase(),
    ...more,
  });
  if (eventName === 'CallAnnounced') {
    if (args.selector !== PAY_ANNOUNCED) return null;
    const [quote, holder, claimNumber, incidentAt, dollars] = decodeAbiParameters(
      ANNOUNCED,
      slice(args.data, 4),
    );
    return about(quote, 'payout_announced', holder, {
      usd: Number(dollars),
      claimNumber: Number(claimNumber),
      incidentAt: Number(incidentAt),
    });
  }
  const fact = (kind: FactKind, wallet: string, more?: Partial<Fact>) =>
    about(args.quoteId, kind, wallet, more);
  switch (eventName) {
    case 'PolicyPurchased':
      return fact('purchased', args.holder, {
        amount: args.premium.toString(),
        coverUsd: args.cover,
        start: Number(args.start),
        end: Number(args.end),
      });
    case 'ClaimPaid':
      return fact('claim_paid', args.holder, {
        amount: args.amount.toString(),
        usd: Number(args.dollars),
        claimNumber: Number(args.claimNumber),
        incidentAt: Number(args.incidentAt),
      });
    case 'PremiumRefunded':
      return fact('premium_refunded', args.holder, {
        amount: args.amount.toString(),
        outcome: OUTCOMES[args.status] ?? null,
        end: Number(args.end),
      });
    case 'PaymentOwed':
      return fact('payment_owed', args.holder, { amount: args.amount.toString() });
    case 'OwedPaid':
      return fact('owed_paid', args.holder, { amount: args.amount.toString(), other: args.to.toLowerCase() });
    case 'CancellationConsented':
      return fact('cancellation_consented', args.holder, { amount: args.refund.toString() });
    case 'ConsentRevoked':
      return fact('consent_revoked', args.holder);
    case 'HolderChangeProposed':
      return fact('holder_change_proposed', args.holder, { other: args.newHolder.toLowerCase() });
    case 'HolderChangeConfirmed':
      return fact('holder_change_confirmed', args.by, { other: args.newHolder.toLowerCase() });
    case 'HolderChangeContested':
      return fact('holder_change_contested', args.holder, { other: args.newHolder.toLowerCase() });
    case 'HolderChangeStopped':
      return fact('holder_change_stopped', args.by, { other: args.newHolder.toLowerCase() });
    case 'HolderChanged':
      return fact('holder_changed', args.previousHolder, { other: args.newHolder.toLowerCase() });
  }
}
