import { useMutation, useQuery } from '@tanstack/react-query';
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
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField, SelectField, TextField } from '#web/ui/form.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge, LongHash } from '#web/ui/values.tsx';

const adminsQuery = adminApi.query(adminsApi.listAdministrators);

type Invited = z.output<typeof adminInvitation>;
const ROLES = ADMIN_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const WAITS = 'It takes effect when a second administrator confirms it.';
const STATUS = { active: 'default', inactive: 'destructive', invited: 'secondary' } as const;

/** Who works here: invite, change the role, disable and end sessions. */
export function AdministratorsCard() {
  const me = useAdmin();
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [limited, setLimited] = useState<AdminEntry | null>(null);
  const reload = () => readAgain('admins');
  const act = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSettled: reload,
    onError: (error) => toast.error('Nothing was changed', messageOf(error)),
  });
  const run = (action: () => Promise<unknown>) => () => act.mutate(action);
  return (
    <LoadedSection
      title="Administrators"
      failed="The administrators could not be loaded"
      query={useQuery(adminsQuery)}
      loading={<Skeleton className="h-32" />}
      actions={
        <Button size="dense" onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      {(admins) => (
        <>
          <ul aria-label="Administrators" className="divide-y divide-line">
            {admins.map((admin) => (
              <li
                key={admin.id}
                className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 @3xl:grid-cols-[minmax(12rem,2fr)_11rem_6rem_minmax(9rem,1.5fr)_2.5rem]"
              >
                <div className="min-w-0 leading-tight">
                  <p className="truncate" title={admin.name}>
                    {admin.name}
                    {admin.id === me.id && <span className="text-muted"> (you)</span>}
                  </p>
                  <p className="truncate text-xs text-muted" title={admin.email}>
                    {admin.email}
                  </p>
                </div>
                <div className="order-4 @3xl:order-none">
                  {admin.id === me.id ? (
                    <span className="px-3">{ROLE_LABELS[admin.role]}</span>
                  ) : (
                    <Select
                      aria-label={`Role of ${admin.name}`}
                      className="h-8! w-44! text-sm!"
                      disabled={act.isPending}
                      value={admin.role}
                      options={ROLES}
                      onChange={(role) =>
                        act.mutate(async () => {
                          const { waits } = await adminApi.ask(adminsApi.changeAdministrator, {
                            id: admin.id,
                            body: { role: role as AdminRole },
                          });
                          if (waits) toast.success('Proposed', WAITS);
                          else toast.success(`${admin.name} is now ${ROLE_LABELS[role as AdminRole]}`);
                        })
                      }
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
                  {admin.sessions > 0 &&
                    `, ${admin.sessions} ${admin.sessions === 1 ? 'session' : 'sessions'}`}
                </p>
                <div className="order-5 justify-self-end @3xl:order-none">
                  {admin.id !== me.id && (
                    <AdminMenu
                      admin={admin}
                      onStatus={(status) =>
                        run(async () => {
                          const { waits } = await adminApi.ask(adminsApi.changeAdministrator, {
                            id: admin.id,
                            body: { status },
                          });
                          if (waits) toast.success('Proposed', WAITS);
                        })()
                      }
                      onEndSessions={run(async () => {
                        await adminApi.send(adminsApi.endSessions, { id: admin.id });
                        toast.success(`All sessions of ${admin.name} have ended`);
                      })}
                      onAuthority={() => setLimited(admin)}
                      onInvite={run(async () =>
                        setInvited(await adminApi.ask(adminsApi.inviteAgain, { id: admin.id })),
                      )}
                    />
                  )}
                </div>
              </li>
            ))}
          </ul>
          {inviting && (
            <InviteDialog
              onClose={() => setInviting(false)}
              onProposed={() => {
                setInviting(false);
                toast.success('Invitation proposed', WAITS);
                void reload();
              }}
            />
          )}
          {limited && (
            <AuthorityDialog
              admin={limited}
              onClose={() => setLimited(null)}
              onDone={(waits) => {
                setLimited(null);
                if (waits) toast.success('Proposed', WAITS);
                else toast.success(`The payout authority of ${limited.name} is changed`);
                void reload();
              }}
            />
          )}
          {invited && (
            <Dialog open onClose={() => setInvited(null)} title={`${invited.name} is invited`}>
              <Notice>
                {invited.link === null
                  ? `A new link was sent to ${invited.email}. Only the administrator who invited them sees it here.`
                  : `The link was also sent to ${invited.email}.`}{' '}
                It works once, until {longMoment(invited.link_expires_at)}
                {invited.link === null ? '.' : ', and is not shown again.'}
              </Notice>
              {invited.link !== null && (
                <div className="mt-4 text-sm">
                  <LongHash text={invited.link} copy="Copy the invitation link" />
                </div>
              )}
            </Dialog>
          )}
        </>
      )}
    </LoadedSection>
  );
}

interface AdminMenuProps {
  admin: AdminEntry;
  onStatus: (status: 'active' | 'inactive') => void;
  onEndSessions: () => void;
  onInvite: () => void;
  onAuthority: () => void;
}

function AdminMenu({ admin, onStatus, onEndSessions, onInvite, onAuthority }: AdminMenuProps) {
  const item = (label: string, action: () => void) => (
    <MenuItem key={label}>
      <button type="button" onClick={action}>
        {label}
      </button>
    </MenuItem>
  );
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Actions for ${admin.name}`}
          className={buttonClass({ variant: 'quiet', size: 'denseIcon' })}
        >
          <Ellipsis aria-hidden />
        </button>
      }
    >
      {admin.status === 'invited' && item('New invitation link', onInvite)}
      {isPermitted(admin.role, 'claims.decide') && item('Payout authority', onAuthority)}
      {admin.sessions > 0 && item('End all sessions', onEndSessions)}
      {admin.status === 'inactive'
        ? item('Enable', () => onStatus('active'))
        : item('Disable', () => onStatus('inactive'))}
    </Menu>
  );
}

function InviteDialog({ onClose, onProposed }: { onClose: () => void; onProposed: () => void }) {
  const form = useApiForm({
    keep: 'desk/invitation',
    schema: adminInviteRequest,
    defaultValues: { email: '', name: '' },
    send: (body) => adminApi.send(adminsApi.inviteAdministrator, { body }),
    onDone: onProposed,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite an administrator"
      description="A second administrator confirms it. Then they get a link that works for 7 days, and choose their own password."
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField form={form} name="name" label="Name" />
        <TextField form={form} name="email" label="Email" type="email" />
        <SelectField form={form} name="role" label="Role" placeholder="Choose a role" options={ROLES} />
        <FormError error={form.sending.error} />
        <Button type="submit" busy={form.sending.isPending}>
          Propose invitation
        </Button>
      </form>
    </Dialog>
  );
}

/** Dollars as typed; an empty field is as much as the role may. */
const authorityForm = z.object({
  payout_limit_usd: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(typedNumber(text, 0) ?? Number.NaN)))
    .pipe(adminChangeRequest.shape.payout_limit_usd.unwrap()),
});

interface AuthorityDialogProps {
  admin: AdminEntry;
  onClose: () => void;
  /** @param waits whether a second administrator has to confirm it */
  onDone: (waits: boolean) => void;
}

function AuthorityDialog({ admin, onClose, onDone }: AuthorityDialogProps) {
  const form = useApiForm({
    keep: `desk/administrator/${admin.id}`,
    schema: authorityForm,
    defaultValues: {
      payout_limit_usd: admin.payout_limit_usd === null ? '' : String(admin.payout_limit_usd),
    },
    send: (limit) => adminApi.ask(adminsApi.changeAdministrator, { id: admin.id, body: limit }),
    onDone: ({ waits }) => onDone(waits),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Payout authority of ${admin.name}`}
      description="The largest payout they may approve or confirm. Raising it needs a second administrator."
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <NumberField
          form={form}
          name="payout_limit_usd"
          places={0}
          shown={(decimal) => formatUsd(Number(decimal))}
          label="Payouts up to, in US dollars"
          hint="Leave empty to allow any amount within the cover."
          className="figures max-w-48 text-right"
        />
        <FormError error={form.sending.error} />
        <Button type="submit" busy={form.sending.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
