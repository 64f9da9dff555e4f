import * as z from 'zod';
import * as usersApi from '#domain/admin/users-api.ts';
import type { UserDetail } from '#domain/admin/users-schema.ts';
import { Claims, Payments, Policies, Threads } from '#web/features/admin/customer/lines.tsx';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { askingOf } from '#web/features/admin/kit/asking.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { type PanelKind, type PanelProps, RecordPanel } from '#web/features/admin/kit/record-panel.tsx';
import { Reveal } from '#web/features/admin/kit/reveal.tsx';
import { requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { words } from '#web/features/admin/parts/cells.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { formatCount } from '#web/lib/format.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import { FactList, LongHash } from '#web/ui/values.tsx';
import { FAMILY_NAMES } from '#web/wallet/family.ts';
import { ACTIVATE, NOT_TURNED, nameOf, TURNED, turn, USER_STATUS, undoTurn } from './status.ts';

const keep = ({ wallet_address: wallet }: UserDetail): KeptKey => `desk/user/${wallet}`;

const NOTE_LABEL = ({ status_note: note }: UserDetail) => (note === null ? 'Add a note' : 'Change the note');

const ask = askingOf<UserDetail>(keep, 'users.write');

const ACTIONS: readonly RecordAction<UserDetail>[] = [
  ask({
    key: 'deactivate',
    label: 'Deactivate',
    variant: 'danger',
    when: ({ status }) => status === 'active',
    title: (user) => `Deactivate ${nameOf(user)}`,
    about: () => 'The customer is signed out and keeps their cover, but gets no new quote.',
    schema: z.object({ notes: requiredNote('Please give a reason.') }),
    start: () => ({ notes: '' }),
    fields: [{ name: 'notes', label: 'Reason, for your colleagues', kind: 'note', maxLength: 1000 }],
    run: (user, { notes }) => turn(user, 'inactive', notes),
    done: TURNED,
    failed: NOT_TURNED,
    mine: (now, { notes }) => [
      ['Status', words(now.status), words('inactive')],
      ['Note', now.status_note ?? '–', notes],
    ],
    undo: undoTurn,
  }),
  ACTIVATE,
  ask({
    key: 'status',
    label: NOTE_LABEL,
    variant: 'secondary',
    when: () => true,
    title: NOTE_LABEL,
    button: 'Save Note',
    schema: z.object({ notes: requiredNote('Please write a note.') }),
    start: () => ({ notes: '' }),
    fields: ({ status }) => [
      { name: 'notes', label: `Why is the account ${status}?`, kind: 'note', maxLength: 1000 },
    ],
    run: (user, { notes }) => turn(user, user.status, notes),
    done: 'Note saved',
    failed: 'The note was not saved',
    mine: (now, { notes }) => [
      ['Status', words(now.status), words(now.status)],
      ['Note', now.status_note ?? '–', notes],
    ],
  }),
  // For instance when they report a lost phone.
  {
    key: 'end_sessions',
    label: 'End all sessions',
    variant: 'secondary',
    needs: 'users.write',
    when: ({ active_sessions: sessions }) => sessions > 0,
    act: ({ wallet_address: wallet }) => adminApi.ask(usersApi.endUserSessions, { wallet }),
    told: () => ({
      done: 'The customer is signed out everywhere',
      failed: 'The sessions could not be ended',
    }),
  },
];

const USER: PanelKind<UserDetail> = {
  what: 'customer',
  failed: 'Failed to load the customer',
  part: 'users',
  query: (wallet) => adminApi.findQuery(usersApi.getUser, { wallet }),
  keep,
  title: nameOf,
  badges: ({ status }) => [USER_STATUS[status]],
  About: ({ record }) => (
    <>
      Wallet <LongHash text={record.wallet_address} copy="Copy wallet" />
    </>
  ),
  Body,
  note: {
    needs: 'messages.write',
    unoffered: true,
    add: ({ wallet_address: wallet }, text) => adminApi.send(usersApi.noteOnUser, { wallet, body: { text } }),
  },
  actions: ACTIONS,
};

/** Everything about one customer. */
export const UserPanel = ({ id }: { id: string }) => <RecordPanel kind={USER} id={id} />;

function Body({ record: user }: PanelProps<UserDetail>) {
  const { email, email_confirmed: confirmed, wallet_address: wallet } = user;
  return (
    <>
      <PanelSection title="Account">
        <FactList
          dense
          rows={[
            [
              'Email',
              email === null
                ? 'No email provided'
                : `${email} (${confirmed ? 'confirmed' : 'not confirmed'})`,
            ],
            fact.day('Joined', user.joined_date),
            fact.moment('Last sign-in', user.last_sign_in_at),
            ['Wallet', FAMILY_NAMES[user.kind]],
            ['Policies', formatCount(user.total_policies)],
            fact.usd('Total premium', user.total_premium),
            ['Claims', formatCount(user.total_claims)],
            ['Active sessions', formatCount(user.active_sessions)],
          ]}
        />
        {user.has_telephone && (
          <Reveal
            what="telephone number"
            load={(body) => adminApi.ask(usersApi.revealUser, { wallet, body })}
          />
        )}
      </PanelSection>
      {user.status_note !== null && (
        <PanelSection title="Status">
          <p className="text-muted wrap-anywhere">{user.status_note}</p>
        </PanelSection>
      )}
      <Policies user={user} />
      <Claims user={user} />
      <Threads user={user} />
      <Payments user={user} />
    </>
  );
}
