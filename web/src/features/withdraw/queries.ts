import type * as z from 'zod';
import {
  withdrawalConfirmed,
  withdrawalReceived,
  type withdrawalRequest,
} from '../../../../domain/policy/withdrawal-schema.ts';
import { api } from '../../lib/api/api.ts';

/** Withdraws by policy number and email address. The answer is the same whether or not there is such a policy. */
export const submitWithdrawal = (body: z.output<typeof withdrawalRequest>) =>
  api.post('/withdrawals', body, withdrawalReceived);

/** Takes the link of our acknowledgment. */
export const confirmWithdrawal = async (token: string) =>
  (await api.post('/withdrawals/confirm', { token }, withdrawalConfirmed)).data;
