import * as z from 'zod';
import {
  chainControls,
  haltRequest,
  relayAccount,
  settleMovementRequest,
} from '../../../../domain/admin/controls-schema.ts';
import { hash32 } from '../../../../domain/fields.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { readControls } from './controls.ts';
import { haltPayouts, liftHalt } from './halt.ts';
import { readRelayAccounts } from './relays.ts';
import { settleOpenMovement } from './settle.ts';
import { vetoProposal } from './veto.ts';

const params = z.object({ genesis: hash32 });

const CHANGED = answer(chainControls, 'As it is now');

export const adminChainRoutes = routes('admin: chains', [
  endpoint('GET /admin/relays', {
    operationId: 'listRelays',
    summary: 'List the accounts that send purchases for customers without coins, with balance and spending',
    guard: forAdmin('read'),
    answers: { 200: answer(z.array(relayAccount), 'One a chain that has a relay') },
    run: readRelayAccounts,
  }),
  endpoint('GET /admin/chains/{genesis}/controls', {
    operationId: 'getChainControls',
    summary: 'Get the allowance, the halt and the proposed payouts of a chain without a contract',
    guard: forAdmin('read'),
    params,
    answers: { 200: answer(chainControls, 'What our records enforce') },
    refuses: [404],
    run: (ctx, { genesis }) => readControls(ctx, genesis),
  }),
  endpoint('POST /admin/chains/{genesis}/halt', {
    operationId: 'haltPayouts',
    summary: 'Halt all payouts on a chain without a contract, for at most 3 days',
    guard: forAdmin('settings.write'),
    params,
    body: haltRequest,
    answers: { 200: CHANGED },
    refuses: [404, 409],
    run: haltPayouts,
  }),
  endpoint('DELETE /admin/chains/{genesis}/halt', {
    operationId: 'liftPayoutHalt',
    summary: 'Lift the halt of payouts',
    guard: forAdmin('settings.write'),
    params,
    answers: { 200: CHANGED },
    refuses: [404, 409],
    run: (ctx, { genesis }) => liftHalt(ctx, genesis),
  }),
  endpoint('POST /admin/chains/{genesis}/movements/{id}/settle', {
    operationId: 'settleMovement',
    summary: 'Settle an unexplained movement, with a note on the outcome',
    guard: forAdmin('policies.write'),
    params: params.extend({ id: pathId }),
    body: settleMovementRequest,
    answers: { 200: CHANGED },
    refuses: [404, 409],
    run: settleOpenMovement,
  }),
  endpoint('POST /admin/chains/{genesis}/proposals/{id}/veto', {
    operationId: 'vetoPayoutProposal',
    summary: 'Veto a proposed payout',
    guard: forAdmin('settings.write'),
    params: params.extend({ id: pathId }),
    answers: { 200: CHANGED },
    refuses: [404, 409],
    run: vetoProposal,
  }),
]);
