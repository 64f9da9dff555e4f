import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type * as z from 'zod';
import {
  lookupAnswer,
  lookupRequest,
  PAYMENTS,
  type PaymentReport,
  paymentAnswer,
} from '../../../domain/payments/schema.ts';
import type { Product } from '../../../domain/quote/products.ts';
import { requireWallet, walletCtx } from '../http/auth.ts';
import type { AppEnv } from '../http/env.ts';
import { limited } from '../http/limits.ts';
import { answer, body, refusals, WALLET_SECURITY } from '../http/openapi.ts';
import { lookUpPayment } from './lookup.ts';
import { recordPayment } from './record.ts';

const reportRoute = <Key extends Product, Schema extends z.ZodType<PaymentReport>>(
  product: Key,
  schema: Schema,
) =>
  createRoute({
    method: 'post',
    path: `/insurance/${product}-quote` as const,
    tags: ['payments'],
    security: WALLET_SECURITY,
    // Idempotent by its transaction: an Idempotency-Key is ignored.
    middleware: [requireWallet, limited('QUOTE_LIMIT')],
    summary: `Report the transaction that paid for ${product} insurance`,
    request: { body: body(schema) },
    responses: {
      200: answer(paymentAnswer, 'The policy, recorded before'),
      201: answer(paymentAnswer, 'The policy, recorded now'),
      202: answer(paymentAnswer, 'Not certain yet; the policy appears by itself'),
      ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
    },
  });

const lookupRoute = createRoute({
  method: 'post',
  path: '/insurance/payments/lookup',
  tags: ['payments'],
  security: WALLET_SECURITY,
  middleware: [requireWallet, limited('QUOTE_LIMIT')],
  summary: 'I paid, where is my policy?',
  request: { body: body(lookupRequest) },
  responses: {
    200: answer(lookupAnswer, 'What became of the payment'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

export const paymentRoutes = new OpenAPIHono<AppEnv>()
  .openapi(lookupRoute, async (c) => {
    const data = await lookUpPayment(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 200);
  })
  .openapi(reportRoute('home', PAYMENTS.home), async (c) => {
    const { status, data, message } = await recordPayment(walletCtx(c), 'home', c.req.valid('json'));
    return c.json({ success: true as const, data, message }, status);
  })
  .openapi(reportRoute('car', PAYMENTS.car), async (c) => {
    const { status, data, message } = await recordPayment(walletCtx(c), 'car', c.req.valid('json'));
    return c.json({ success: true as const, data, message }, status);
  })
  .openapi(reportRoute('travel', PAYMENTS.travel), async (c) => {
    const { status, data, message } = await recordPayment(walletCtx(c), 'travel', c.req.valid('json'));
    return c.json({ success: true as const, data, message }, status);
  });
