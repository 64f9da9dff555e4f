import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { type acceptInvitationRequest, adminSession } from '../../../../../domain/admin/auth-schema.ts';
import { adminApi } from '../queries.ts';

const demo = z.object({
  demo: z.object({ admin_email: z.string(), admin_password: z.string() }).nullable(),
});

/** The demo administrator, whom only the local demo tells. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await adminApi.get('/config', demo, signal)).demo,
  staleTime: Number.POSITIVE_INFINITY,
});

/** `totp`: the code of an authenticator app, or a recovery code. */
export const logIn = async (body: { email: string; password: string; totp?: string }) =>
  (await adminApi.post('/admin/auth/login', body, adminSession)).data;

const accepted = z.object({ email: z.string() });

export const acceptInvitation = async (body: z.output<typeof acceptInvitationRequest>) =>
  (await adminApi.post('/admin/auth/invitation', body, accepted)).data;
