import * as z from 'zod';
import { MAX_AVATAR_BYTES } from '#domain/files.ts';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import * as schema from './profile-schema.ts';

export const TAG = 'profile';

export const getProfile = call('getProfile', 'GET /profile', {
  summary: "The wallet's profile, or defaults if none was saved",
  who: 'wallet',
  answers: { 200: answer(schema.profileAnswer, 'The profile') },
});

export const updateProfile = call('updateProfile', 'PATCH /profile', {
  summary: 'Change the given profile fields',
  who: 'wallet',
  body: schema.profileChange,
  answers: { 200: answer(schema.profileAnswer, 'The changed profile') },
});

export const deleteProfile = call('deleteProfile', 'DELETE /profile', {
  summary: 'Delete the profile and end all sessions; policies, claims, messages and payments stay',
  who: 'wallet',
  answers: { 200: answer(schema.profileDeleted, 'What is kept, in sentences') },
});

export const exportProfile = call('exportProfile', 'GET /profile/export', {
  summary: 'Export all data about the wallet as one file',
  who: 'wallet',
  limit: 'QUOTE_LIMIT',
  answers: {
    200: { description: 'The file', content: { 'application/json': { schema: z.object({}).loose() } } },
  },
});

export const uploadAvatar = call('uploadAvatar', 'PUT /profile/avatar', {
  summary: 'Upload an avatar: JPEG or PNG by content',
  who: 'wallet',
  maxFileBytes: MAX_AVATAR_BYTES,
  answers: { 200: answer(schema.profileAnswer, 'The profile with its picture') },
});

export const getAvatar = call('getAvatar', 'GET /profile/avatar', {
  summary: 'Download the avatar',
  who: 'wallet',
  answers: { 200: fileAnswer('The picture', 'image/jpeg', 'image/png') },
  refuses: [404],
});

export const deleteAvatar = call('deleteAvatar', 'DELETE /profile/avatar', {
  summary: 'Delete the avatar',
  who: 'wallet',
  answers: { 200: answer(schema.profileAnswer, 'The profile without a picture') },
});

export const createPushSubscription = call('createPushSubscription', 'POST /profile/push', {
  summary: 'Subscribe this browser to push notifications',
  who: 'wallet',
  body: schema.pushSubscription,
  answers: { 200: answer(z.null(), 'The browser is subscribed') },
});

export const deletePushSubscription = call('deletePushSubscription', 'DELETE /profile/push', {
  summary: 'Unsubscribe this browser from push notifications',
  who: 'wallet',
  body: schema.pushUnsubscribe,
  answers: { 200: answer(z.null(), 'The browser is unsubscribed') },
});

/** What a mail program posts. It adds nothing to the query. */
const oneClick = z.looseObject({ 'List-Unsubscribe': z.string().optional() });

export const unsubscribe = call('unsubscribe', 'POST /profile/unsubscribe', {
  summary: 'Unsubscribe from marketing letters with the token of one of them',
  description:
    'The token is in the JSON body or in the query, because mail programs post their own form to that URL (RFC 8058).',
  limit: null,
  query: z.object({ token: schema.unsubscribeRequest.shape.token.optional() }),
  optionalBody: schema.unsubscribeRequest,
  optionalForm: oneClick,
  answers: { 200: answer(schema.unsubscribeAnswer, 'Marketing letters are turned off') },
  refuses: [404],
});
