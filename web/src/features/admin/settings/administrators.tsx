import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import * as adminsApi from '#domain/admin/admins-api.ts';
import {
  type AdminEntry,
  adminChangeRequest,
  type adminInvitation,
  adminInviteRequest,
} from '#domain/admin/auth-schema.ts';
import { ADMIN_ROLES, type AdminRole, isPermitted, ROLE_LABELS } from '#domain/admin/roles.ts';
import { formatUsd } from '#domain/money.ts';
import { typedNumber } from '#domain/read-number.ts';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import { useAct } from '#web/features/admin/kit/use-change.ts';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu, MenuButton } from '#web/ui/menu.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge, LongHash } from '#web/ui/values.tsx';

type Invited = z.output<typeof adminInvitation>;
const ROLES = ADMIN_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const STATUS = { active: 'default', inactive: 'destructive', invited: 'secondary' } as const;

/** What waits for a second administrator says so; the rest says what it did. */
function tell(waits: boolean, done: string | null, proposed = 'Proposed'): void {
  if (waits) toast.success(proposed, 'It takes effect when a second administrator confirms it.');
  else if (done) toast.success(done);
}

type Shown = { at: 'invite' } | { at: 'invited'; invited: Invited } | { at: 'authority'; admin: AdminEntry };

/** What can be done with an administrator, in the order of the menu. */
const MENU: readonly {
  label: string;
  when: (admin: AdminEntry) => boolean;
  /** Answers what to show then. */
  act: (admin: AdminEntry) => Promise<Shown | null>;
}[] = [
  {
    label: 'New invitation link',
    when: ({ status }) => status === 'invited',
    act: async ({ id }) => ({ at: 'invited', invited: await adminApi.ask(adminsApi.inviteAgain, { id }) }),
  },
  {
    label: 'Payout authority',
    when: ({ role }) => isPermitted(role, 'claims.decide'),
    act: async (admin) => ({ at: 'authority', admin }),
  },
  {
    label: 'End all sessions',
    when: ({ sessions }) => sessions > 0,
    act: async ({ id, name }) => {
      await adminApi.send(adminsApi.endSessions, { id });
      toast.success(`All sessions of ${name} have ended`);
      return null;
    },
  },
  {
    label: 'Enable',
    when: ({ status }) => status === 'inactive',
    act: ({ id }) => change(id, { status: 'active' }, null),
  },
  {
    label: 'Disable',
    when: ({ status }) => status !== 'inactive',
    act: ({ id }) => change(id, { status: 'inactive' }, null),
  },
];

async function change(
  id: number,
  body: z.input<typeof adminChangeRequest>,
  done: string | null,
): Promise<null> {
  const { waits } = await adminApi.ask(adminsApi.changeAdministrator, { id, body });
  tell(waits, done);
  return null;
}

/** Who works here: invite, change the role, disable and end sessions. */
export function AdministratorsCard() {
  const [shown, setShown] = useState<Shown | null>(null);
  const act = useAct('Nothing was changed', (action: () => Promise<unknown>) => action(), 'admins');
  const close = () => setShown(null);
  return (
    <LoadedSection
      title="Administrators"
      query={useDesk(adminsApi.listAdministrators)}
      height="h-32"
      actions={
        <Button size="dense" onClick={() => setShown({ at: 'invite' })}>
          Invite
        </Button>
      }
    >
      {(admins) => (
        <>
          <ul aria-label="Administrators" className="divide-y divide-line">
            {admins.map((admin) => (
              <Row
                key={admin.id}
                admin={admin}
                busy={act.isPending}
                onAct={(action) => act.mutate(async () => setShown(await action()))}
              />
            ))}
          </ul>
          {shown?.at === 'invite' && <InviteDialog onClose={close} />}
          {shown?.at === 'authority' && <AuthorityDialog admin={shown.admin} onClose={close} />}
          {shown?.at === 'invited' && <InvitedDialog invited={shown.invited} onClose={close} />}
        </>
      )}
    </LoadedSection>
  );
}

interface RowProps {
  admin: AdminEntry;
  busy: boolean;
  onAct: (action: () => Promise<Shown | null>) => void;
}

