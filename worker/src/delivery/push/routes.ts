import * as z from 'zod';
import { pushSubscription, pushUnsubscribe } from '../../../../domain/account/profile-schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forgetSubscription, storeSubscription } from './store.ts';

export const pushRoutes = routes('profile', [
  endpoint('POST /profile/push', {
    operationId: 'createPushSubscription',
    summary: 'Subscribe this browser to push notifications',
    guard: forWallet,
    body: pushSubscription,
    answers: { 200: answer(z.null(), 'The browser is subscribed') },
    run: storeSubscription,
  }),
  endpoint('DELETE /profile/push', {
    operationId: 'deletePushSubscription',
    summary: 'Unsubscribe this browser from push notifications',
    guard: forWallet,
    body: pushUnsubscribe,
    answers: { 200: answer(z.null(), 'The browser is unsubscribed') },
    run: forgetSubscription,
  }),
]);
