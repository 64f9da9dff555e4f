import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { parseDay } from '#domain/days.ts';
import type { EvmPayment, QuoteAnswer } from '#domain/quote/schema.ts';
import { type ChainQuote, NATIVE_TOKEN, quoteId, quoteTypedData } from '#domain/quote/typed-data.ts';

export const HOLDER: Address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const CONTRACT: Address = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
export const USDC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
export const SIGNATURE: Hex = `0x${'11'.repeat(65)}`;
const VALID_UNTIL = '2026-11-21T10:30:00.000Z';

/** A year of home insurance as the server offers it on the local chain: 0.6 ETH, or 1,200 USDC. */
export function offer(
  change: Partial<ChainQuote> = {},
  currency = 'ETH',
): { answer: QuoteAnswer; payment: EvmPayment } {
  const token = currency === 'ETH' ? NATIVE_TOKEN : USDC;
  const quote: ChainQuote = {
    holder: HOLDER,
    token,
    premium: currency === 'ETH' ? parseEther('0.6') : 1_200_000_000n,
    product: 1,
    cover: 500_000,
    startDay: parseDay('2026-11-21') ?? 0,
    endDay: parseDay('2027-11-21') ?? 0,
    validUntil: Date.parse(VALID_UNTIL) / 1000,
    detailsHash: `0x${'ab'.repeat(32)}`,
    ...change,
  };
  const data = encodeFunctionData({
    abi: insurancePaymentAbi,
    functionName: 'purchase',
    args: [quote, SIGNATURE],
  });
  const { domain, types, primaryType } = quoteTypedData(1337, CONTRACT, quote);
  const payment: EvmPayment = {
    kind: 'evm',
    chain_id: 1337,
    to: CONTRACT,
    data,
    value: currency === 'ETH' ? String(quote.premium) : '0',
    typed_data: { domain, types, primaryType, message: {} },
    signature: SIGNATURE,
    approval: currency === 'ETH' ? null : { token, spender: CONTRACT, amount: String(quote.premium) },
  };
  const answer: QuoteAnswer = {
    quote_id: quoteId(1337, CONTRACT, quote),
    premium_usd: 1200,
    coverage_usd: 500_000,
    cover_start_date: '2026-11-21',
    deductible_usd: 2500,
    price_lines: [{ label: 'One year', cents: 120_000 }],
    currency,
    amount: String(quote.premium),
    rate: '2000',
    valid_until: VALID_UNTIL,
    review: [],
    payment,
    authorization: null,
  };
  return { answer, payment };
}