function Row({ admin, busy, onAct }: RowProps) {
  const own = useAdmin().id === admin.id;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 @3xl:grid-cols-[minmax(12rem,2fr)_11rem_6rem_minmax(9rem,1.5fr)_2.5rem]">
      <div className="min-w-0 leading-tight">
        <p className="truncate" title={admin.name}>
          {admin.name}
          {own && <span className="text-muted"> (you)</span>}
        </p>
        <p className="truncate text-xs text-muted" title={admin.email}>
          {admin.email}
        </p>
      </div>
      <div className="order-4 @3xl:order-none">
        {own ? (
          <span className="px-3">{ROLE_LABELS[admin.role]}</span>
        ) : (
          <Select
            aria-label={`Role of ${admin.name}`}
            className="h-8! w-44! text-sm!"
            disabled={busy}
            value={admin.role}
            options={ROLES}
            onChange={(chosen) => {
              const role = chosen as AdminRole;
              onAct(() => change(admin.id, { role }, `${admin.name} is now ${ROLE_LABELS[role]}`));
            }}
          />
        )}
      </div>
      <div className="order-2 @3xl:order-none">
        <Badge variant={STATUS[admin.status]}>{words(admin.status)}</Badge>
      </div>
      <p className="order-3 text-xs text-muted @max-3xl:col-span-2 @3xl:order-none">
        {admin.totp_enabled ? 'Second factor on' : 'No second factor'}
        {admin.last_sign_in_at && (
          <>
            , last sign-in <ShortDate at={admin.last_sign_in_at} />
          </>
        )}
        {admin.payout_limit_usd !== null && `, payouts up to ${formatUsd(admin.payout_limit_usd)}`}
        {admin.sessions > 0 && `, ${admin.sessions} ${admin.sessions === 1 ? 'session' : 'sessions'}`}
      </p>
      <div className="order-5 justify-self-end @3xl:order-none">
        {!own && (
          <Menu
            trigger={
              <Button
                variant="quiet"
                size="denseIcon"
                icon={Ellipsis}
                aria-label={`Actions for ${admin.name}`}
              />
            }
          >
            {MENU.filter(({ when }) => when(admin)).map(({ label, act }) => (
              <MenuButton key={label} onClick={() => onAct(() => act(admin))}>
                {label}
              </MenuButton>
            ))}
          </Menu>
        )}
      </div>
    </li>
  );
}

function InvitedDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { name, email, link, link_expires_at: expires } = invited;
  return (
    <Dialog onClose={onClose} title={`${name} is invited`}>
      <Notice>
        {link === null
          ? `A new link was sent to ${email}. Only the administrator who invited them sees it here.`
          : `The link was also sent to ${email}.`}{' '}
        It works once, until {longMoment(expires)}
        {link === null ? '.' : ', and is not shown again.'}
      </Notice>
      {link !== null && (
        <div className="mt-4 text-sm">
          <LongHash text={link} copy="Copy the invitation link" />
        </div>
      )}
    </Dialog>
  );
}

const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title="Invite an administrator"
    description="A second administrator confirms it. Then they get a link that works for 7 days, and choose their own password."
  >
    <Ask
      keep="desk/invitation"
      schema={adminInviteRequest}
      start={{ email: '', name: '' }}
      fields={[
        { name: 'name', label: 'Name' },
        { name: 'email', label: 'Email', kind: 'email' },
        { name: 'role', label: 'Role', kind: 'select', placeholder: 'Choose a role', options: ROLES },
      ]}
      send={(body) => adminApi.send(adminsApi.inviteAdministrator, { body })}
      onDone={() => {
        onClose();
        tell(true, null, 'Invitation proposed');
        void readAgain('admins');
      }}
      action="Propose invitation"
    />
  </Dialog>
);

/** Dollars as typed; an empty field is as much as the role may. */
const authorityForm = z.object({
  payout_limit_usd: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(typedNumber(text, 0) ?? Number.NaN)))
    .pipe(adminChangeRequest.shape.payout_limit_usd.unwrap()),
});

const AuthorityDialog = ({ admin, onClose }: { admin: AdminEntry; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={`Payout authority of ${admin.name}`}
    description="The largest payout they may approve or confirm. Raising it needs a second administrator."
  >
    <Ask
      keep={`desk/administrator/${admin.id}`}
      schema={authorityForm}
      start={{ payout_limit_usd: admin.payout_limit_usd === null ? '' : String(admin.payout_limit_usd) }}
      fields={[
        {
          name: 'payout_limit_usd',
          label: 'Payouts up to, in US dollars',
          kind: 'dollars',
          hint: 'Leave empty to allow any amount within the cover.',
        },
      ]}
      send={(limit) => change(admin.id, limit, `The payout authority of ${admin.name} is changed`)}
      onDone={() => {
        onClose();
        void readAgain('admins');
      }}
      action="Save"
    />
  </Dialog>
);
