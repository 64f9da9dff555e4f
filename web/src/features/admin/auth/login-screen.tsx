import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError, messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { adminSession, startAdminSession } from '../../../state/admin-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { deskCache, profileQuery } from '../queries.ts';
import { AuthFrame } from './auth-frame.tsx';
import { Invitation } from './invitation.tsx';
import { PasswordInput } from './password-input.tsx';
import { demoQuery, logIn } from './queries.ts';

const FAILED = 'Login failed. Please check your credentials.';
const DASHBOARD = '/admin/admin-dashboard';
/** Where an administrator starts. Without an answer it is the dashboard, which shows what failed. */
const startOfRole = () =>
  deskCache.fetchQuery(profileQuery).then(
    ({ role }) => (role === 'claims' ? '/admin/queue' : DASHBOARD),
    () => DASHBOARD,
  );
const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'totp_required';
const invitationIn = (hash: string) => new URLSearchParams(hash).get('invitation');

/** Signs an administrator in, or accepts the invitation in the address. */
export function LoginScreen() {
  const { hash } = useLocation();
  const router = useRouter();
  // Read once and taken out of the address bar: whoever has the token may choose the password.
  const [invitation, setInvitation] = useState(() => invitationIn(hash));
  const [invited, setInvited] = useState<string | null>(null);
  useEffect(() => {
    if (hash === '') return;
    // A link that is opened in a tab with the login changes nothing but the hash.
    setInvitation((now) => invitationIn(hash) ?? now);
    void router.navigate({ to: '.', hash: '', replace: true, state: true });
  }, [hash, router]);
  if (invitation !== null) {
    return (
      <Invitation
        token={invitation}
        onAccepted={(email) => {
          setInvited(email);
          setInvitation(null);
        }}
      />
    );
  }
  return <LoginForm invited={invited} />;
}

function LoginForm({ invited }: { invited: string | null }) {
  const router = useRouter();
  const { token } = useSnapshot(adminSession);
  const { data: demo, isPending: asking } = useQuery(demoQuery);
  const [typedFirst, setTypedFirst] = useState(false);
  const [email, setEmail] = useState<string | null>(invited);
  const [password, setPassword] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [step, setStep] = useState<'password' | 'code'>('password');
  // The demo's credentials are filled in until somebody types, never over an invitation's address, and not next to what
  // somebody typed before they arrived.
  const given = invited === null ? demo : null;
  const filled = typedFirst ? null : given;
  const fields = {
    email: email ?? filled?.admin_email ?? '',
    password: password ?? filled?.admin_password ?? '',
  };
  const typing = (set: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    if (asking) setTypedFirst(true);
    set(event.target.value);
  };

  const leave = async () => {
    const { next = DASHBOARD } = router.state.location.state;
    // `/admin` leads to the dashboard, so whoever comes from there starts where their role does.
    const href = next === DASHBOARD ? await startOfRole() : next;
    return router.navigate({ href, replace: true });
  };
  const login = useMutation({
    mutationFn: () =>
      logIn({
        email: fields.email.trim(),
        password: fields.password,
        ...(step === 'code' ? { totp: code.trim() } : {}),
      }),
    onSuccess: (session) => {
      startAdminSession(session.token);
      toast.success('Login successful!');
    },
    onError: (error) => {
      if (needsCode(error)) setStep('code');
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in in this or another tab continues to the page.
  useEffect(() => {
    if (token !== null) void leave();
  }, [token]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty =
      fields.email.trim() === '' || fields.password === '' || (step === 'code' && code.trim() === '');
    setMissing(empty);
    if (!empty) login.mutate();
  };
  const askedForCode = needsCode(login.error) && code === '';
  const failure = missing
    ? 'Please fill in all fields'
    : login.error && !askedForCode
      ? messageOf(login.error, FAILED)
      : null;

  return (
    <AuthFrame title="Admin login">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {step === 'password' ? (
          <>
            {invited !== null && <Notice>Your password is set. Sign in with it.</Notice>}
            <Field label="Email">
              {(aria) => (
                <Input
                  {...aria}
                  type="email"
                  autoComplete="username"
                  value={fields.email}
                  onChange={typing(setEmail)}
                />
              )}
            </Field>
            <Field label="Password">
              {(aria) => (
                <PasswordInput
                  {...aria}
                  autoComplete="current-password"
                  value={fields.password}
                  onChange={typing(setPassword)}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label="Code" hint="The 6 digits of your authenticator app, or one of your recovery codes.">
            {(aria) => (
              <Input
                {...aria}
                autoFocus
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        {failure && (
          <p role="alert" className="text-coral">
            {failure}
          </p>
        )}
        <Button type="submit" busy={login.isPending}>
          {login.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
        {step === 'code' && (
          <Button
            variant="quiet"
            onClick={() => {
              setStep('password');
              setCode('');
              login.reset();
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
      className={cn('rounded-card border border-line bg-sunken px-4 py-3', hidden && 'invisible')}
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
