import { type Address, encodeFunctionData, type Hex, parseUnits } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { CallName } from './sentences.ts';
import type { Coin } from './show.ts';

/** One call of every function, and the sentence that it has to be. */

export const CONTRACT: Address = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
export const CHAIN_ID = 1337;
export const HOLDER: Address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const USDC: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const COIN: Address = '0x0000000000000000000000000000000000000000';
export const COINS: readonly Coin[] = [
  { token: null, symbol: 'ETH', decimals: 18 },
  { token: USDC, symbol: 'USDC', decimals: 6 },
];

export const ID: Hex = `0x${'5a'.repeat(32)}`;
/** 2026-12-09 08:30:00 UTC. */
const DECEMBER = 1_796_805_000;

export const QUOTE = {
  holder: HOLDER,
  token: COIN,
  premium: parseUnits('0.6', 18),
  product: 1,
  cover: 500_000,
  startDay: 20_788,
  endDay: 21_152,
  validUntil: DECEMBER,
  detailsHash: `0x${'d1'.repeat(32)}` as Hex,
};
export const TRIP = { ...QUOTE, token: USDC, premium: parseUnits('1200.5', 6), product: 3, cover: 1_000_000 };
export const until = BigInt(DECEMBER);

type Sample = readonly [args: readonly unknown[], sentence: string];

const limits = { minPerDollar: 900_000n, maxPerDollar: 1_100_000n };
const config = { token: USDC, ...limits, minimumReserve: parseUnits('50000', 6), allowance: 10_000 };
const bytes = (functionName: CallName, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: insurancePaymentAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
const withdrawal = bytes('withdraw', [USDC, HOLDER, 2_500_000n]);

export const SAMPLES: Readonly<Record<CallName, Sample>> = {
  purchase: [[QUOTE, '0x1234'], 'Buy home insurance: pay 0.6 ETH, cover $500,000'],
  purchaseWithAuthorization: [
    [TRIP, '0x1234', '0x5678'],
    'Buy travel insurance with a signed authorization: pay 1,200.5 USDC, cover $1,000,000',
  ],
  consentToCancellation: [
    [ID, parseUnits('0.6', 18), until],
    `Agree to a refund of 600,000,000,000,000,000 base units until 2026-12-09 08:30:00 UTC, which cancels policy ${ID}`,
  ],
  revokeConsent: [
    [ID, until],
    `Revoke every consent that is valid until 2026-12-09 08:30:00 UTC or less to cancel policy ${ID}`,
  ],
  pull: [[ID, HOLDER], `Send what is owed on policy ${ID} to ${HOLDER}`],
  contestHolderChange: [[ID], `Object to the change of holder of policy ${ID}`],
  completeHolderChange: [[ID], `Complete the change of holder of policy ${ID}`],
  payClaim: [
    [ID, 2n, until, 2_500n, parseUnits('1.25', 18), until],
    `Pay claim 2 of policy ${ID}: $2,500, as 1,250,000,000,000,000,000 base units`,
  ],
  payAnnounced: [
    [ID, HOLDER, 3n, until, 60_000n, parseUnits('60000', 6), until],
    `Pay the announced claim 3 of policy ${ID}: $60,000, as 60,000,000,000 base units`,
  ],
  reject: [[TRIP, until], `Reject the policy of ${HOLDER} and give back its premium of 1,200.5 USDC`],
  refund: [
    [TRIP, parseUnits('600.25', 6), until, '0x1234'],
    `Cancel the policy of ${HOLDER} and refund 600.25 USDC`,
  ],
  proposeHolderChange: [[ID, HOLDER], `Propose ${HOLDER} as the new holder of policy ${ID}`],
  confirmHolderChange: [[ID, HOLDER], `Confirm ${HOLDER} as the new holder of policy ${ID}`],
  stopHolderChange: [[ID], `Stop the change of holder of policy ${ID}`],
  announce: [[withdrawal], `Announce a call of this contract: Withdraw 2.5 USDC from the pool to ${HOLDER}`],
  veto: [[withdrawal], `Veto an announced call: Withdraw 2.5 USDC from the pool to ${HOLDER}`],
  vetoAll: [[], 'Veto every announced call but the replacement of the guardian'],
  grantRole: [[1, HOLDER], `Grant the guardian role to ${HOLDER}`],
  grantPauser: [[HOLDER], `Grant the pauser role to ${HOLDER}`],
  replaceSigner: [[HOLDER], `Replace the signer by ${HOLDER}`],
  revokeRole: [[2], 'Revoke the claims role'],
  pause: [[], 'Stop taking premiums'],
  unpause: [[], 'Take premiums again'],
  haltPayouts: [[], 'Halt payouts for 3 days'],
  liftHalt: [[], 'Lift the halt of payouts'],
  fund: [[COIN, 10n ** 18n], 'Add 1 ETH to the pool'],
  withdraw: [[USDC, HOLDER, 2_500_000n], `Withdraw 2.5 USDC from the pool to ${HOLDER}`],
  addCurrency: [
    [config],
    `Add the token ${USDC} as a currency: 0.9 USDC – 1.1 USDC per dollar, a reserve of 50,000 USDC and $10,000 a day`,
  ],
  closeCurrency: [[USDC], 'Stop accepting USDC for premiums'],
  loosenLimits: [
    [config],
    'Loosen the limits of USDC to 0.9 USDC – 1.1 USDC per dollar, a reserve of 50,000 USDC and $10,000 a day',
  ],
  tightenLimits: [
    [
      {
        ...config,
        token: COIN,
        minimumReserve: 10n ** 19n,
        minPerDollar: 10n ** 14n,
        maxPerDollar: 10n ** 15n,
      },
    ],
    'Tighten the limits of ETH to 0.0001 ETH – 0.001 ETH per dollar, a reserve of 10 ETH and $10,000 a day',
  ],
};

export const dataOf = (name: CallName): Hex => bytes(name, SAMPLES[name][0]);
