import { useState } from 'react';
import * as authApi from '#domain/admin/auth-api.ts';
import { passwordChangeRequest, totpConfirmRequest, totpRemoveRequest } from '#domain/admin/auth-schema.ts';
import { MIN_ADMIN_PASSWORD } from '#domain/admin/demo.ts';
import { needsSecondFactor } from '#domain/admin/roles.ts';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import { useAct } from '#web/features/admin/kit/use-change.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadedSection, Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge } from '#web/ui/values.tsx';
import { EnrollTotp, OWN_PASSWORD, RecoveryCodes } from './enroll-totp.tsx';

export const PasswordCard = () => (
  <Section dense title="Password">
    <Ask
      keep={null}
      schema={passwordChangeRequest}
      start={{ current_password: '', new_password: '' }}
      fields={[
        {
          name: 'current_password',
          label: 'Current password',
          kind: 'password',
          autoComplete: 'current-password',
        },
        {
          name: 'new_password',
          label: 'New password',
          kind: 'password',
          hint: `At least ${MIN_ADMIN_PASSWORD} characters.`,
          autoComplete: 'new-password',
        },
      ]}
      send={(body) => adminApi.send(authApi.changePassword, { body })}
      onDone={() => {
        toast.success('Password changed', 'Your other sessions have ended.');
        return readAgain('auth');
      }}
      action="Change password"
      resets
    />
  </Section>
);

/** The second factor: enroll, new recovery codes, remove. */
export function SecondFactorCard() {
  const admin = useAdmin();
  const needed = needsSecondFactor(admin.role);
  const [doing, setDoing] = useState<keyof typeof STEPS | null>(null);
  const Step = doing && STEPS[doing];
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
      {Step ? (
        <Step onDone={() => void done()} onCancel={() => setDoing(null)} />
      ) : (
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
              <Button size="small" variant={needed ? 'quiet' : 'danger'} onClick={() => setDoing('remove')}>
                {needed ? 'Replace the app' : 'Turn off'}
              </Button>
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
  autoComplete: 'one-time-code',
  maxLength: 20,
} as const;

function NewCodes({ onDone, onCancel }: StepProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Ask
      keep={null}
      schema={totpConfirmRequest}
      start={{ code: '' }}
      fields={[CODE]}
      send={(body) => adminApi.ask(authApi.renewRecoveryCodes, { body })}
      onDone={(answer) => setCodes(answer.recovery_codes)}
      action="Show new codes"
      filled
      onCancel={onCancel}
    >
      <p className="text-muted">The codes that you have now stop working.</p>
    </Ask>
  );
}

function RemoveTotp({ onDone, onCancel }: StepProps) {
  return (
    <Ask
      keep={null}
      schema={totpRemoveRequest}
      start={{ password: '', code: '' }}
      fields={[OWN_PASSWORD, CODE]}
      send={(body) => adminApi.send(authApi.removeTotp, { body })}
      onDone={() => {
        toast.success('Second factor turned off');
        onDone();
      }}
      action="Turn off"
      danger
      filled
      onCancel={onCancel}
    >
      {needsSecondFactor(useAdmin().role) && (
        <p className="text-muted">
          Your role needs a second factor, so the new app is enrolled right after this.
        </p>
      )}
    </Ask>
  );
}

const STEPS = { enroll: EnrollTotp, codes: NewCodes, remove: RemoveTotp };

/** Where this administrator is signed in. */
export function SessionsCard() {
  const revoke = useAct(
    'The session was not revoked',
    (id: string) => adminApi.send(authApi.endOwnSession, { id }),
    'auth',
  );
  return (
    <LoadedSection title="Sessions" query={useDesk(authApi.listOwnSessions)} height="h-20">
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
