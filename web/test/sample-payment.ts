import { type Address, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TransactionData } from '#web/features/purchase/record.ts';
import type { CheckedCall } from '#web/wallet/evm/verify-payment.ts';

/** The payer in the samples. */
export const holder = privateKeyToAccount(keccak256(toHex('holder')));
export const TOKEN: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
export const CONTRACT: Address = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
export const PREMIUM = 960_000_000n;

/** A premium of 960 in a token with six decimals and authorizations. */
export const tokenPayment: CheckedCall = {
  quoteId: `0x${'b'.repeat(64)}`,
  chain: '1337',
  chainId: 1337,
  to: CONTRACT,
  data: '0x12345678',
  value: 0n,
  amount: PREMIUM,
  shown: null,
  signs: null,
  token: TOKEN,
  offer: {
    quote: {
      holder: holder.address,
      token: TOKEN,
      premium: PREMIUM,
      product: 2,
      cover: 100_000,
      startDay: 20_778,
      endDay: 21_143,
      validUntil: 1_795_257_000,
      detailsHash: `0x${'a'.repeat(64)}`,
    },
    signature: `0x${'11'.repeat(65)}`,
  },
  authorization: { name: 'USD Coin', version: '2' },
  relayed: false,
};

/** A home policy's payment as stored in the browser, sent but not recorded. */
export const sampleTransaction: TransactionData = {
  policyId: null,
  policyNumber: 'PENDING',
  type: 'Home Insurance',
  insuranceTypeKey: 'home',
  startDate: '2026-11-21T00:00:00.000Z',
  endDate: '2027-11-21T00:00:00.000Z',
  price: 1200,
  duration: 365,
  email: 'ada@example.org',
  txHash: `0x${'a'.repeat(64)}`,
  walletType: 'metamask',
  address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  timestamp: '2026-11-21T10:00:00.000Z',
  chainId: '1337',
  networkName: 'Ganache Local',
  success: false,
  apiResponse: null,
  quoteId: `0x${'b'.repeat(64)}`,
  validUntil: '2026-11-21T10:30:00.000Z',
  paymentCurrency: 'ETH',
  coverage: 500_000,
  ethPremium: '0.6000',
  storedQuoteId: 'QUOTE-1',
};
