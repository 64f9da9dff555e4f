import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import { MOST_DIRECT_CLAIMS } from '#domain/payouts/limits.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import {
  CallRefused,
  type PreparedPayout,
  type ProposedPayout,
  type WaitingCall,
} from '#worker/platform/chain/chain.ts';
import type { PayoutCall, PayoutTerms, Registered } from '#worker/platform/chain/terms.ts';
import { bytes, read } from './pool.ts';
import { callsIn, readEntries, selectorsOf, tryOut } from './service.ts';

const abi = insurancePaymentAbi;
const PAY_CLAIM = selectorsOf('payClaim', 'payProposed');

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
    // The proposal of this number says what is paid.
    if (functionName === 'payProposed') {
      return args[0].toLowerCase() === claim.quoteId && Number(args[1]) === claim.claimNumber;
    }
    if (functionName !== 'payClaim') return false;
    const [quote, claimNumber, incidentAt, usd] = args;
    return (
      quote.toLowerCase() === claim.quoteId &&
      Number(claimNumber) === claim.claimNumber &&
      Number(incidentAt) === claim.incidentAt &&
      Number(usd) === claim.usd
    );
  } catch {
    // These bytes only looked like a payout.
    return false;
  }
}

/**
 * A payout as the claims role would send it, simulated on the newest block: `payProposed` for a proposal that has waited,
 * `payClaim` within the day's allowance and the policy's direct claims, `proposePayout` beyond them.
 */
export async function preparePayout(rpc: Rpc, chainId: number, terms: PayoutTerms): Promise<PreparedPayout> {
  const { contract, quoteId, claimNumber, incidentAt, usd, amount, validUntil } = terms;
  const id = quoteId as Hex;
  const { proposed, allowanceLeft } = await readLimits(rpc, terms);
  if (proposed.dollars > 0) {
    if (proposed.dollars !== usd || Number(proposed.incidentAt) !== incidentAt) {
      throw new CallRefused('PayoutPending');
    }
    const args = [id, BigInt(claimNumber), amount, BigInt(validUntil)] as const;
    const data = encodeFunctionData({ abi, functionName: 'payProposed', args });
    return { ...(await tryOut(rpc, { chainId, to: contract, data }, 'claims')), step: 'pay' };
  }
  const figures = [claimNumber, incidentAt, usd].map(BigInt) as [bigint, bigint, bigint];
  if (usd > allowanceLeft || claimNumber > MOST_DIRECT_CLAIMS) {
    const args = [id, ...figures, BigInt(validUntil)] as const;
    const data = encodeFunctionData({ abi, functionName: 'proposePayout', args });
    return { ...(await tryOut(rpc, { chainId, to: contract, data }, 'claims')), step: 'propose' };
  }
  const args = [id, ...figures, amount, BigInt(validUntil)] as const;
  const data = encodeFunctionData({ abi, functionName: 'payClaim', args });
  return { ...(await tryOut(rpc, { chainId, to: contract, data }, 'claims')), step: 'pay' };
}

/** Whether the next payout is within the day's allowance and the policy's direct claims. */
export async function paysAtOnce(
  rpc: Rpc,
  terms: Pick<PayoutTerms, 'contract' | 'quoteId' | 'token' | 'usd'>,
): Promise<boolean> {
  const quote = { id: terms.quoteId, contract: terms.contract };
  const [{ allowanceLeft }, [entry]] = await Promise.all([
    readLimits(rpc, terms),
    readEntries(rpc, [quote], 'latest'),
  ]);
  return terms.usd <= allowanceLeft && (entry?.claims ?? 0) < MOST_DIRECT_CLAIMS;
}

const proposalCall = ({ id, contract }: Registered) =>
  read(contract, encodeFunctionData({ abi, functionName: 'proposedPayoutOf', args: [id as Hex] }));

/** The payout that is proposed on a policy; null if there is none. */
export async function readProposal(rpc: Rpc, quote: Registered): Promise<ProposedPayout | null> {
  const [answer] = await rpc.all([proposalCall(quote)]);
  const proposed = understood(() =>
    decodeFunctionResult({ abi, functionName: 'proposedPayoutOf', data: bytes(answer) }),
  );
  if (proposed.dollars === 0) return null;
  return {
    usd: proposed.dollars,
    incidentAt: Number(proposed.incidentAt),
    payableAt: Number(proposed.payableAt),
    lapsesAt: Number(proposed.lapsesAt),
  };
}

/** What is proposed on the policy, and the dollars left of the day's allowance in its currency. */
async function readLimits(
  rpc: Rpc,
  { contract, quoteId, token }: Pick<PayoutTerms, 'contract' | 'quoteId' | 'token'>,
) {
  const [proposal, list] = await rpc.all([
    proposalCall({ id: quoteId, contract }),
    read(contract, encodeFunctionData({ abi, functionName: 'currencies' })),
  ]);
  return understood(() => {
    const currencies = decodeFunctionResult({ abi, functionName: 'currencies', data: bytes(list) });
    const currency = currencies.find((each) => each.token.toLowerCase() === (token ?? NATIVE_TOKEN));
    return {
      proposed: decodeFunctionResult({ abi, functionName: 'proposedPayoutOf', data: bytes(proposal) }),
      allowanceLeft: currency?.allowanceLeft ?? 0,
    };
  });
}
