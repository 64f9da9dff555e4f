import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api/errors.ts';
import { networkIn } from '#web/lib/deployment.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { PaymentEnd } from '#web/wallet/payments.ts';
import { report } from './calls.ts';
import { progressOf, type ReportAnswer } from './progress.ts';
import type { Payment } from './record.ts';
import { purchases, useRead } from './tabs.ts';

const QUICK_MS = 1_500;
const SLOW_MS = 8_000;
const QUICK_TIMES = 20;

/** The server's reason if it has checked the transaction and will not make a policy of it. */
const refusalOf = (error: Error | null): string | null =>
  error instanceof ApiError && [404, 409, 422].includes(error.status) ? error.message : null;

/** Records the policy that a payment has bought. Whether that is news. */
function recordPolicy({ storedQuoteId: id }: Payment, answer: ReportAnswer): boolean {
  const paid = purchases.of(id)?.payment;
  if (!paid || answer.id === null) return false;
  const policyNumber = answer.policy_number ?? paid.policyNumber;
  const payment = { ...paid, policyId: answer.id, policyNumber, success: true, apiResponse: answer };
  return purchases.move(id, 'bought', { payment }) !== null;
}

/** Reports a payment to the server repeatedly until the policy exists. */
export function reportQuery(paid: Payment, enabled: boolean) {
  const { txHash } = paid;
  return queryOptions({
    queryKey: ['payment-report', txHash],
    enabled: enabled && txHash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal, client }) => {
      const answer = await report(paid, purchases.of(paid.storedQuoteId)?.quote ?? null, signal);
      if (recordPolicy(paid, answer)) void client.invalidateQueries({ queryKey: ['policies'] });
      return answer;
    },
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const made = data !== undefined && data.id !== null && data.status !== 'pending';
      if (made || refusalOf(error) !== null) return false;
      return dataUpdateCount + errorUpdateCount < QUICK_TIMES ? QUICK_MS : SLOW_MS;
    },
  });
}

/** Records how a payment ended, so that a reload and other tabs continue from there. */
function recordEnd({ storedQuoteId: id, batchId }: Payment, end: PaymentEnd): void {
  const record = purchases.of(id);
  if (end.status === 'mined') purchases.learn(id, { txHash: end.txHash, blockNumber: end.block });
  else if (record?.state === 'sent') {
    purchases.move(id, 'quoted', { stepwise: record.stepwise || batchId !== undefined });
  }
}

/**
 * The payment's state on the chain: mined, reverted or replaced. A batch is resolved to its transaction first.
 * @param onBlock is told the block that has it before it counts; null when that one is replaced
 */
export function receiptQuery(paid: Payment, onBlock?: (block: number | null) => void) {
  const { storedQuoteId: id } = paid;
  return queryOptions({
    queryKey: ['receipt', paid.chainId, paid.quoteId, paid.timestamp],
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 3_000,
    queryFn: async ({ signal }) => {
      const { payments } = await loadWallet();
      const sent = { ...paid, slot: purchases.of(id)?.payment?.slot };
      // Kept, so that a replaced payment is recognized after a reload.
      const keep = (slot: Payment['slot']) => purchases.learn(id, { slot });
      const end = await payments.waitForReceipt(sent, keep, signal, onBlock);
      recordEnd(paid, end);
      return end;
    },
  });
}

export function confirmationsQuery({ chainId, txHash }: Payment, enabled: boolean) {
  return queryOptions({
    queryKey: ['confirmations', chainId, txHash],
    enabled: enabled && txHash !== null,
    queryFn: async () => {
      const { payments, deployment } = await loadWallet();
      const count = await payments.confirmations(chainId, txHash as `0x${string}`);
      return count === null ? null : { count, required: networkIn(deployment, chainId)?.confirmations ?? 1 };
    },
    refetchInterval: ({ state }) =>
      state.data === null || (state.data && state.data.count >= state.data.required) ? false : 2_000,
  });
}

/** The payment that this tab has made or follows, as it is now; `null` or `malformed` as its first reading was. */
export const usePaidHere = () => useRead(purchases.paidHere);

/**
 * Follows a sent payment on the chain and on the server until the policy exists.
 * @param startsOn first day of cover, formatted, if it has not started
 */
export function useFollow(paid: Payment, signedIn: boolean, startsOn: string | null) {
  const { storedQuoteId: id } = paid;
  const [block, setBlock] = useState<number | null>(null);
  const receipt = useQuery(receiptQuery(paid, setBlock));
  const end = receipt.data?.status;
  const confirmations = useQuery(confirmationsQuery(paid, end === 'mined'));
  const report = useQuery(reportQuery(paid, signedIn));

  const refusal = refusalOf(report.error);
  const answer = refusal === null ? report.data : undefined;
  // The server judges the transaction that the wallet named. Only the chain says whether another one paid.
  const judged = end !== undefined || receipt.failureCount > 0;
  const progress = progressOf(
    {
      receipt: end ?? 'unknown',
      block,
      confirmations: confirmations.data ?? null,
      policy: answer && answer.id !== null ? answer.status : null,
      refusal: judged ? refusal : null,
    },
    startsOn,
  );

  const said = useRef({ paid: paid.success, created: paid.success });
  const created = progress.phase === 'active';
  useEffect(() => {
    const before = said.current;
    if (progress.paid && !before.paid && !created) toast.success('Payment successful! Creating policy...');
    if (created && !before.created) toast.success('Policy created successfully!');
    said.current = { paid: before.paid || progress.paid, created: before.created || created };
  }, [progress.paid, created]);

  /** Whatever the wallet was asked is still looked up before it is asked again. */
  const giveUp = () => void (purchases.of(id)?.state === 'sent' && purchases.move(id, 'unknown'));

  return { ...progress, unreachable: refusal === null ? report.error : null, giveUp };
}
