import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import { pathId } from '#domain/ids.ts';
import { relayAccount } from './relay-schema.ts';
import { haltInEffect, stopRequest } from './stops-schema.ts';

export const TAG = 'admin: chains';

export const listRelays = call('listRelays', 'GET /admin/relays', {
  summary: 'List the accounts that send purchases for customers without coins, with balance and spending',
  answers: { 200: answer(z.array(relayAccount), 'One a chain that has a relay') },
});

export const listHalts = call('listHalts', 'GET /admin/halts', {
  summary: 'List the halts of payouts that are in effect, with who set them and why',
  answers: { 200: answer(z.array(haltInEffect), 'One a contract whose payouts are halted') },
});

export const noteStop = call('noteStop', 'POST /admin/chains/{chain_id}/stops', {
  summary: 'Say why a transaction vetoed something, halted payouts or lifted the halt',
  who: 'admin: settings.write',
  params: z.object({ chain_id: pathId }),
  body: stopRequest,
  answers: { 200: answer(z.null(), 'It is in the audit log') },
  refuses: [],
});
