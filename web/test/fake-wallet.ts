import { vi } from 'vitest';
import type { QuoteAnswer } from '../../domain/quote/schema.ts';
import type { CheckedPayment } from '../src/wallet/verify-payment.ts';

/** What stands behind `loadWallet` in tests of the payment screen: the wallet and the chain at their edge. */
export function fakePayments() {
  return {
    balances: vi.fn(async (): Promise<Record<string, bigint>> => ({ ETH: 10n ** 18n, USDC: 5_000_000n })),
    check: (answer: QuoteAnswer): CheckedPayment =>
      ({
        quoteId: answer.quote_id,
        chainId: 1337,
        amount: BigInt(answer.amount),
        token: null,
      }) as CheckedPayment,
    estimate: vi.fn(async () => ({ fee: 62_000_000_000_000n, authorization: 'none' as const })),
    authorize: vi.fn(async (payment: CheckedPayment) => payment),
    approve: vi.fn(async (payment: CheckedPayment) => payment),
    purchase: vi.fn(async () => ({ txHash: `0x${'c'.repeat(64)}`, batchId: null })),
    isBought: async () => false,
    confirmations: async () => 0,
    confirmationsOf: () => 1,
    waitForReceipt: () => new Promise(() => undefined),
  };
}

/** A quote of 0.6 ETH as the server answers it, with the id that many quotes were made before it gives. */
export function quoteOf(number: number): QuoteAnswer {
  return {
    quote_id: `0x${String(number).padStart(64, '0')}`,
    premium_usd: 1200,
    coverage_usd: 500_000,
    currency: 'ETH',
    amount: '600000000000000000',
    rate: '2000',
    valid_until: new Date(Date.now() + 1_800_000).toISOString(),
    payment: {
      kind: 'evm',
      chain_id: 1337,
      to: `0x${'1'.repeat(40)}`,
      data: '0x',
      value: '600000000000000000',
      typed_data: { domain: {}, types: {}, primaryType: 'Quote', message: {} },
      signature: '0x',
      approval: null,
    },
  };
}
