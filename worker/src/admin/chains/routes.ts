import * as z from 'zod';
import { relayAccount } from '../../../../domain/admin/relay-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { readRelayAccounts } from './relays.ts';

export const adminChainRoutes = routes('admin: chains', [
  endpoint('GET /admin/relays', {
    operationId: 'listRelays',
    summary: 'List the accounts that send purchases for customers without coins, with balance and spending',
    guard: forAdmin('read'),
    answers: { 200: answer(z.array(relayAccount), 'One a chain that has a relay') },
    run: readRelayAccounts,
  }),
]);
