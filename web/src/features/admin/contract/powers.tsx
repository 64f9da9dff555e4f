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
import type { Doing, Start } from './doing.tsx';

/** What can be started, as the contract's own table describes it. */
interface Power extends Doing {
  /** Who may send it; empty for anyone. */
  roles: readonly ChainRole[];
  announced: boolean;
}

function powerOf(action: ContractAction, { powers }: ContractState): Power {
  const { announced } = powers[action.call];
  const roles = action.recovers ? (['guardian'] as const) : powers[action.call].roles;
  const title = labelOf(action);
  const sent = roles.length > 0 ? `It is sent by the ${roles.join(' or the ')}.` : 'Anyone may send it.';
  const later = 'The announcement is public and moves nothing; it can be executed after the delay.';
  return {
    title,
    button: announced ? 'Announce' : title,
    what: [action.what, sent, ...(announced ? [later] : [])].join(' '),
    of: { action },
    ...(action.stop && { stop: { action: action.stop } }),
    roles,
    announced,
  };
}

const Buttons = ({ powers, onStart }: { powers: readonly Power[]; onStart: Start }) => (
  <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
    {powers.map((power) => (
      <li key={power.title} className="flex flex-col items-start gap-0.5">
        <Button size="dense" variant="secondary" onClick={() => onStart(power)}>
          {power.title}
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
export function Powers({ state, onStart }: { state: ContractState; onStart: Start }) {
  const { role_label: role, may: mayAtDesk } = useAdmin();
  const { wallet } = useSnapshot(walletSession);
  const isOwn = (holder: string | null) => wallet !== null && walletKey(holder ?? '') === wallet.key;
  const held = state.roles.filter(({ holder }) => isOwn(holder)).map(({ role: one }) => one);
  const may = ({ roles }: Power) =>
    wallet !== null && (roles.length === 0 || roles.some((one) => held.includes(one)));
  const groups = Object.entries(ACTION_GROUPS).map(([title, actions]) => ({
    title,
    powers: actions
      .filter(({ recovers }) => !recovers || state.recovery !== null)
      .map((action) => powerOf(action, state)),
  }));
  const all = groups.flatMap(({ powers }) => powers);
  const own = all.filter(may);
  const others = groups
    .map(({ title, powers }) => ({ title, rest: powers.filter((power) => !may(power)) }))
    .filter(({ rest }) => rest.length > 0);
  // The command palette names an action, which is started once for each visit.
  const { key: visit, action } = useRouterState({ select: ({ location }) => location.state });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the contract is read again and again.
  useEffect(() => {
    const named = action && all.find(({ title }) => title === action);
    if (named) onStart(named);
  }, [visit]);
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
