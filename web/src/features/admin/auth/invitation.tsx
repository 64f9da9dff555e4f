import { queryOptions } from '@tanstack/react-query';
import * as authApi from '#domain/admin/auth-api.ts';
import { acceptInvitationRequest } from '#domain/admin/auth-schema.ts';
import { MIN_ADMIN_PASSWORD } from '#domain/admin/demo.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import * as healthApi from '#domain/health/api.ts';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import { adminApi, deskCache, profileQuery } from '#web/features/admin/queries.ts';
import { AuthFrame } from './auth-frame.tsx';

/** An invited administrator chooses the password, and signs in with it afterwards. */
export const Invitation = ({ token, onAccepted }: { token: string; onAccepted: (email: string) => void }) => (
  <AuthFrame title="Welcome to the desk">
    <p className="text-muted">You were invited as an administrator. Choose a password for your account.</p>
    <Ask
      keep={null}
      schema={acceptInvitationRequest.pick({ password: true })}
      start={{ password: '' }}
      fields={[
        {
          name: 'password',
          label: 'Password',
          kind: 'password',
          hint: `At least ${MIN_ADMIN_PASSWORD} characters.`,
          autoComplete: 'new-password',
        },
      ]}
      send={({ password }) => adminApi.ask(authApi.acceptInvitation, { body: { token, password } })}
      onDone={({ email }) => onAccepted(email)}
      action="Set password"
    />
  </AuthFrame>
);

export const DASHBOARD = '/admin/admin-dashboard';

/** Where each role's work is. */
const STARTS: Readonly<Record<AdminRole, string>> = {
  administrator: DASHBOARD,
  underwriter: '/admin/queue',
  claims: '/admin/queue',
  support: '/admin/queue',
  auditor: '/admin/audit-log',
};
/** Where an administrator starts. Without an answer it is the dashboard, which shows what failed. */
export const startOfRole = () =>
  deskCache.fetchQuery(profileQuery).then(
    ({ role }) => STARTS[role],
    () => DASHBOARD,
  );

/** The demo administrator, whom only the local demo tells. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await adminApi.ask(healthApi.getConfig, {}, { signal })).demo,
  staleTime: Number.POSITIVE_INFINITY,
});
