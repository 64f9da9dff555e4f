import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import { savedView, savedViewRequest, savedViews } from './records-schema.ts';

export const TAG = 'admin: saved views';

export const listViews = call('listViews', 'GET /admin/views', {
  summary: "List the administrator's own saved views",
  answers: { 200: answer(savedViews, 'By name') },
});

export const saveView = call('saveView', 'POST /admin/views', {
  summary: 'Save a view; one of the same list and name is replaced',
  who: 'admin: read',
  body: savedViewRequest,
  answers: { 201: answer(savedView, 'The view') },
  refuses: [409],
});

export const deleteView = call('deleteView', 'DELETE /admin/views/{id}', {
  summary: 'Delete a saved view. Safe to repeat',
  who: 'admin: read',
  answers: { 200: answer(z.null(), 'It is gone') },
});
