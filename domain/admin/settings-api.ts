import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import * as schema from './settings-schema.ts';

export const TAG = 'admin: settings';

const CHANGED = {
  200: answer(schema.settingsChange, 'The new version, and what needs a second administrator'),
};

export const getSettings = call('getSettings', 'GET /admin/settings', {
  summary: 'Get all settings in force, with who set each and when',
  answers: { 200: answer(schema.settingsAnswer, 'By form, each with its version') },
});

export const changeOwnProfile = call('changeOwnProfile', 'PATCH /admin/settings/profile', {
  summary: "Change the administrator's own name",
  who: 'admin: read',
  body: schema.profileForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const changeOwnNotifications = call('changeOwnNotifications', 'PATCH /admin/settings/notifications', {
  summary: 'Change the email notifications of the administrator',
  who: 'admin: read',
  body: schema.notificationsForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const changeSecurity = call('changeSecurity', 'PATCH /admin/settings/security', {
  summary: 'Change the session timeout and whether everyone needs a second factor',
  who: 'admin: settings.write',
  body: schema.securityForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const changeSystem = call('changeSystem', 'PATCH /admin/settings/system', {
  summary: 'Change thresholds and the platform fee',
  who: 'admin: settings.write',
  body: schema.systemForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const changeUnderwriting = call('changeUnderwriting', 'PATCH /admin/settings/underwriting', {
  summary: 'Change by which facts of a quote we decline it or review its policy',
  who: 'admin: settings.write',
  body: schema.underwritingForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const tryUnderwriting = call('tryUnderwriting', 'POST /admin/settings/underwriting/try', {
  summary: 'Try underwriting rules on past policies without changing anything',
  who: 'admin: settings.write',
  body: schema.underwritingForm.partial(),
  answers: { 200: answer(schema.underwritingTrial, 'What they would have declined and reviewed') },
});

export const changeSender = call('changeSender', 'PATCH /admin/settings/sender', {
  summary: 'Change the sender of letters',
  who: 'admin: settings.write',
  body: schema.senderForm.partial(),
  ifMatch: true,
  answers: CHANGED,
});

export const testSender = call('testSender', 'POST /admin/settings/sender/test', {
  summary: 'Send yourself a test letter with the saved sender',
  who: 'admin: settings.write',
  answers: { 200: answer(z.object({ sent_to: z.string() }), 'The letter is in the outbox') },
});
