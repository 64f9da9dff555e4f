import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import * as authApi from '#domain/admin/auth-api.ts';
import { adminLoginRequest } from '#domain/admin/auth-schema.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { PasswordInput } from '#web/features/admin/parts/password-input.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { useHashToken } from '#web/lib/use-hash-token.ts';
import { adminSession, startAdminSession } from '#web/state/admin-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { DASHBOARD, demoQuery, Invitation, startOfRole } from './invitation.tsx';

const FAILED = 'Login failed. Please check your credentials.';
const withCode = adminLoginRequest.refine(({ totp }) => totp !== '', {
  path: ['totp'],
  error: 'Please fill in all fields',
});
const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'totp_required';

/** Signs an administrator in, or accepts the invitation in the address: whoever has its token may choose the password. */
export function LoginScreen() {
  const token = useHashToken('invitation');
  const [accepted, setAccepted] = useState<{ token: string; email: string } | null>(null);
  if (token !== null && token !== accepted?.token) {
    return <Invitation token={token} onAccepted={(email) => setAccepted({ token, email })} />;
  }
  return <LoginForm invited={accepted?.email ?? null} />;
}

function LoginForm({ invited }: { invited: string | null }) {
  const router = useRouter();
  const { token } = useSnapshot(adminSession);
  const { data: demo, isPending: asking } = useQuery(demoQuery);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const form = useApiForm({
    keep: null,
    schema: step === 'code' ? withCode : adminLoginRequest,
    defaultValues: { email: invited ?? '', password: '', totp: '' },
    send: ({ totp, ...values }) =>
      adminApi.ask(authApi.loginAdministrator, { body: step === 'code' ? { ...values, totp } : values }),
    onDone: (session) => {
      startAdminSession(session.token);
      toast.success('Login successful!');
    },
    onFailed: (error) => {
      if (needsCode(error)) setStep('code');
    },
  });
  const { errors, isDirty } = form.formState;
  // The demo's credentials are filled in, but never over an invitation's address, and not next to what somebody typed
  // before they arrived.
  const given = invited === null ? demo : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are filled in once, when they arrive.
  useEffect(() => {
    if (!given || isDirty) return;
    form.reset({ email: given.admin_email, password: given.admin_password, totp: '' });
  }, [given]);

  const leave = async () => {
    const { next = DASHBOARD } = router.state.location.state;
    // `/admin` leads to the dashboard, so whoever comes from there starts where their role does.
    const href = next === DASHBOARD ? await startOfRole() : next;
    return router.navigate({ href, replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in in this or another tab continues to the page.
  useEffect(() => {
    if (token !== null) void leave();
  }, [token]);

  const { error } = form.sending;
  const failure =
    (errors.email ?? errors.password ?? errors.totp)?.message ??
    (error && !needsCode(error) ? messageOf(error, FAILED) : null);

  return (
    <AuthFrame title="Admin login">
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {step === 'password' ? (
          <>
            {invited !== null && <Notice>Your password is set. Sign in with it.</Notice>}
            <Field label="Email">
              {(aria) => <Input {...aria} {...form.register('email')} type="email" autoComplete="username" />}
            </Field>
            <Field label="Password">
              {(aria) => (
                <PasswordInput {...aria} {...form.register('password')} autoComplete="current-password" />
              )}
            </Field>
          </>
        ) : (
          <Field label="Code" hint="The 6 digits of your authenticator app, or one of your recovery codes.">
            {(aria) => (
              <Input
                {...aria}
                {...form.register('totp')}
                autoFocus
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        <FormError error={failure} />
        <Button type="submit" busy={form.sending.isPending}>
          {form.sending.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
        {step === 'code' && (
          <Button
            variant="quiet"
            onClick={() => {
              setStep('password');
              form.resetField('totp');
              form.sending.reset();
            }}
          >
            Back
          </Button>
        )}
      </form>
      {__DEMO_WALLET__ && asking && invited === null && <DemoHint lines={[BLANK, BLANK, BLANK]} hidden />}
      {given && step === 'password' && (
        <DemoHint
          lines={['Default credentials of this local demo', given.admin_email, given.admin_password]}
        />
      )}
    </AuthFrame>
  );
}

const BLANK = '\u00a0';

/** The demo's credentials, or their place while they load, which only a build with the demo has. */
function DemoHint({ lines, hidden = false }: { lines: readonly [string, string, string]; hidden?: boolean }) {
  const [title, email, password] = lines;
  return (
    <div
      aria-hidden={hidden}
      className={`rounded-card border border-line bg-sunken px-4 py-3 ${hidden ? 'invisible' : ''}`}
    >
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted wrap-anywhere">
        {email}
        <br />
        {password}
      </p>
    </div>
  );
}
