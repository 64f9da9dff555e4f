import type { Stop } from '#domain/admin/stops-schema.ts';
import type { ChainRole, ContractCall } from '#web/wallet/contract.ts';

/** A field of an action's form. `stays`: left empty, the value is what it is now. */
export type ActionField = { stays?: boolean } & (
  | { key: 'role'; kind: 'role'; label: string; roles: readonly ChainRole[] }
  | { key: 'holder' | 'to'; kind: 'address'; label: string }
  | { key: 'token'; kind: 'currency'; label: string }
  /** A token that the contract does not know yet. */
  | { key: 'token'; kind: 'token'; label: string }
  | { key: 'amount' | 'fewest' | 'most'; kind: 'amount'; label: string }
  | { key: 'dollars'; kind: 'dollars'; label: string }
);

export interface ContractAction {
  name: ContractCall['name'];
  label: string;
  /** Who may send it, as the power table of the contract says; empty for anyone. */
  roles: readonly ChainRole[];
  /** It is announced first, and executed after the contract's delay. */
  announced?: boolean;
  fields: readonly ActionField[];
  /** What happens, in a sentence. */
  what: string;
  /** It grants the administrator's role to the recovery address. */
  recovers?: true;
  /** It asks for a reason, which the audit log keeps. */
  stop?: Stop;
}

const CURRENCY: ActionField = { key: 'token', kind: 'currency', label: 'Currency' };
const amount = (label: string): ActionField => ({ key: 'amount', kind: 'amount', label });
const PER_DOLLAR: readonly ActionField[] = [
  { key: 'fewest', kind: 'amount', label: 'Fewest per dollar' },
  { key: 'most', kind: 'amount', label: 'Most per dollar' },
];
const DOLLARS: ActionField = { key: 'dollars', kind: 'dollars', label: 'US dollars a day' };
const LIMITS: readonly ActionField[] = [
  CURRENCY,
  ...[...PER_DOLLAR, amount('Minimum reserve'), DOLLARS].map((field) => ({ ...field, stays: true })),
];
const holder = (label: string): ActionField => ({ key: 'holder', kind: 'address', label });

export const ACTION_GROUPS: readonly { title: string; actions: readonly ContractAction[] }[] = [
  {
    title: 'Stop and go',
    actions: [
      {
        name: 'pause',
        label: 'Pause Sales',
        roles: ['pauser', 'guardian'],
        fields: [],
        what: 'Stops purchases, and nothing else.',
      },
      {
        name: 'unpause',
        label: 'Unpause Sales',
        roles: ['administrator'],
        fields: [],
        what: 'Opens purchases again.',
      },
      {
        name: 'haltPayouts',
        stop: 'halt',
        label: 'Halt Payouts',
        roles: ['pauser', 'guardian'],
        fields: [],
        what: 'Stops payouts of claims for 3 days, and nothing else. It lapses automatically, and the same role can halt again after 7 days.',
      },
      {
        name: 'liftHalt',
        stop: 'lift',
        label: 'Lift the Halt',
        roles: ['guardian'],
        fields: [],
        what: 'Payouts work again at once.',
      },
    ],
  },
  {
    title: 'Change roles',
    actions: [
      {
        name: 'grantRole',
        label: 'Grant a Role',
        roles: ['administrator'],
        announced: true,
        fields: [
          {
            key: 'role',
            kind: 'role',
            label: 'Role',
            roles: ['administrator', 'guardian', 'claims', 'underwriter', 'treasurer'],
          },
          holder('New holder'),
        ],
        what: 'Hands over a role. A new administrator makes the announced grant itself, from its own wallet; a new guardian is announced longer and can’t be vetoed by the old one.',
      },
      {
        name: 'grantPauser',
        label: 'Grant the Pauser Role',
        roles: ['administrator'],
        fields: [holder('New pauser')],
        what: 'Hands over the pauser’s role at once.',
      },
      {
        name: 'replaceSigner',
        label: 'Replace the Signer',
        roles: ['underwriter'],
        fields: [holder('New signer')],
        what: 'Quotes of the former signer can no longer be bought. Make sure that our servers sign with the new key.',
      },
      {
        name: 'revokeRole',
        label: 'Revoke a Role',
        roles: ['administrator', 'guardian'],
        fields: [
          {
            key: 'role',
            kind: 'role',
            label: 'Role',
            roles: ['claims', 'underwriter', 'treasurer', 'pauser', 'signer'],
          },
        ],
        what: 'Takes the role from its holder at once. Nobody holds it until it is granted again.',
      },
      {
        name: 'vetoAll',
        stop: 'veto',
        label: 'Veto All',
        roles: ['guardian'],
        fields: [],
        what: 'Every call that is announced becomes void, except the replacement of the guardian and the recovery.',
      },
      {
        name: 'grantRole',
        label: 'Announce the Recovery',
        roles: ['guardian'],
        announced: true,
        fields: [],
        recovers: true,
        what: 'For a stolen or lost administrator: after a delay the recovery address can grant the role to itself. Nobody can stop it, so it must be announced within 48 hours of a hostile announcement of a new guardian.',
      },
    ],
  },
  {
    title: 'Capital',
    actions: [
      {
        name: 'fund',
        label: 'Fund the Pool',
        roles: [],
        fields: [CURRENCY, amount('Amount')],
        what: 'Adds capital to the pool. Only the treasurer can withdraw it, after an announcement.',
      },
      {
        name: 'withdraw',
        label: 'Withdraw Capital',
        roles: ['treasurer'],
        announced: true,
        fields: [CURRENCY, { key: 'to', kind: 'address', label: 'Recipient' }, amount('Amount')],
        what: 'Takes free capital out of the pool, but not what is owed or the minimum reserve.',
      },
    ],
  },
  {
    title: 'Limits',
    actions: [
      {
        name: 'tightenLimits',
        label: 'Tighten the Limits',
        roles: ['administrator', 'guardian'],
        fields: LIMITS,
        what: 'Claims pay less a day without an announcement, the bounds per dollar come closer together, or a withdrawal leaves more. What is left empty stays. Whatever was announced to loosen them, or to open this currency, becomes void.',
      },
      {
        name: 'loosenLimits',
        label: 'Loosen the Limits',
        roles: ['administrator'],
        announced: true,
        fields: LIMITS,
        what: 'Claims may pay more a day without an announcement, less or more per dollar, or a withdrawal may leave less. What is left empty stays, and a closed currency is opened again.',
      },
      {
        name: 'closeCurrency',
        label: 'Close a Currency',
        roles: ['administrator', 'guardian'],
        fields: [CURRENCY],
        what: 'Stops purchases in it. Payouts, refunds and withdrawals continue. Whatever was announced to open it or to loosen its limits becomes void. Loosening the limits opens it again.',
      },
      {
        name: 'addCurrency',
        label: 'Add a Currency',
        roles: ['administrator'],
        announced: true,
        fields: [
          { key: 'token', kind: 'token', label: 'Token' },
          ...PER_DOLLAR,
          amount('Minimum reserve'),
          DOLLARS,
        ],
        what: 'A new token for premiums, payouts and capital. It can be closed later, but never removed.',
      },
    ],
  },
];
