import * as z from 'zod';
import {
  savedReplies,
  savedReply,
  savedReplyChange,
  savedReplyRequest,
} from '../../../../domain/admin/messages-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { changeSavedReply, deleteSavedReply, listSavedReplies, saveSavedReply } from './saved-replies.ts';

const params = z.object({ id: pathId });

export const adminSavedReplyRoutes = routes('admin: messages', [
  endpoint('GET /admin/saved-replies', {
    operationId: 'listSavedReplies',
    summary: 'List the saved replies',
    guard: forAdmin('read'),
    answers: { 200: answer(savedReplies, 'The saved replies by title') },
    run: listSavedReplies,
  }),
  endpoint('POST /admin/saved-replies', {
    operationId: 'saveSavedReply',
    summary: 'Create a saved reply',
    guard: forAdmin('messages.write'),
    idempotent: 'by key',
    body: savedReplyRequest,
    answers: { 201: answer(savedReply, 'The saved reply') },
    refuses: [409],
    run: saveSavedReply,
  }),
  endpoint('PATCH /admin/saved-replies/{id}', {
    operationId: 'changeSavedReply',
    summary: 'Change a saved reply',
    guard: forAdmin('messages.write'),
    params,
    body: savedReplyChange,
    ifMatch: true,
    answers: { 200: answer(savedReply, 'The saved reply') },
    refuses: [404, 409],
    run: changeSavedReply,
  }),
  endpoint('DELETE /admin/saved-replies/{id}', {
    operationId: 'deleteSavedReply',
    summary: 'Delete a saved reply',
    guard: forAdmin('messages.write'),
    params,
    ifMatch: true,
    answers: { 200: answer(z.object({ id: z.number().int() }), 'Deleted') },
    refuses: [404, 409],
    run: deleteSavedReply,
  }),
]);
