import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as authApi from '#domain/admin/auth-api.ts';
import { passwordChangeRequest, totpConfirmRequest, totpRemoveRequest } from '#domain/admin/auth-schema.ts';
import { MIN_ADMIN_PASSWORD } from '#domain/admin/demo.ts';
import { needsSecondFactor } from '#domain/admin/roles.ts';
import { PasswordInput } from '#web/features/admin/auth/auth-frame.tsx';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { LoadedSection, Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge } from '#web/ui/values.tsx';
import { EnrollTotp, RecoveryCodes } from './enroll-totp.tsx';

const sessionsQuery = adminApi.query(authApi.listOwnSessions);

export function PasswordCard() {
  const form = useApiForm({
    keep: null,
    schema: passwordChangeRequest,
    defaultValues: { current_password: '', new_password: '' },
    send: (body) => adminApi.send(authApi.changePassword, { body }),
    onDone: () => {
      form.reset();
      toast.success('Password changed', 'Your other sessions have ended.');
      return readAgain('auth');
    },
  });
  return (
    <Section dense title="Password">
      <form noValidate onSubmit={form.submit} className="flex flex-col items-start gap-3">
        <TextField
          form={form}
          name="current_password"
          label="Current password"
          as={PasswordInput}
          fieldClass="w-full"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="new_password"
          label="New password"
          hint={`At least ${MIN_ADMIN_PASSWORD} characters.`}
          as={PasswordInput}
          fieldClass="w-full"
          autoComplete="new-password"
        />
        <FormError error={form.sending.error} />
        <Button type="submit" size="small" busy={form.sending.isPending}>
          Change password
        </Button>
      </form>
    </Section>
  );
}

/** The second factor: enroll, new recovery codes, remove. */
export function SecondFactorCard() {
  const admin = useAdmin();
  const [doing, setDoing] = useState<'enroll' | 'codes' | 'remove' | null>(null);
  const done = async () => {
    await readAgain('auth');
    setDoing(null);
  };
  return (
    <Section
      dense
      title="Second factor"
      actions={
        <Badge variant={admin.totp_enabled ? 'default' : 'outline'}>
          {admin.totp_enabled ? 'On' : 'Off'}
        </Badge>
      }
    >
      {doing === 'enroll' && <EnrollTotp onDone={() => void done()} onCancel={() => setDoing(null)} />}
      {doing === 'codes' && <NewCodes onDone={() => void done()} onCancel={() => setDoing(null)} />}
      {doing === 'remove' && <RemoveTotp onDone={() => void done()} onCancel={() => setDoing(null)} />}
      {doing === null && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">
            {admin.totp_enabled
              ? `An authenticator app confirms your sign-ins. ${admin.recovery_codes_left} recovery codes are left.`
              : 'An authenticator app on your phone confirms each sign-in.'}
          </p>
          {admin.totp_enabled ? (
            <div className="flex flex-wrap gap-2">
              <Button size="small" variant="secondary" onClick={() => setDoing('codes')}>
                New recovery codes
              </Button>
              {!needsSecondFactor(admin.role) && (
                <Button size="small" variant="danger" onClick={() => setDoing('remove')}>
                  Turn off
                </Button>
              )}
              {needsSecondFactor(admin.role) && (
                <Button size="small" variant="quiet" onClick={() => setDoing('remove')}>
                  Replace the app
                </Button>
              )}
            </div>
          ) : (
            <Button size="small" onClick={() => setDoing('enroll')}>
              Turn on
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

interface StepProps {
  onDone: () => void;
  onCancel: () => void;
}

/** The field of a code, in the forms that need one. */
const CODE = {
  name: 'code',
  label: 'Code',
  hint: '6 digits of your app, or a recovery code.',
  fieldClass: 'w-full',
  autoComplete: 'one-time-code',
  maxLength: 20,
} as const;

function NewCodes({ onDone, onCancel }: StepProps) {
  const form = useApiForm({
    keep: null,
    schema: totpConfirmRequest,
    defaultValues: { code: '' },
    send: ({ code }) => adminApi.ask(authApi.renewRecoveryCodes, { body: { code } }),
  });
  const create = form.sending;
  if (create.data) return <RecoveryCodes codes={create.data.recovery_codes} onDone={onDone} />;
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={form.submit}>
      <p className="text-muted">The codes that you have now stop working.</p>
      <TextField {...CODE} form={form} error={create.isError ? messageOf(create.error) : undefined} />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="small"
          disabled={form.watch('code').trim() === ''}
          busy={create.isPending}
        >
          Show new codes
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function RemoveTotp({ onDone, onCancel }: StepProps) {
  const admin = useAdmin();
  const form = useApiForm({
    keep: null,
    schema: totpRemoveRequest,
    defaultValues: { password: '', code: '' },
    send: (body) => adminApi.send(authApi.removeTotp, { body }),
    onDone: () => {
      toast.success('Second factor turned off');
      onDone();
    },
  });
  const remove = form.sending;
  const [password, code] = form.watch(['password', 'code']);
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={form.submit}>
      {needsSecondFactor(admin.role) && (
        <p className="text-muted">
          Your role needs a second factor, so the new app is enrolled right after this.
        </p>
      )}
      <TextField
        form={form}
        name="password"
        label="Your password"
        as={PasswordInput}
        fieldClass="w-full"
        autoComplete="current-password"
      />
      <TextField {...CODE} form={form} error={remove.isError ? messageOf(remove.error) : undefined} />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="small"
          variant="danger"
          disabled={password === '' || code.trim() === ''}
          busy={remove.isPending}
        >
          Turn off
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Where this administrator is signed in. */
export function SessionsCard() {
  const revoke = useMutation({
    mutationFn: (id: string) => adminApi.send(authApi.endOwnSession, { id }),
    onSettled: () => readAgain('auth'),
    onError: (error) => toast.error('The session was not revoked', messageOf(error)),
  });
  return (
    <LoadedSection
      title="Sessions"
      failed="The sessions could not be loaded"
      query={useQuery(sessionsQuery)}
      loading={<Skeleton className="h-20" />}
    >
      {(entries) => (
        <ul className="divide-y divide-line">
          {entries.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  {session.device || 'Unknown device'}
                  {session.current && <span className="text-muted"> (this one)</span>}
                </p>
                <p className="text-muted">
                  Since <ShortMoment at={session.created_at} />, until <ShortMoment at={session.expires_at} />
                </p>
              </div>
              {!session.current && (
                <Button
                  size="dense"
                  variant="secondary"
                  busy={revoke.isPending && revoke.variables === session.id}
                  aria-label={`Revoke ${session.device || 'Unknown device'}`}
                  onClick={() => revoke.mutate(session.id)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </LoadedSection>
  );
}
