import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import { pageQuery } from '../../../../domain/page.ts';
import {
  lookupAnswer,
  lookupRequest,
  PAYMENTS,
  paymentAnswer,
  paymentExceptionAnswer,
} from '../../../../domain/payments/schema.ts';
import { signedConsent } from '../../../../domain/policy/consent.ts';
import { PRODUCT_KEYS, type ProductKey, shortName } from '../../../../domain/products/index.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { recordConsent } from './consent.ts';
import { listExceptions, presentException } from './list-exceptions.ts';
import { lookUpPayment } from './lookup.ts';
import { recordPayment } from './record.ts';

const reportRoute = (product: ProductKey) =>
  route({
    operationId: `report${shortName(product).replaceAll(' ', '')}Payment`,
    method: 'post',
    path: `/insurance/${product}-quote`,
    tags: ['payments'],
    // Idempotent by transaction, so an Idempotency-Key is ignored.
    ...forWallet(limited('QUOTE_LIMIT')),
    summary: `Report the transaction that paid for ${product} insurance`,
    request: { body: body(PAYMENTS[product]) },
    responses: {
      200: answer(paymentAnswer, 'The policy, recorded before'),
      201: answer(paymentAnswer, 'The policy, recorded now'),
      202: answer(paymentAnswer, 'Not certain yet; the policy will appear automatically'),
      ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
    },
  });

const lookupRoute = route({
  operationId: 'lookUpPayment',
  method: 'post',
  path: '/insurance/payments/lookup',
  tags: ['payments'],
  ...forWallet(limited('QUOTE_LIMIT')),
  summary: 'Look up a payment by its transaction',
  request: { body: body(lookupRequest) },
  responses: {
    200: answer(lookupAnswer, 'What became of the payment'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const exceptionsRoute = route({
  operationId: 'listPaymentExceptions',
  method: 'get',
  path: '/insurance/payment-exceptions/{wallet}',
  tags: ['payments'],
  ...forWallet(),
  summary: 'List payments without a policy that we owe back or have refunded, newest first',
  request: { params: z.object({ wallet: z.string().max(80) }), query: z.object(pageQuery) },
  responses: { 200: pageAnswer(paymentExceptionAnswer, 'The payments'), ...refusals(401, 404, 422) },
});

const consentRoute = route({
  operationId: 'consentToRefund',
  method: 'post',
  path: '/insurance/payment-exceptions/{id}/consent',
  tags: ['payments'],
  ...forWallet(limited('QUOTE_LIMIT')),
  summary: 'Record the signed consent to the refund of a payment that became no policy',
  request: { params: z.object({ id: pathId }), body: body(signedConsent) },
  responses: {
    200: answer(paymentExceptionAnswer, 'The payment with the consent'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429, 503),
  },
});

export const paymentRoutes = new OpenAPIHono<AppEnv>()
  .openapi(exceptionsRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('query') };
    return c.json({ success: true as const, ...(await listExceptions(walletCtx(c), input)) }, 200);
  })
  .openapi(consentRoute, async (c) => {
    const ctx = walletCtx(c);
    const row = await recordConsent(ctx, { ...c.req.valid('param'), ...c.req.valid('json') });
    return ok(c, presentException(ctx, row));
  })
  .openapi(lookupRoute, async (c) => ok(c, await lookUpPayment(walletCtx(c), c.req.valid('json'))));

for (const product of PRODUCT_KEYS) {
  paymentRoutes.openapi(reportRoute(product), async (c) => {
    const { status, data, message } = await recordPayment(walletCtx(c), product, c.req.valid('json'));
    return c.json({ success: true as const, data, message }, status);
  });
}
