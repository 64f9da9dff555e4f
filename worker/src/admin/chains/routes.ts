import * as z from 'zod';
import { relayAccount } from '../../../../domain/admin/relay-schema.ts';
import { haltInEffect, stopRequest } from '../../../../domain/admin/stops-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { readRelayAccounts } from './relays.ts';
import { noteStop, readHalts } from './stops.ts';

export const adminChainRoutes = routes('admin: chains', [
  endpoint('GET /admin/relays', {
    operationId: 'listRelays',
    summary: 'List the accounts that send purchases for customers without coins, with balance and spending',
    guard: forAdmin('read'),
    answers: { 200: answer(z.array(relayAccount), 'One a chain that has a relay') },
    run: readRelayAccounts,
  }),
  endpoint('GET /admin/halts', {
    operationId: 'listHalts',
    summary: 'List the halts of payouts that are in effect, with who set them and why',
    guard: forAdmin('read'),
    answers: { 200: answer(z.array(haltInEffect), 'One a contract whose payouts are halted') },
    run: readHalts,
  }),
  endpoint('POST /admin/chains/{chain_id}/stops', {
    operationId: 'noteStop',
    summary: 'Say why a transaction vetoed something, halted payouts or lifted the halt',
    guard: forAdmin('settings.write'),
    params: z.object({ chain_id: pathId }),
    body: stopRequest,
    answers: { 200: answer(z.null(), 'It is in the audit log') },
    run: noteStop,
  }),
]);
