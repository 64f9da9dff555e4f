import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import * as usersApi from '#domain/admin/users-api.ts';
import type { UserDetail } from '#domain/admin/users-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { shortName } from '#domain/products/index.ts';
import { CLAIM_BADGES } from '#web/features/admin/claims/display.ts';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { STATUSES } from '#web/features/admin/messages/display.ts';
import { NoteForm, requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { Notes } from '#web/features/admin/parts/notes.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { Reveal } from '#web/features/admin/parts/reveal.tsx';
import type { ListPath } from '#web/features/admin/paths.ts';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { formatCount, longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge, FactList, LongHash, Money, TransactionHash } from '#web/ui/values.tsx';

import { FAMILY_NAMES } from '#web/wallet/family.ts';
import { nameOf, userQuery, useSetStatus } from './use-set-status.ts';

/** Everything about one customer. */
export function UserPanel({ id: wallet }: { id: string }) {
  const user = useQuery(userQuery(wallet));
  return (
    <PanelRecord query={user} what="customer" failed="Failed to load the customer">
      {(data) => <User user={data} />}
    </PanelRecord>
  );
}

/** A line of one of the customer's lists, with a link to the record. */
function Line({
  to,
  open,
  title,
  end,
  children,
}: {
  to: ListPath;
  open: number;
  title: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="border-b border-line/60 last:border-b-0">
      <Link
        to={to}
        search={{ open }}
        className="flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md py-1.5 hover:bg-sunken/70"
      >
        <span className="min-w-0 truncate font-medium">{title}</span>
        <span className="min-w-0 text-muted">{children}</span>
        <span className="ml-auto flex items-center gap-3">{end}</span>
      </Link>
    </li>
  );
}

/** The newest entries of one kind, or that there are none. */
function Newest({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <PanelSection title={count >= 50 ? `${title} (50 newest)` : `${title} (${count})`}>
      {count === 0 ? <p className="text-muted">None.</p> : <ul>{children}</ul>}
    </PanelSection>
  );
}

function User({ user }: { user: UserDetail }) {
  const admin = useAdmin();
  const canNote = admin.may('messages.write');
  return (
    <>
      <PanelHeading
        title={nameOf(user)}
        badge={
          <Badge variant={user.status === 'active' ? 'default' : 'destructive'}>
            {user.status === 'active' ? 'Active' : 'Inactive'}
          </Badge>
        }
      >
        <LongHash text={user.wallet_address} copy="Copy wallet" />
      </PanelHeading>
      <PanelSection title="Account">
        <FactList
          dense
          rows={[
            [
              'Email',
              user.email === null
                ? 'No email provided'
                : `${user.email} (${user.email_confirmed ? 'confirmed' : 'not confirmed'})`,
            ],
            ['Joined', <ShortDate key="joined" at={user.joined_date} />],
            ['Last sign-in', <ShortMoment key="seen" at={user.last_sign_in_at} />],
            ['Wallet', FAMILY_NAMES[user.kind]],
            ['Policies', formatCount(user.total_policies)],
            ['Total premium', formatUsd(user.total_premium)],
            ['Claims', formatCount(user.total_claims)],
            ['Active sessions', formatCount(user.active_sessions)],
          ]}
        />
        {user.active_sessions > 0 && admin.may('users.write') && <EndSessions user={user} />}
        {user.has_telephone && admin.may('reveal') && (
          <div className="mt-3">
            <Reveal
              what="telephone number"
              load={(reason) =>
                adminApi.ask(usersApi.revealUser, { wallet: user.wallet_address, body: { reason } })
              }
            />
          </div>
        )}
      </PanelSection>
      {(admin.may('users.write') || user.status_note !== null) && <Status user={user} />}
      <Newest title="Policies" count={user.policies.length}>
        {user.policies.map((policy) => (
          <Line
            key={policy.id}
            to="/admin/policies"
            open={policy.id}
            title={policy.policy_number}
            end={
              <>
                <span className="figures">{formatUsd(policy.premium_usd)}</span>
                <Badge variant={policy.status === 'active' ? 'default' : 'outline'}>
                  {words(policy.status)}
                </Badge>
              </>
            }
          >
            {shortName(policy.policy_type)}, {longDate(policy.policy_start_date)} to{' '}
            {longDate(policy.policy_end_date)}
          </Line>
        ))}
      </Newest>
      <Newest title="Claims" count={user.claims.length}>
        {user.claims.map((claim) => (
          <Line
            key={claim.id}
            to="/admin/claims"
            open={claim.id}
            title={claim.claim_number}
            end={
              <>
                <span className="figures">{claim.formatted_amount}</span>
                <Badge variant={CLAIM_BADGES[claim.status].variant}>{CLAIM_BADGES[claim.status].label}</Badge>
              </>
            }
          >
            {claim.policy_number}, <ShortDate at={claim.created_at} />
          </Line>
        ))}
      </Newest>
      <Newest title="Messages" count={user.threads.length}>
        {user.threads.map((thread) => (
          <Line
            key={thread.id}
            to="/admin/messages"
            open={thread.id}
            title={thread.subject}
            end={<Badge variant={STATUSES[thread.status].variant}>{STATUSES[thread.status].label}</Badge>}
          >
            <ShortDate at={thread.last_message_at} />
          </Line>
        ))}
      </Newest>
      <Newest title="Payments" count={user.payments.length}>
        {user.payments.map((payment) => (
          <li
            key={`${payment.kind} ${payment.tx_hash} ${payment.policy_id}`}
            className="flex flex-wrap items-center gap-x-3 border-b border-line/60 py-1.5 last:border-b-0"
          >
            <span className="w-16 font-medium">{words(payment.kind)}</span>
            <Money amount={BigInt(payment.amount)} decimals={payment.decimals} symbol={payment.currency} />
            <TransactionHash hash={payment.tx_hash} chainId={payment.chain_id} />
            <span className="ml-auto">
              <ShortDate at={payment.at} />
            </span>
          </li>
        ))}
      </Newest>
      <Notes
        keep={`desk/user/${user.wallet_address}/note`}
        notes={user.notes}
        onAdd={
          canNote
            ? (text) =>
                adminApi
                  .send(usersApi.noteOnUser, { wallet: user.wallet_address, body: { text } })
                  .then(() => readAgain('users'))
            : null
        }
      />
      <AuditLogTrail entries={user.audit_log} />
    </>
  );
}

/** Signs the customer out everywhere, for instance when they report a lost phone. */
function EndSessions({ user }: { user: UserDetail }) {
  const end = useMutation({
    mutationFn: () => adminApi.ask(usersApi.endUserSessions, { wallet: user.wallet_address }),
    onSuccess: () => toast.success('The customer is signed out everywhere'),
    onError: (error) => toast.error('The sessions could not be ended', messageOf(error)),
    onSettled: () => readAgain('users'),
  });
  return (
    <Button
      className="mt-3"
      size="dense"
      variant="secondary"
      busy={end.isPending}
      onClick={() => end.mutate()}
    >
      End all sessions
    </Button>
  );
}

/** Activate or Deactivate at one click (admin.md §4), and a note that can follow. The audit log keeps both. */
function Status({ user }: { user: UserDetail }) {
  const admin = useAdmin();
  const setStatus = useSetStatus();
  const [noting, setNoting] = useState(false);
  const next = user.status === 'active' ? 'inactive' : 'active';
  const change = useChange({
    seen: user,
    read: userQuery(user.wallet_address),
    of: ['users'],
    onFailed: (title, error) => toast.error(title, messageOf(error)),
  });
  const note = user.status_note === null ? 'Add a note' : 'Change the note';
  return (
    <PanelSection title="Status">
      {user.status_note !== null && <p className="mb-2 text-muted wrap-anywhere">{user.status_note}</p>}
      <Conflict change={change} />
      {admin.may('users.write') && !change.conflict && !noting && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="dense"
            variant={user.status === 'active' ? 'danger' : 'primary'}
            busy={change.busy}
            onClick={() =>
              void change.run((seen) => setStatus(seen, next), {
                failed: 'Failed to update user status',
                mine: (now) => [['Status', words(now.status), words(next)]],
              })
            }
          >
            {user.status === 'active' ? 'Deactivate' : 'Activate'}
          </Button>
          <Button size="dense" variant="secondary" onClick={() => setNoting(true)}>
            {note}
          </Button>
        </div>
      )}
      {admin.may('users.write') && noting && (
        // What was typed outlives a conflict.
        <div hidden={change.conflict !== null}>
          <NoteForm
            keep={`desk/user/${user.wallet_address}/status`}
            title={note}
            action="Save Note"
            label={`Why is the account ${user.status}?`}
            maxLength={1000}
            schema={requiredNote('Please write a note.')}
            onClose={() => setNoting(false)}
            send={(notes) =>
              change.run(
                (seen) =>
                  adminApi.ask(usersApi.setUserStatus, {
                    wallet: seen.wallet_address,
                    body: { status: seen.status, notes },
                    version: seen.version,
                  }),
                {
                  done: 'Note saved',
                  failed: 'The note was not saved',
                  mine: (now) => [
                    ['Status', words(now.status), words(now.status)],
                    ['Note', now.status_note ?? '–', notes],
                  ],
                },
                () => setNoting(false),
              )
            }
          />
        </div>
      )}
    </PanelSection>
  );
}
