import { useSnapshot } from 'valtio';
import { walletKey } from '#domain/address.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Fold, Section } from '#web/ui/section.tsx';
import { LongHash } from '#web/ui/values.tsx';
import type { ChainRole, ContractState } from '#web/wallet/contract.ts';
import { ACTION_GROUPS, type ContractAction } from './actions.ts';

interface ActionsProps {
  actions: readonly ContractAction[];
  onAction: (action: ContractAction) => void;
}

function Actions({ actions, onAction }: ActionsProps) {
  return (
    <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
      {actions.map((action) => (
        <li key={action.label} className="flex flex-col items-start gap-0.5">
          <Button size="dense" variant="secondary" onClick={() => onAction(action)}>
            {action.label}
          </Button>
          <span className="text-xs text-muted">
            {action.roles.length === 0 ? 'anyone' : action.roles.join(', ')}
            {action.announced && ' · announced'}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** First what this administrator and the connected wallet may do, then everything else, folded. */
export function Powers({ state, onAction }: { state: ContractState } & Pick<ActionsProps, 'onAction'>) {
  const { role_label: role, may: mayAtDesk } = useAdmin();
  const { wallet } = useSnapshot(walletSession);
  const isMe = (address: string | null) =>
    wallet !== null && address !== null && walletKey(address) === wallet.key;
  const held: ChainRole[] = state.roles.flatMap(({ role, holder }) => (isMe(holder) ? [role] : []));
  const may = ({ roles }: ContractAction) =>
    wallet !== null && (roles.length === 0 || roles.some((role) => held.includes(role)));
  const groups = ACTION_GROUPS.map((group) => ({
    ...group,
    actions: group.actions.filter(({ recovers }) => !recovers || state.recovery !== null),
  }));
  const actions = groups.flatMap((group) => group.actions);
  const own = actions.filter(may);
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
        {own.length > 0 && <Actions actions={own} onAction={onAction} />}
      </Section>
      {own.length < actions.length && (
        <Fold title="Other actions" note="For the wallets that hold their roles">
          <div className="flex flex-col gap-4">
            {groups.map(({ title, actions: all }) => {
              const rest = all.filter((action) => !may(action));
              return (
                rest.length > 0 && (
                  <div key={title}>
                    <h3 className="mb-2 text-[0.8125rem] font-semibold tracking-normal">{title}</h3>
                    <Actions actions={rest} onAction={onAction} />
                  </div>
                )
              );
            })}
          </div>
        </Fold>
      )}
    </>
  );
}
