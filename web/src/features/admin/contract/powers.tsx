import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { walletKey } from '#domain/address.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Fold, Section } from '#web/ui/section.tsx';
import { LongHash } from '#web/ui/values.tsx';
import type { ChainRole, ContractState } from '#web/wallet/contract.ts';
import { ACTION_GROUPS, type ContractAction, labelOf } from './actions.ts';
import type { Doing } from './doing.tsx';

interface Power {
  action: ContractAction;
  label: string;
  /** Who may send it; empty for anyone. */
  roles: readonly ChainRole[];
  announced: boolean;
}

/** The actions with what the contract's own table says of each. */
const powersOf = ({ powers, recovery }: ContractState, actions: readonly ContractAction[]): Power[] =>
  actions
    .filter(({ recovers }) => !recovers || recovery !== null)
    .map((action) => ({
      action,
      label: labelOf(action),
      ...powers[action.call],
      ...(action.recovers && { roles: ['guardian'] as const }),
    }));

const doingOf = ({ action, label, roles, announced }: Power): Doing => ({
  title: label,
  button: announced ? 'Announce' : label,
  what: [
    action.what,
    roles.length > 0 ? `It is sent by the ${roles.join(' or the ')}.` : 'Anyone may send it.',
    ...(announced
      ? ['The announcement is public and moves nothing; it can be executed after the delay.']
      : []),
  ].join(' '),
  of: { action },
  ...(action.stop && { stop: { action: action.stop } }),
});

/** Starts the action that the command palette names, once for each visit. */
export function useNamedAction(state: ContractState | undefined, onStart: (doing: Doing) => void): void {
  const { key: visit, action } = useRouterState({ select: ({ location }) => location.state });
  const isRead = state !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the contract is read again and again.
  useEffect(() => {
    if (!state || !action) return;
    const all = powersOf(state, Object.values(ACTION_GROUPS).flat());
    const named = all.find(({ label }) => label === action);
    if (named) onStart(doingOf(named));
  }, [visit, isRead]);
}

interface ButtonsProps {
  powers: readonly Power[];
  onStart: (doing: Doing) => void;
}

const Buttons = ({ powers, onStart }: ButtonsProps) => (
  <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
    {powers.map((power) => (
      <li key={power.label} className="flex flex-col items-start gap-0.5">
        <Button size="dense" variant="secondary" onClick={() => onStart(doingOf(power))}>
          {power.label}
        </Button>
        <span className="text-xs text-muted">
          {power.roles.length === 0 ? 'anyone' : power.roles.join(', ')}
          {power.announced && ' · announced'}
        </span>
      </li>
    ))}
  </ul>
);

/** First what this administrator and the connected wallet may do, then everything else, folded. */
export function Powers({ state, onStart }: { state: ContractState } & Pick<ButtonsProps, 'onStart'>) {
  const { role_label: role, may: mayAtDesk } = useAdmin();
  const { wallet } = useSnapshot(walletSession);
  const held = state.roles
    .filter(({ holder }) => wallet !== null && holder !== null && walletKey(holder) === wallet.key)
    .map((one) => one.role);
  const may = ({ roles }: Power) =>
    wallet !== null && (roles.length === 0 || roles.some((one) => held.includes(one)));
  const groups = Object.entries(ACTION_GROUPS).map(([title, actions]) => {
    const powers = powersOf(state, actions);
    return { title, own: powers.filter(may), rest: powers.filter((power) => !may(power)) };
  });
  const own = groups.flatMap((group) => group.own);
  const others = groups.filter(({ rest }) => rest.length > 0);
  return (
    <>
      <Section title="What you may do" dense>
        <p className="text-[0.8125rem]">
          As {role} you {mayAtDesk('claims.pay') ? 'may prepare payouts from their claims' : 'only read here'}
          . On the chain your wallet’s role counts.
        </p>
        <p className="mt-1 mb-3 text-[0.8125rem]">
          {wallet === null ? (
            'No wallet is connected. Connect the one that holds a role to see what it may do.'
          ) : (
            <>
              The connected wallet <LongHash text={wallet.address} copy="Copy wallet" /> holds{' '}
              {held.length === 0 ? 'no role of this contract' : `the role ${held.join(', ')}`}.
            </>
          )}
        </p>
        {wallet === null && (
          <Button size="dense" onClick={openConnectDialog}>
            Connect Wallet
          </Button>
        )}
        {own.length > 0 && <Buttons powers={own} onStart={onStart} />}
      </Section>
      {others.length > 0 && (
        <Fold title="Other actions" note="For the wallets that hold their roles">
          <div className="flex flex-col gap-4">
            {others.map(({ title, rest }) => (
              <div key={title}>
                <h3 className="mb-2 text-[0.8125rem] font-semibold tracking-normal">{title}</h3>
                <Buttons powers={rest} onStart={onStart} />
              </div>
            ))}
          </div>
        </Fold>
      )}
    </>
  );
}
