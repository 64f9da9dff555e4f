import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { profileAnswer, profileChange, profileDeleted } from '../../../../domain/account/profile-schema.ts';
import { MAX_AVATAR_BYTES } from '../../../../domain/files.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { filesOf } from '../../platform/http/form.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, fileAnswer, filesBody, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { deleteAvatar, getAvatar, putAvatar } from './avatar.ts';
import { changeProfile } from './change.ts';
import { deleteProfile } from './delete.ts';
import { exportFile } from './export.ts';
import { getProfile } from './get.ts';

const shared = { tags: ['profile'] };
const reading = { ...shared, ...forWallet() };
const writing = { ...shared, ...forWallet(limited('QUOTE_LIMIT')) };

const getRoute = route({
  operationId: 'getProfile',
  method: 'get',
  path: '/profile',
  ...reading,
  summary: "The wallet's profile; defaults when it never saved one",
  responses: { 200: answer(profileAnswer, 'The profile'), ...refusals(401) },
});

const changeRoute = route({
  operationId: 'updateProfile',
  method: 'patch',
  path: '/profile',
  ...writing,
  summary: 'Change the given profile fields',
  request: { body: body(profileChange) },
  responses: {
    200: answer(profileAnswer, 'The profile as it is now'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const deleteRoute = route({
  operationId: 'deleteProfile',
  method: 'delete',
  path: '/profile',
  ...writing,
  summary: 'Delete the profile and end all sessions; policies, claims, messages and payments stay',
  responses: { 200: answer(profileDeleted, 'Sentences that say what is kept'), ...refusals(401, 429) },
});

const exportRoute = route({
  operationId: 'exportProfile',
  method: 'get',
  path: '/profile/export',
  ...writing,
  summary: 'Export all data about the wallet as one file',
  responses: {
    200: { description: 'The file', content: { 'application/json': { schema: z.object({}).loose() } } },
    ...refusals(401, 429),
  },
});

const putAvatarRoute = route({
  operationId: 'uploadAvatar',
  method: 'put',
  path: '/profile/avatar',
  ...writing,
  maxFileBytes: MAX_AVATAR_BYTES,
  summary: 'Upload an avatar: JPEG or PNG by content',
  request: {
    // Read by `filesOf` under any field name.
    body: filesBody,
  },
  responses: {
    200: answer(profileAnswer, 'The profile with its picture'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const getAvatarRoute = route({
  operationId: 'getAvatar',
  method: 'get',
  path: '/profile/avatar',
  ...reading,
  summary: 'Download the avatar',
  responses: {
    200: fileAnswer('The picture', 'image/jpeg', 'image/png'),
    ...refusals(401, 404),
  },
});

const deleteAvatarRoute = route({
  operationId: 'deleteAvatar',
  method: 'delete',
  path: '/profile/avatar',
  ...writing,
  summary: 'Delete the avatar',
  responses: { 200: answer(profileAnswer, 'The profile without a picture'), ...refusals(401, 429) },
});

export const profileRoutes = new OpenAPIHono<AppEnv>()
  .openapi(getRoute, async (c) => ok(c, await getProfile(walletCtx(c))))
  .openapi(changeRoute, async (c) => ok(c, await changeProfile(walletCtx(c), c.req.valid('json'))))
  .openapi(deleteRoute, async (c) => ok(c, await deleteProfile(walletCtx(c))))
  .openapi(exportRoute, async (c) => {
    const { headers, body } = await exportFile(walletCtx(c));
    return new Response(body, { headers }) as never;
  })
  .openapi(putAvatarRoute, async (c) => ok(c, await putAvatar(walletCtx(c), await filesOf(c.req))))
  .openapi(getAvatarRoute, async (c) => {
    const { headers, body } = await getAvatar(walletCtx(c));
    return new Response(body, { headers }) as never;
  })
  .openapi(deleteAvatarRoute, async (c) => ok(c, await deleteAvatar(walletCtx(c))));
