import * as z from 'zod';
import {
  knownAnswers,
  profileAnswer,
  profileChange,
  profileDeleted,
} from '../../../../domain/account/profile-schema.ts';
import { MAX_AVATAR_BYTES } from '../../../../domain/files.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { filesOf } from '../../platform/http/form.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { getKnownAnswers } from './answers.ts';
import { deleteAvatar, getAvatar, putAvatar } from './avatar.ts';
import { changeProfile } from './change.ts';
import { deleteProfile } from './delete.ts';
import { exportFile } from './export.ts';
import { getProfile } from './get.ts';

export const profileRoutes = routes('profile', [
  endpoint('GET /profile', {
    operationId: 'getProfile',
    summary: "The wallet's profile, or defaults if none was saved",
    guard: forWallet,
    answers: { 200: answer(profileAnswer, 'The profile') },
    run: getProfile,
  }),
  endpoint('PATCH /profile', {
    operationId: 'updateProfile',
    summary: 'Change the given profile fields',
    guard: forWallet,
    body: profileChange,
    answers: { 200: answer(profileAnswer, 'The changed profile') },
    run: changeProfile,
  }),
  endpoint('GET /profile/answers', {
    operationId: 'getKnownAnswers',
    summary: 'What a new form can start with, from the profile or the newest policies',
    guard: forWallet,
    answers: { 200: answer(knownAnswers, 'Known answers') },
    run: getKnownAnswers,
  }),
  endpoint('DELETE /profile', {
    operationId: 'deleteProfile',
    summary: 'Delete the profile and end all sessions; policies, claims, messages and payments stay',
    guard: forWallet,
    answers: { 200: answer(profileDeleted, 'What is kept, in sentences') },
    run: deleteProfile,
  }),
  endpoint('GET /profile/export', {
    operationId: 'exportProfile',
    summary: 'Export all data about the wallet as one file',
    guard: forWallet,
    limit: 'QUOTE_LIMIT',
    answers: {
      200: { description: 'The file', content: { 'application/json': { schema: z.object({}).loose() } } },
    },
    run: exportFile,
  }),
  endpoint('PUT /profile/avatar', {
    operationId: 'uploadAvatar',
    summary: 'Upload an avatar: JPEG or PNG by content',
    guard: forWallet,
    maxFileBytes: MAX_AVATAR_BYTES,
    answers: { 200: answer(profileAnswer, 'The profile with its picture') },
    run: async (ctx, _, request) => putAvatar(ctx, await filesOf(request)),
  }),
  endpoint('GET /profile/avatar', {
    operationId: 'getAvatar',
    summary: 'Download the avatar',
    guard: forWallet,
    answers: { 200: fileAnswer('The picture', 'image/jpeg', 'image/png') },
    refuses: [404],
    run: getAvatar,
  }),
  endpoint('DELETE /profile/avatar', {
    operationId: 'deleteAvatar',
    summary: 'Delete the avatar',
    guard: forWallet,
    answers: { 200: answer(profileAnswer, 'The profile without a picture') },
    run: deleteAvatar,
  }),
]);
