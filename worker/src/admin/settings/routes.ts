import * as z from 'zod';
import {
  notificationsForm,
  profileForm,
  securityForm,
  senderForm,
  settingsAnswer,
  settingsChange,
  systemForm,
  underwritingForm,
  underwritingTrial,
} from '../../../../domain/admin/settings-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { changeNotices, changeOwnName, changeSettings, sendTest } from './change.ts';
import { readAll } from './read.ts';
import { tryUnderwriting } from './try.ts';

const CHANGED = answer(settingsChange, 'The new version, and what needs a second administrator');

export const adminSettingsRoutes = routes('admin: settings', [
  endpoint('GET /admin/settings', {
    operationId: 'getSettings',
    summary: 'Get all settings in force, with who set each and when',
    guard: forAdmin('read'),
    answers: { 200: answer(settingsAnswer, 'By form, each with its version') },
    run: readAll,
  }),
  endpoint('PATCH /admin/settings/profile', {
    operationId: 'changeOwnProfile',
    summary: "Change the administrator's own name",
    guard: forAdmin('read'),
    body: profileForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: changeOwnName,
  }),
  endpoint('PATCH /admin/settings/notifications', {
    operationId: 'changeOwnNotifications',
    summary: 'Change the email notifications of the administrator',
    guard: forAdmin('read'),
    body: notificationsForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: changeNotices,
  }),
  endpoint('PATCH /admin/settings/security', {
    operationId: 'changeSecurity',
    summary: 'Change the session timeout and whether everyone needs a second factor',
    guard: forAdmin('settings.write'),
    body: securityForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: (ctx, input) => changeSettings(ctx, 'security', input),
  }),
  endpoint('PATCH /admin/settings/system', {
    operationId: 'changeSystem',
    summary: 'Change thresholds and the platform fee',
    guard: forAdmin('settings.write'),
    body: systemForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: (ctx, input) => changeSettings(ctx, 'system', input),
  }),
  endpoint('PATCH /admin/settings/underwriting', {
    operationId: 'changeUnderwriting',
    summary: 'Change by which facts of a quote we decline it or review its policy',
    guard: forAdmin('settings.write'),
    body: underwritingForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: (ctx, input) => changeSettings(ctx, 'underwriting', input),
  }),
  endpoint('POST /admin/settings/underwriting/try', {
    operationId: 'tryUnderwriting',
    summary: 'Try underwriting rules on past policies without changing anything',
    guard: forAdmin('settings.write'),
    body: underwritingForm.partial(),
    answers: { 200: answer(underwritingTrial, 'What they would have declined and reviewed') },
    run: (ctx, rules) => tryUnderwriting(ctx, rules),
  }),
  endpoint('PATCH /admin/settings/sender', {
    operationId: 'changeSender',
    summary: 'Change the sender of letters',
    guard: forAdmin('settings.write'),
    body: senderForm.partial(),
    ifMatch: true,
    answers: { 200: CHANGED },
    refuses: [409],
    run: (ctx, input) => changeSettings(ctx, 'sender', input),
  }),
  endpoint('POST /admin/settings/sender/test', {
    operationId: 'testSender',
    summary: 'Send yourself a test letter with the saved sender',
    guard: forAdmin('settings.write'),
    answers: { 200: answer(z.object({ sent_to: z.string() }), 'The letter is in the outbox') },
    run: sendTest,
  }),
]);
