import type { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { CHAIN_ROLES } from '#domain/registry/chain-roles.ts';
import { address, amount, call, date, hidden, named, raw, type Sentence, ticker } from './format.ts';

type Functions = Extract<(typeof insurancePaymentAbi)[number], { type: 'function' }>;

/** Every function that changes something: somebody's wallet is asked to confirm it. */
export type CallName = Extract<Functions, { stateMutability: 'nonpayable' | 'payable' }>['name'];

export const NATIVE_COIN = '0x0000000000000000000000000000000000000000';

/** The numbers that have names. */
export const ENUMS: Readonly<Record<'product' | 'role', Readonly<Record<string, string>>>> = {
  product: Object.fromEntries(Object.entries(PRODUCTS).map(([key, { code }]) => [String(code), key])),
  role: Object.fromEntries(CHAIN_ROLES.map((role, number) => [String(number), role])),
};

/** A quote's fields below `path`, which ends in a dot or is empty. Days have no format in ERC-7730, so they stay numbers. */
const quote = (path: string) => [
  named(`${path}product`, 'Product', 'product'),
  amount(`${path}premium`, 'Premium', `${path}token`),
  raw(`${path}cover`, 'Cover in US dollars'),
  address(`${path}holder`, 'Holder'),
  raw(`${path}startDay`, 'First day (days since 1970)'),
  raw(`${path}endDay`, 'Last day (days since 1970)'),
  date(`${path}validUntil`, 'Quote valid until'),
  raw(`${path}detailsHash`, 'Hash of the insured details'),
  { ...address(`${path}token`, 'Currency'), visible: 'never' as const },
];

/** A value of the call as dollars: `$` and then the value's path in braces. */
const usd = (path: string) => `\${${path}}`;

const policy = raw('quoteId', 'Policy');
/** What is announced of a payout: its call without amount and validity. */
const announced = [
  policy,
  address('holder', 'Holder'),
  raw('claimNumber', 'Claim number'),
  date('incidentAt', 'Incident'),
  raw('dollars', 'US dollars'),
];
const signature = hidden('signature', 'Signature');
const newHolder = address('newHolder', 'New holder');
const validUntil = (label: string) => date('validUntil', label);
const currency = ticker('token', 'Currency');
const role = named('role', 'Role', 'role');
const roleHolder = address('holder', 'New holder of the role');
const refund = (path: string) => raw(path, 'Refund in base units of the premium’s currency');
const limits = [
  amount('config.minPerDollar', 'Fewest per dollar', 'config.token'),
  amount('config.maxPerDollar', 'Most per dollar', 'config.token'),
  amount('config.minimumReserve', 'Minimum reserve', 'config.token'),
  raw('config.allowance', 'Allowance a day in US dollars'),
];
const LIMITS = `{config.minPerDollar} – {config.maxPerDollar} per dollar, a reserve of {config.minimumReserve} and ${usd('config.allowance')} a day`;

/** What each call says in a wallet and on our screens. A function of the contract without a sentence doesn't compile. */
export const CALLS: Readonly<Record<CallName, Sentence>> = {
  // ─── Policyholders ───
  purchase: {
    intent: 'Buy insurance',
    interpolatedIntent: `Buy {quote.product} insurance: pay {quote.premium}, cover ${usd('quote.cover')}`,
    fields: [...quote('quote.'), signature],
    compare: ['quote.premium', 'quote.cover'],
  },
  purchaseWithAuthorization: {
    intent: 'Buy insurance with a signed authorization',
    interpolatedIntent: `Buy {quote.product} insurance with a signed authorization: pay {quote.premium}, cover ${usd('quote.cover')}`,
    fields: [...quote('quote.'), signature, hidden('authorization', 'Authorization')],
    compare: ['quote.premium', 'quote.cover'],
  },
  consentToCancellation: {
    intent: 'Agree to a cancellation',
    interpolatedIntent:
      'Agree to a refund of {amount} base units until {validUntil}, which cancels policy {quoteId}',
    fields: [policy, refund('amount'), validUntil('Consent valid until')],
    compare: ['amount', 'quoteId'],
  },
  revokeConsent: {
    intent: 'Revoke your consent to a cancellation',
    interpolatedIntent:
      'Revoke every consent that is valid until {validUntil} or less to cancel policy {quoteId}',
    fields: [policy, validUntil('Revokes consents valid until')],
    compare: ['validUntil', 'quoteId'],
  },
  pull: {
    intent: 'Collect what is owed',
    interpolatedIntent: 'Send what is owed on policy {quoteId} to {to}',
    fields: [policy, address('to', 'To')],
    compare: ['to', 'quoteId'],
  },
  contestHolderChange: {
    intent: 'Object to a change of holder',
    interpolatedIntent: 'Object to the change of holder of policy {quoteId}',
    fields: [policy],
    compare: ['quoteId'],
  },
  completeHolderChange: {
    intent: 'Complete a change of holder',
    interpolatedIntent: 'Complete the change of holder of policy {quoteId}',
    fields: [policy],
    compare: ['quoteId'],
  },

  // ─── Claims ───
  payClaim: {
    intent: 'Pay a claim',
    interpolatedIntent: `Pay claim {claimNumber} of policy {quoteId}: ${usd('dollars')}, as {amount} base units`,
    fields: [
      policy,
      raw('claimNumber', 'Claim number'),
      date('incidentAt', 'Incident'),
      raw('dollars', 'US dollars'),
      raw('amount', 'Amount in base units of the policy’s currency'),
      validUntil('Valid until'),
    ],
    compare: ['dollars', 'amount'],
  },
  payAnnounced: {
    intent: 'Pay an announced claim',
    interpolatedIntent: `Pay the announced claim {claimNumber} of policy {quoteId}: ${usd('dollars')}, as {amount} base units`,
    fields: [
      ...announced,
      raw('amount', 'Amount in base units of the policy’s currency'),
      validUntil('Valid until'),
    ],
    compare: ['dollars', 'amount'],
  },

  // ─── Underwriting ───
  reject: {
    intent: 'Reject a policy',
    interpolatedIntent: 'Reject the policy of {quote.holder} and give back its premium of {quote.premium}',
    fields: [...quote('quote.'), validUntil('Valid until')],
    compare: ['quote.premium', 'quote.holder'],
  },
  refund: {
    intent: 'Cancel a policy',
    interpolatedIntent: 'Cancel the policy of {quote.holder} and refund {amount}',
    fields: [
      ...quote('quote.'),
      amount('amount', 'Refund', 'quote.token'),
      validUntil('Consent valid until'),
      signature,
    ],
    compare: ['amount', 'quote.holder'],
  },
  proposeHolderChange: {
    intent: 'Propose a change of holder',
    interpolatedIntent: 'Propose {newHolder} as the new holder of policy {quoteId}',
    fields: [policy, newHolder],
    compare: ['newHolder', 'quoteId'],
  },
  confirmHolderChange: {
    intent: 'Confirm a change of holder',
    interpolatedIntent: 'Confirm {newHolder} as the new holder of policy {quoteId}',
    fields: [policy, newHolder],
    compare: ['newHolder', 'quoteId'],
  },
  stopHolderChange: {
    intent: 'Stop a change of holder',
    interpolatedIntent: 'Stop the change of holder of policy {quoteId}',
    fields: [policy],
    compare: ['quoteId'],
  },

  // ─── Announcements and roles ───
  announce: {
    intent: 'Announce a call',
    interpolatedIntent: 'Announce a call of this contract',
    fields: [call('data', 'Call')],
  },
  veto: {
    intent: 'Veto an announced call',
    interpolatedIntent: 'Veto an announced call',
    fields: [call('data', 'Call')],
  },
  vetoAll: {
    intent: 'Veto all announced calls',
    interpolatedIntent: 'Veto every announced call but the replacement of the guardian',
    fields: [],
  },
  grantRole: {
    intent: 'Grant a role',
    interpolatedIntent: 'Grant the {role} role to {holder}',
    fields: [role, roleHolder],
    compare: ['role', 'holder'],
  },
  grantPauser: {
    intent: 'Grant the pauser role',
    interpolatedIntent: 'Grant the pauser role to {holder}',
    fields: [roleHolder],
    compare: ['holder'],
  },
  replaceSigner: {
    intent: 'Replace the signer',
    interpolatedIntent: 'Replace the signer by {holder}',
    fields: [roleHolder],
    compare: ['holder'],
  },
  revokeRole: {
    intent: 'Revoke a role',
    interpolatedIntent: 'Revoke the {role} role',
    fields: [role],
    compare: ['role'],
  },
  pause: { intent: 'Stop taking premiums', interpolatedIntent: 'Stop taking premiums', fields: [] },
  unpause: { intent: 'Take premiums again', interpolatedIntent: 'Take premiums again', fields: [] },
  haltPayouts: {
    intent: 'Halt payouts',
    interpolatedIntent: 'Halt payouts for 3 days',
    fields: [],
  },
  liftHalt: {
    intent: 'Lift the halt of payouts',
    interpolatedIntent: 'Lift the halt of payouts',
    fields: [],
  },

  // ─── Pool ───
  fund: {
    intent: 'Add capital',
    interpolatedIntent: 'Add {amount} to the pool',
    fields: [currency, amount('amount', 'Amount', 'token')],
    compare: ['amount'],
  },
  withdraw: {
    intent: 'Withdraw capital',
    interpolatedIntent: 'Withdraw {amount} from the pool to {to}',
    fields: [currency, amount('amount', 'Amount', 'token'), address('to', 'To')],
    compare: ['amount', 'to'],
  },
  addCurrency: {
    intent: 'Add a currency',
    interpolatedIntent: `Add the token {config.token} as a currency: ${LIMITS}`,
    fields: [address('config.token', 'Token'), ...limits],
    compare: ['config.token', 'config.allowance'],
  },
  closeCurrency: {
    intent: 'Stop accepting a currency',
    interpolatedIntent: 'Stop accepting {token} for premiums',
    fields: [currency],
    compare: ['token'],
  },
  loosenLimits: {
    intent: 'Loosen the limits of a currency',
    interpolatedIntent: `Loosen the limits of {config.token} to ${LIMITS}`,
    fields: [ticker('config.token', 'Currency'), ...limits],
    compare: ['config.minimumReserve', 'config.allowance'],
  },
  tightenLimits: {
    intent: 'Tighten the limits of a currency',
    interpolatedIntent: `Tighten the limits of {config.token} to ${LIMITS}`,
    fields: [ticker('config.token', 'Currency'), ...limits],
    compare: ['config.minimumReserve', 'config.allowance'],
  },
};

/** A payout beyond the day's allowance as it is announced, before its amount is known. */
export const ANNOUNCED_PAYOUT: Sentence = {
  intent: 'Pay a claim beyond the allowance',
  interpolatedIntent: `Pay claim {claimNumber} of policy {quoteId} to {holder}: ${usd('dollars')}`,
  fields: announced,
};

/** The typed messages (EIP-712) that a holder or the signer signs for our contract. */
export const MESSAGES = {
  Quote: {
    intent: 'Offer insurance',
    interpolatedIntent: `Offer {product} insurance to {holder}: premium {premium}, cover ${usd('cover')}`,
    fields: quote(''),
    compare: ['premium', 'cover'],
  },
  Cancellation: {
    intent: 'Agree to a cancellation',
    interpolatedIntent:
      'Agree to a refund of {refund} base units until {validUntil}, which cancels policy {quoteId}',
    fields: [policy, address('holder', 'Holder'), refund('refund'), validUntil('Consent valid until')],
    compare: ['refund', 'quoteId'],
  },
} as const satisfies Readonly<Record<string, Sentence>>;
