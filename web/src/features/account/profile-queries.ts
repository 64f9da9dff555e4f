import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type NotificationKey,
  type ProfileAnswer,
  profileAnswer,
  profileDeleted,
  type profileForm,
} from '../../../../domain/account/profile-schema.ts';
import { sessionEntries, sessionsEnded } from '../../../../domain/auth/schema.ts';
import { api } from '../../lib/api/api.ts';
import { orMissing } from '../../lib/api/errors.ts';
import type { DownloadedFile } from '../../lib/save-file.ts';

export type Personal = z.output<typeof profileForm>;

const ignored = z.unknown();

export const profileKey = (address: string) => ['profile', address];

export function profileQuery(address: string) {
  return queryOptions({
    queryKey: profileKey(address),
    queryFn: ({ signal }) => api.get('/profile', profileAnswer, signal),
  });
}

export const saveProfile = (change: Partial<Personal>): Promise<ProfileAnswer> =>
  api.patch('/profile', change, profileAnswer);

export const saveNotification = (key: NotificationKey, on: boolean): Promise<ProfileAnswer> =>
  api.patch('/profile', { notifications: { [key]: on } }, profileAnswer);

export function sessionsQuery(address: string) {
  return queryOptions({
    queryKey: ['sessions', address],
    queryFn: ({ signal }) => api.get('/auth/sessions', sessionEntries, signal),
  });
}

export const endSession = (id: string): Promise<unknown> =>
  api.delete(`/auth/sessions/${encodeURIComponent(id)}`, ignored);

export const endOtherSessions = () => api.delete('/auth/sessions', sessionsEnded);

/** The uploaded picture. `version` changes with each upload, so that an old one is not shown again. */
export function avatarQuery(address: string, url: string | null) {
  return queryOptions({
    queryKey: ['avatar', address, url],
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Blob | null> => {
      return (await orMissing(api.downloadFrom('/profile/avatar', signal)))?.blob ?? null;
    },
  });
}

export const uploadAvatar = (picture: File): Promise<unknown> =>
  api.uploadTo('/profile/avatar', picture, { parser: ignored, method: 'PUT' });

export const removeAvatar = (): Promise<unknown> => api.delete('/profile/avatar', ignored);

export const fetchExport = (): Promise<DownloadedFile> => api.downloadFrom('/profile/export');

export const deleteProfile = () => api.delete('/profile', profileDeleted);

export const storePushSubscription = async (subscription: PushSubscriptionJSON): Promise<void> => {
  const { endpoint, keys } = subscription;
  await api.post('/profile/push', { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } }, ignored);
};

export const forgetPushSubscription = (endpoint: string): Promise<unknown> =>
  api.delete('/profile/push', ignored, { endpoint });
