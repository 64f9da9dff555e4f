import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import * as schema from './auth-schema.ts';

export const TAG = 'admin: administrators';

export const listAdministrators = call('listAdministrators', 'GET /admin/admins', {
  summary: 'List all administrators',
  who: 'admin: admins.manage',
  answers: { 200: answer(schema.adminEntries, 'Oldest first') },
});

export const inviteAdministrator = call('inviteAdministrator', 'POST /admin/admins', {
  summary: 'Propose an administrator; once a second administrator confirms, a link is sent by email',
  who: 'admin: admins.manage',
  body: schema.adminInviteRequest,
  answers: {
    202: answer(z.null(), 'The approval that a second administrator has to give: GET /admin/approvals'),
  },
  refuses: [409],
});

export const changeAdministrator = call('changeAdministrator', 'PATCH /admin/admins/{id}', {
  summary: "Change an administrator's name, role, status or payout authority",
  who: 'admin: admins.manage',
  body: schema.adminChangeRequest,
  answers: {
    200: answer(schema.adminChanged, 'The administrator, and whether the rest needs a second administrator'),
  },
  refuses: [404, 409],
});

export const endSessions = call('endSessions', 'DELETE /admin/admins/{id}/sessions', {
  summary: 'End all sessions of an administrator',
  who: 'admin: admins.manage',
  answers: { 200: answer(schema.adminEntry, 'The administrator') },
});

export const inviteAgain = call('inviteAgain', 'POST /admin/admins/{id}/invitation', {
  summary: 'Create a new link for an invited administrator',
  who: 'admin: admins.manage',
  answers: {
    201: answer(
      schema.adminInvitation,
      'The link, shown only to the inviting administrator; earlier links no longer work',
    ),
  },
  refuses: [404, 409],
});

export const listWorkload = call('listWorkload', 'GET /admin/workload', {
  summary: 'List who has how much to do: open claims and messages, overdue ones and the oldest due date',
  who: 'admin: admins.manage',
  answers: {
    200: answer(
      schema.workloadEntries,
      'First what nobody has, then by name; a count of 101 is more than 100',
    ),
  },
});

export const listColleagues = call('listColleagues', 'GET /admin/colleagues', {
  summary: 'List the active administrators that work can be assigned to',
  answers: { 200: answer(schema.colleagueEntries, 'By name') },
});
