import * as z from 'zod';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import { letterList, letterQuery } from './letters-schema.ts';
import * as schema from './messages-schema.ts';
import { bulkAnswer } from './records-schema.ts';

export const TAG = 'admin: messages';

export const listAllThreads = call('listAllThreads', 'GET /admin/messages', {
  summary:
    'List all message threads: those that wait for an answer by when it is due, then by latest message',
  query: schema.messageListQuery,
  answers: { 200: answer(schema.adminThreadList, 'A page of threads') },
});

export const getMessageStatistics = call('getMessageStatistics', 'GET /admin/messages/statistics', {
  summary: 'Count threads by status and priority, with those that need a reply',
  answers: { 200: answer(schema.messageStatistics, 'The figures') },
});

export const exportThreads = call('exportThreads', 'GET /admin/messages/export', {
  summary: 'Download the threads that the filters match as CSV',
  who: 'admin: export',
  query: schema.messageExportQuery,
  answers: { 200: fileAnswer('The file', 'text/csv') },
});

export const openThread = call('openThread', 'GET /admin/messages/{id}', {
  summary: 'Get a thread with its messages; opening it marks it as read for those who may reply',
  etag: true,
  answers: { 200: answer(schema.adminThreadDetail, 'The thread, with its version as ETag') },
});

export const changeThread = call('changeThread', 'PATCH /admin/messages/{id}', {
  summary: 'Set the priority of a thread, and its assignee',
  who: 'admin: messages.write',
  body: schema.threadChangeRequest,
  ifMatch: true,
  answers: { 200: answer(schema.adminThreadEntry, 'The thread, with its version as ETag') },
});

export const changeThreads = call('changeThreads', 'PATCH /admin/messages', {
  summary: 'Change up to 100 threads in the same way, all or none',
  who: 'admin: messages.write',
  body: schema.bulkThreadRequest,
  answers: { 200: answer(bulkAnswer, 'How many are so now') },
  refuses: [404, 409],
});

export const answerThread = call('answerThread', 'POST /admin/messages/{id}/reply', {
  summary:
    'Reply in a thread, or add an internal note; with `seen`, 409 if others wrote or changed something since',
  who: 'admin: messages.write',
  idempotent: 'by content',
  body: schema.adminReplyRequest,
  answers: { 201: answer(schema.adminReplyAnswer, 'The reply or the note') },
});

export const mergeThread = call('mergeThread', 'POST /admin/messages/{id}/merge', {
  summary: 'Move the messages of another thread of the same customer into this one, which closes the other',
  who: 'admin: messages.write',
  body: schema.mergeRequest,
  ifMatch: true,
  answers: { 200: answer(schema.adminThreadEntry, 'The thread that is left, with its version as ETag') },
});

export const updateThreadStatus = call('updateThreadStatus', 'PATCH /admin/messages/{id}/status', {
  summary: 'Set the status of a thread',
  who: 'admin: messages.write',
  body: schema.threadStatusRequest,
  ifMatch: true,
  answers: { 200: answer(schema.threadStatusAnswer, "The status, with the thread's version as ETag") },
});

export const listLetters = call('listLetters', 'GET /admin/letters', {
  summary: 'The 50 newest letters about a claim, policy or thread, with what became of each',
  query: letterQuery,
  answers: { 200: answer(letterList, 'The letters, newest first') },
});

export const listSavedReplies = call('listSavedReplies', 'GET /admin/saved-replies', {
  summary: 'List the saved replies',
  answers: { 200: answer(schema.savedReplies, 'The saved replies by title') },
});

export const saveSavedReply = call('saveSavedReply', 'POST /admin/saved-replies', {
  summary: 'Create a saved reply',
  who: 'admin: messages.write',
  idempotent: 'by key',
  body: schema.savedReplyRequest,
  answers: { 201: answer(schema.savedReply, 'The saved reply') },
});

export const changeSavedReply = call('changeSavedReply', 'PATCH /admin/saved-replies/{id}', {
  summary: 'Change a saved reply',
  who: 'admin: messages.write',
  body: schema.savedReplyChange,
  ifMatch: true,
  answers: { 200: answer(schema.savedReply, 'The saved reply') },
});

export const deleteSavedReply = call('deleteSavedReply', 'DELETE /admin/saved-replies/{id}', {
  summary: 'Delete a saved reply',
  who: 'admin: messages.write',
  ifMatch: true,
  answers: { 200: answer(z.object({ id: z.number().int() }), 'Deleted') },
});
