import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import type { Permission } from '../../../../domain/admin/roles.ts';
import {
  notificationsForm,
  profileForm,
  securityForm,
  senderForm,
  settingsAnswer,
  settingsChange,
  systemForm,
} from '../../../../domain/admin/settings-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, ifMatchHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { changeNotices, changeOwnName, changeSettings, sendTest } from './change.ts';
import { readAll } from './read.ts';

const shared = { tags: ['admin: settings'] };

const readRoute = route({
  operationId: 'getSettings',
  method: 'get',
  path: '/admin/settings',
  ...shared,
  ...forAdmin('read'),
  summary: 'Get all settings in force, with who set each and when',
  responses: { 200: answer(settingsAnswer, 'By form, each with its version'), ...refusals(401, 403) },
});

/** A form that is saved on its own. */
const formRoute = <const Path extends string, Form extends z.ZodObject>(
  operationId: string,
  path: Path,
  form: Form,
  permission: Permission | 'read',
  summary: string,
) =>
  route({
    operationId,
    method: 'patch',
    path,
    ...shared,
    ...forAdmin(permission, limited('QUOTE_LIMIT')),
    summary,
    request: { headers: ifMatchHeader, body: body(form.partial()) },
    responses: {
      200: answer(settingsChange, 'The new version, and what waits for a second administrator'),
      ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
    },
  });

const profileRoute = formRoute(
  'changeOwnProfile',
  '/admin/settings/profile',
  profileForm,
  'read',
  "Change the administrator's own name",
);
const noticesRoute = formRoute(
  'changeOwnNotifications',
  '/admin/settings/notifications',
  notificationsForm,
  'read',
  'Change what the administrator is told by email',
);
const securityRoute = formRoute(
  'changeSecurity',
  '/admin/settings/security',
  securityForm,
  'settings.write',
  'Change the session timeout and whether everyone needs a second factor',
);
const systemRoute = formRoute(
  'changeSystem',
  '/admin/settings/system',
  systemForm,
  'settings.write',
  'Change thresholds and the platform fee',
);
const senderRoute = formRoute(
  'changeSender',
  '/admin/settings/sender',
  senderForm,
  'settings.write',
  'Change who letters come from',
);

const testRoute = route({
  operationId: 'testSender',
  method: 'post',
  path: '/admin/settings/sender/test',
  ...shared,
  ...forAdmin('settings.write', limited('QUOTE_LIMIT')),
  summary: 'Send a letter to oneself with the saved sender',
  responses: {
    200: answer(z.object({ sent_to: z.string() }), 'The letter is in the outbox'),
    ...refusals(401, 403, 429),
  },
});

const seen = (headers: { 'if-match'?: string | undefined }) => ({ ifMatch: headers['if-match'] });

export const adminSettingsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(readRoute, async (c) => ok(c, await readAll(adminCtx(c))))
  .openapi(profileRoute, async (c) =>
    ok(c, await changeOwnName(adminCtx(c), { ...c.req.valid('json'), ...seen(c.req.valid('header')) })),
  )
  .openapi(noticesRoute, async (c) =>
    ok(c, await changeNotices(adminCtx(c), { ...c.req.valid('json'), ...seen(c.req.valid('header')) })),
  )
  .openapi(securityRoute, async (c) =>
    ok(
      c,
      await changeSettings(adminCtx(c), 'security', {
        ...c.req.valid('json'),
        ...seen(c.req.valid('header')),
      }),
    ),
  )
  .openapi(systemRoute, async (c) =>
    ok(
      c,
      await changeSettings(adminCtx(c), 'system', { ...c.req.valid('json'), ...seen(c.req.valid('header')) }),
    ),
  )
  .openapi(senderRoute, async (c) =>
    ok(
      c,
      await changeSettings(adminCtx(c), 'sender', { ...c.req.valid('json'), ...seen(c.req.valid('header')) }),
    ),
  )
  .openapi(testRoute, async (c) => ok(c, await sendTest(adminCtx(c))));
