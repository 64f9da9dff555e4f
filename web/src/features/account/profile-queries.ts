import * as profileApi from '#domain/account/profile-api.ts';
import { api } from '#web/lib/api/api.ts';

export const profileKey = (address: string) => ['profile', address];

export const profileQuery = (address: string) =>
  api.query(profileApi.getProfile, {}, { queryKey: profileKey(address) });
