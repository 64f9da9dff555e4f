import { OpenAPIHono } from '@hono/zod-openapi';
import { contactFormAnswer, contactFormRequest } from '../../../../domain/contact/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { route } from '../../platform/http/route.ts';
import { sendContactForm } from './send.ts';

const contactRoute = route({
  operationId: 'sendContactForm',
  method: 'post',
  path: '/contact',
  tags: ['support'],
  middleware: [limited('SIGN_IN_LIMIT'), idempotentByContent],
  summary: 'Send the contact form; a repeat within 30 seconds counts once',
  request: { headers: idempotencyHeader, body: body(contactFormRequest) },
  responses: {
    201: answer(contactFormAnswer, 'Received'),
    ...refusals(400, 409, 413, 415, 422, 429),
  },
});

export const contactRoutes = new OpenAPIHono<AppEnv>().openapi(contactRoute, async (c) => {
  const data = await sendContactForm(c.get('ctx'), c.req.valid('json'));
  const message = "Message sent successfully! We'll get back to you soon.";
  return c.json({ success: true as const, data, message }, 201);
});
