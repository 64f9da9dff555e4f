import * as z from 'zod';
import {
  adminChanged,
  adminChangeRequest,
  adminEntries,
  adminEntry,
  adminInvitation,
  adminInviteRequest,
  colleagueEntries,
  workloadEntries,
} from '../../../../domain/admin/auth-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { inviteAdmin } from './invite.ts';
import { allAdmins, changeAdministrator, colleagues, endAllSessions, inviteAgain } from './manage.ts';
import { listWorkload } from './workload.ts';

const params = z.object({ id: pathId });

export const adminAdminRoutes = routes('admin: administrators', [
  endpoint('GET /admin/admins', {
    operationId: 'listAdministrators',
    summary: 'List all administrators',
    guard: forAdmin('admins.manage'),
    answers: { 200: answer(adminEntries, 'Oldest first') },
    run: allAdmins,
  }),
  endpoint('POST /admin/admins', {
    operationId: 'inviteAdministrator',
    summary: 'Propose an administrator; once a second administrator confirms, a link is sent by email',
    guard: forAdmin('admins.manage'),
    body: adminInviteRequest,
    answers: {
      202: answer(z.null(), 'The approval that a second administrator has to give: GET /admin/approvals'),
    },
    refuses: [409],
    run: inviteAdmin,
  }),
  endpoint('PATCH /admin/admins/{id}', {
    operationId: 'changeAdministrator',
    summary: "Change an administrator's name, role, status or payout authority",
    guard: forAdmin('admins.manage'),
    params,
    body: adminChangeRequest,
    answers: {
      200: answer(adminChanged, 'The administrator, and whether the rest needs a second administrator'),
    },
    refuses: [404, 409],
    run: changeAdministrator,
  }),
  endpoint('DELETE /admin/admins/{id}/sessions', {
    operationId: 'endSessions',
    summary: 'End all sessions of an administrator',
    guard: forAdmin('admins.manage'),
    params,
    answers: { 200: answer(adminEntry, 'The administrator') },
    refuses: [404],
    run: (ctx, { id }) => endAllSessions(ctx, id),
  }),
  endpoint('POST /admin/admins/{id}/invitation', {
    operationId: 'inviteAgain',
    summary: 'Create a new link for an invited administrator',
    guard: forAdmin('admins.manage'),
    params,
    answers: {
      201: answer(
        adminInvitation,
        'The link, shown only to the inviting administrator; earlier links no longer work',
      ),
    },
    refuses: [404, 409],
    run: (ctx, { id }) => inviteAgain(ctx, id),
  }),
  endpoint('GET /admin/workload', {
    operationId: 'listWorkload',
    summary: 'List who has how much to do: open claims and messages, overdue ones and the oldest due date',
    guard: forAdmin('admins.manage'),
    answers: {
      200: answer(workloadEntries, 'First what nobody has, then by name; a count of 101 is more than 100'),
    },
    run: listWorkload,
  }),
  endpoint('GET /admin/colleagues', {
    operationId: 'listColleagues',
    summary: 'List the active administrators that work can be assigned to',
    guard: forAdmin('read'),
    answers: { 200: answer(colleagueEntries, 'By name') },
    run: colleagues,
  }),
]);
