import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { showAuthorization } from '#domain/clear-signing/show-authorization.ts';
import { showCall } from '#domain/clear-signing/show-call.ts';
import { parseDay } from '#domain/days.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { TokenDomain } from '#domain/quote/authorization.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { type ChainQuote, NATIVE_TOKEN, quoteId } from '#domain/quote/typed-data.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { type CheckedPayment, type ExpectedPurchase, PaymentMismatch } from '#web/wallet/payments.ts';

/** A payment that was compared byte by byte with the screen. */
export interface CheckedCall extends CheckedPayment {
  chainId: number;
  to: Address;
  data: Hex;
  value: bigint;
  /** Null for the native coin. */
  token: Address | null;
  /** The quote in the call and our signer's signature. */
  offer: { quote: ChainQuote; signature: Hex };
  /** The token's signing domain, if a signed authorization can replace the approval. */
  authorization: TokenDomain | null;
  /** Whether we send the authorization and pay the network fee. */
  relayed: boolean;
}

function must(condition: boolean, field: string): void {
  if (!condition) throw new PaymentMismatch(field);
}

const abi = insurancePaymentAbi;

const sameBytes = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The quote and signature of a purchase call. Only the canonical encoding is accepted, with nothing appended. */
function decodePurchase(data: string): CheckedCall['offer'] {
  try {
    const call = decodeFunctionData({ abi, data: data as Hex });
    if (call.functionName === 'purchase' && sameBytes(encodeFunctionData({ abi, ...call }), data)) {
      const [quote, signature] = call.args;
      return { quote, signature };
    }
  } catch {
    // Not a call of this contract; rejected below.
  }
  throw new PaymentMismatch('data');
}

/**
 * Compares the server's transaction request with the customer's choice and this site's own list of contracts. The wallet
 * is asked to sign nothing else. Throws PaymentMismatch.
 */
export function checkPayment(
  answer: QuoteAnswer,
  payment: EvmPayment,
  expected: ExpectedPurchase,
  chain: DeployedChain,
): CheckedCall {
  const currency = chain.currencies.find((entry) => entry.symbol === expected.currency);
  must(payment.chain_id === chain.chain_id, 'chain_id');
  must(isAddressEqual(payment.to as Address, chain.contract as Address), 'to');
  if (!currency || answer.currency !== expected.currency) throw new PaymentMismatch('currency');

  const offer = decodePurchase(payment.data);
  const { quote } = offer;
  const token = (currency.token ?? NATIVE_TOKEN) as Address;
  const amount = BigInt(answer.amount);
  must(isAddressEqual(quote.holder, expected.holder as Address), 'holder');
  must(isAddressEqual(quote.token, token), 'token');
  must(amount > 0n && quote.premium === amount, 'premium');
  must(quote.product === PRODUCTS[expected.product].code, 'product');
  must(quote.cover === answer.coverage_usd, 'cover');
  must(quote.cover === expected.choice.coverage * expected.people, 'cover');
  must(answer.deductible_usd === expected.choice.deductible, 'deductible');
  const first = parseDay(expected.startDate) ?? 0;
  // A trip's cancellation is covered before its first day.
  const early = PRODUCTS[expected.product].trip !== undefined && quote.startDay < first;
  must(early || quote.startDay === first, 'startDay');
  must(quote.endDay === parseDay(expected.endDate), 'endDay');
  must(quote.validUntil === Math.floor(Date.parse(answer.valid_until) / 1000), 'validUntil');
  const id = quoteId(chain.chain_id, chain.contract as Hex, quote);
  must(sameBytes(id, answer.quote_id), 'quote_id');
  must(BigInt(payment.value) === (currency.token === null ? amount : 0n), 'value');

  const { approval } = payment;
  if (currency.token === null) must(approval === null, 'approval');
  if (approval !== null) {
    must(isAddressEqual(approval.token as Address, token), 'approval.token');
    must(isAddressEqual(approval.spender as Address, chain.contract as Address), 'approval.spender');
    must(BigInt(approval.amount) === amount, 'approval.amount');
  }
  const coins = chain.currencies;
  const authorization = approval === null ? null : (currency.authorization ?? null);
  return {
    quoteId: id,
    chain: chain.ref,
    chainId: chain.chain_id,
    to: chain.contract as Address,
    data: payment.data as Hex,
    value: BigInt(payment.value),
    amount,
    shown: showCall(payment.data as Hex, coins),
    signs: authorization && showAuthorization(quote, { quoteId: id, contract: chain.contract, coins }),
    token: currency.token as Address | null,
    offer,
    authorization,
    relayed: authorization !== null && answer.authorization?.relay === true,
  };
}
