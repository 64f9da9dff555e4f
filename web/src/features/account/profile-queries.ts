import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import type { profileForm } from '#domain/account/profile-schema.ts';
import * as authApi from '#domain/auth/api.ts';
import { api } from '#web/lib/api/api.ts';
import { orMissing } from '#web/lib/api/errors.ts';

export type Personal = z.output<typeof profileForm>;

export const profileKey = (address: string) => ['profile', address];

export const profileQuery = (address: string) =>
  api.query(profileApi.getProfile, {}, { queryKey: profileKey(address) });

export const sessionsQuery = (address: string) =>
  api.query(authApi.listSessions, {}, { queryKey: ['sessions', address] });

/** The uploaded picture. `version` changes with each upload, so that an old one is not shown again. */
export const avatarQuery = (address: string, url: string | null) =>
  queryOptions({
    queryKey: ['avatar', address, url],
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Blob | null> =>
      (await orMissing(api.download(profileApi.getAvatar, {}, { signal })))?.blob ?? null,
  });

export async function storePushSubscription({ endpoint, keys }: PushSubscriptionJSON): Promise<void> {
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  await api.send(profileApi.createPushSubscription, { body });
}

export const forgetPushSubscription = (endpoint: string) =>
  api.send(profileApi.deletePushSubscription, { body: { endpoint } });
