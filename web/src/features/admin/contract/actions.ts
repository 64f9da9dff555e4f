import type { Stop } from '#domain/admin/stops-schema.ts';
import { CALLS, type CallName } from '#domain/clear-signing/sentences.ts';
import type { ChainRole } from '#web/wallet/contract.ts';

/** One of the contract's calls, with what neither its ABI nor its descriptor says. */
export interface ContractAction {
  call: CallName;
  /** What happens, in a sentence. */
  what: string;
  /** The roles to choose from. */
  choices?: readonly ChainRole[];
  /** A limit that is left empty is what it is now. */
  stays?: true;
  /** It asks for a reason, which the audit log keeps. */
  stop?: Stop;
  /** The guardian's announcement of the grant that the recovery address makes itself. */
  recovers?: true;
}

export const ACTION_GROUPS: Readonly<Record<string, readonly ContractAction[]>> = {
  'Stop and go': [
    { call: 'pause', what: 'Stops purchases, and nothing else.' },
    { call: 'unpause', what: 'Opens purchases again.' },
    {
      call: 'haltPayouts',
      stop: 'halt',
      what: 'Stops payouts of claims for 3 days, and nothing else. It lapses automatically, and the same role can halt again after 7 days.',
    },
    { call: 'liftHalt', stop: 'lift', what: 'Payouts work again at once.' },
  ],
  'Change roles': [
    {
      call: 'grantRole',
      choices: ['administrator', 'guardian', 'claims', 'underwriter', 'treasurer'],
      what: 'Hands over a role. A new administrator makes the announced grant itself, from its own wallet; a new guardian is announced longer and can’t be vetoed by the old one.',
    },
    { call: 'grantPauser', what: 'Hands over the pauser’s role at once.' },
    {
      call: 'replaceSigner',
      what: 'Quotes of the former signer can no longer be bought. Make sure that our servers sign with the new key.',
    },
    {
      call: 'revokeRole',
      choices: ['claims', 'underwriter', 'treasurer', 'pauser', 'signer'],
      what: 'Takes the role from its holder at once. Nobody holds it until it is granted again.',
    },
    {
      call: 'vetoAll',
      stop: 'veto',
      what: 'Every call that is announced becomes void, except the replacement of the guardian and the recovery.',
    },
    {
      call: 'grantRole',
      recovers: true,
      what: 'For a stolen or lost administrator: after a delay the recovery address can grant the role to itself. Nobody can stop it, so it must be announced within 48 hours of a hostile announcement of a new guardian.',
    },
  ],
  Capital: [
    {
      call: 'fund',
      what: 'Adds capital to the pool. Only the treasurer can withdraw it, after an announcement.',
    },
    {
      call: 'withdraw',
      what: 'Takes free capital out of the pool, but not what is owed or the minimum reserve.',
    },
  ],
  Limits: [
    {
      call: 'tightenLimits',
      stays: true,
      what: 'Claims pay less a day without an announcement, the bounds per dollar come closer together, or a withdrawal leaves more. What is left empty stays. Whatever was announced to loosen them, or to open this currency, becomes void.',
    },
    {
      call: 'loosenLimits',
      stays: true,
      what: 'Claims may pay more a day without an announcement, less or more per dollar, or a withdrawal may leave less. What is left empty stays, and a closed currency is opened again.',
    },
    {
      call: 'closeCurrency',
      what: 'Stops purchases in it. Payouts, refunds and withdrawals continue. Whatever was announced to open it or to loosen its limits becomes void. Loosening the limits opens it again.',
    },
    {
      call: 'addCurrency',
      what: 'A new token for premiums, payouts and capital. It can be closed later, but never removed.',
    },
  ],
};

/** What the wallet calls it too. */
export const labelOf = ({ call, recovers }: ContractAction): string =>
  recovers ? 'Announce the recovery' : CALLS[call].intent;
