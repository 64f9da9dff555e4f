import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import { announcedData, announcedHash, payAnnounced } from '#domain/payouts/announced.ts';
import { MOST_DIRECT_CLAIMS } from '#domain/payouts/limits.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import {
  type Announcement,
  CallRefused,
  type PreparedPayout,
  type WaitingCall,
} from '#worker/platform/chain/chain.ts';
import type { PayoutCall, PayoutTerms, Registered } from '#worker/platform/chain/terms.ts';
import { bytes, read } from './pool.ts';
import { callsIn, readEntries, selectorsOf, tryOut } from './service.ts';

const abi = insurancePaymentAbi;
const PAY_CLAIM = selectorsOf('payClaim', 'payAnnounced');

/**
 * Whether a call pays a claim through our contract. A wallet contract's call contains our address and the
 * inner call.
 */
export function payoutInCall({ target, data: input }: WaitingCall, claim: PayoutCall): boolean {
  const { contract } = claim;
  const hex = input.toLowerCase();
  if (target !== contract && !hex.includes(contract.slice(2))) return false;
  return callsIn(hex, PAY_CLAIM).some((data) => isPayout(data, claim));
}

function isPayout(data: Hex, claim: PayoutCall): boolean {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data });
    if (functionName === 'payAnnounced') return isOf([args[0], args[2], args[3], args[4]], claim);
    return functionName === 'payClaim' && isOf([args[0], args[1], args[2], args[3]], claim);
  } catch {
    // These bytes only looked like a payout.
    return false;
  }
}

const isOf = ([quote, ...figures]: [Hex, bigint, bigint, bigint], claim: PayoutCall): boolean =>
  quote.toLowerCase() === claim.quoteId &&
  figures.join() === [claim.claimNumber, claim.incidentAt, claim.usd].join();

/**
 * A payout as the claims role would send it, simulated on the newest block: `payAnnounced` for one that was announced,
 * `payClaim` within the day's allowance and the policy's direct claims, and beyond them its announcement.
 */
export async function preparePayout(rpc: Rpc, chainId: number, terms: PayoutTerms): Promise<PreparedPayout> {
  const { contract: to, quoteId, claimNumber, incidentAt, usd, amount, validUntil } = terms;
  const ready = async (data: Hex, step: PreparedPayout['step']): Promise<PreparedPayout> => ({
    ...(await tryOut(rpc, { chainId, to, data }, 'claims')),
    step,
  });
  const { announced, allowanceLeft } = await readLimits(rpc, terms);
  if (announced !== null) return ready(payAnnounced(terms, amount, validUntil), 'pay');
  const figures = [claimNumber, incidentAt, usd].map(BigInt) as [bigint, bigint, bigint];
  const args = [quoteId as Hex, ...figures, amount, BigInt(validUntil)] as const;
  const direct = ready(encodeFunctionData({ abi, functionName: 'payClaim', args }), 'pay');
  if (usd <= allowanceLeft && claimNumber <= MOST_DIRECT_CLAIMS) return direct;
  // The contract checks no announcement, so the payment that it announces is tried out.
  await direct.catch((error: unknown) => {
    if (!(error instanceof CallRefused) || !WAITS.has(error.reason)) throw error;
  });
  const announce = encodeFunctionData({ abi, functionName: 'announce', args: [announcedData(terms)] });
  return ready(announce, 'announce');
}

/** What refuses a payout today and no longer once it has waited. */
const WAITS: ReadonlySet<string> = new Set(['AllowanceExceeded', 'TooManyDirectClaims', 'PayoutsAreHalted']);

/** Whether the next payout is within the day's allowance and the policy's direct claims. */
export async function paysAtOnce(
  rpc: Rpc,
  terms: Pick<PayoutTerms, 'contract' | 'quoteId' | 'token' | 'usd'>,
): Promise<boolean> {
  const quote = { id: terms.quoteId, contract: terms.contract };
  const [[currencies], [entry]] = await Promise.all([
    rpc.all([currenciesCall(terms)]),
    readEntries(rpc, [quote], 'latest'),
  ]);
  const left = understood(() => allowanceIn(currencies, terms));
  return terms.usd <= left && (entry?.claims ?? 0) < MOST_DIRECT_CLAIMS;
}

const announcementCall = (contract: string, callHash: Hex) =>
  read(contract, encodeFunctionData({ abi, functionName: 'announcementOf', args: [callHash] }));
const currenciesCall = ({ contract }: Pick<PayoutTerms, 'contract'>) =>
  read(contract, encodeFunctionData({ abi, functionName: 'currencies' }));

function announcementIn(answer: unknown): Announcement | null {
  const [executableAt, expiresAt] = decodeFunctionResult({
    abi,
    functionName: 'announcementOf',
    data: bytes(answer),
  });
  return executableAt === 0n ? null : { payableAt: Number(executableAt), lapsesAt: Number(expiresAt) };
}

function allowanceIn(answer: unknown, { token }: Pick<PayoutTerms, 'token'>): number {
  const currencies = decodeFunctionResult({ abi, functionName: 'currencies', data: bytes(answer) });
  return currencies.find((each) => each.token.toLowerCase() === (token ?? NATIVE_TOKEN))?.allowanceLeft ?? 0;
}

/** When a policy's next payout can be made that was announced with these dollars and this incident; null if it wasn't. */
export async function readAnnouncement(
  rpc: Rpc,
  quote: Registered,
  payout: Pick<PayoutTerms, 'usd' | 'incidentAt'>,
): Promise<Announcement | null> {
  const [entry] = await readEntries(rpc, [quote], 'latest');
  if (!entry) return null;
  const { holder, claims } = entry;
  const callHash = announcedHash({ ...payout, quoteId: quote.id, holder, claimNumber: claims + 1 });
  const [answer] = await rpc.all([announcementCall(quote.contract, callHash)]);
  return understood(() => announcementIn(answer));
}

/** Whether this payout is announced, and the dollars left of the day's allowance in its currency. */
async function readLimits(rpc: Rpc, terms: PayoutTerms) {
  const [announcement, currencies] = await rpc.all([
    announcementCall(terms.contract, announcedHash(terms)),
    currenciesCall(terms),
  ]);
  return understood(() => ({
    announced: announcementIn(announcement),
    allowanceLeft: allowanceIn(currencies, terms),
  }));
}
