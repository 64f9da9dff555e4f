import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { networkIn } from '#web/lib/deployment.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { PaymentEnd, SentPayment } from '#web/wallet/payments.ts';
import { outcomeOf, paymentReport, reportCall } from './calls.ts';
import {
  isPaid,
  type PaymentFacts,
  phaseOf,
  type Report,
  type ReportAnswer,
  reportAnswer,
} from './progress.ts';
import type { Payment, PurchaseState, TransactionData } from './record.ts';
import { purchases, subscribe } from './tabs.ts';

const QUICK_MS = 1_500;
const SLOW_MS = 8_000;
const QUICK_TIMES = 20;

function settled(report: Report | undefined): boolean {
  if (!report) return false;
  return report.kind === 'refused' || (report.answer.id !== null && report.answer.status !== 'pending');
}

/**
 * Reports a payment to the server repeatedly until the policy exists. The call is idempotent by transaction, and its
 * answer is the policy's status.
 */
export function reportQuery(paid: Payment, enabled: boolean) {
  const { txHash } = paid;
  return queryOptions({
    queryKey: ['payment-report', txHash],
    enabled: enabled && txHash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Report> => {
      if (txHash === null) throw new Error('No transaction');
      const call = reportCall(paid.insuranceTypeKey);
      const body = paymentReport(paid, txHash, purchases.of(paid.storedQuoteId)?.quote ?? null);
      try {
        const own = { signal, schema: reportAnswer };
        return { kind: 'answered', answer: (await api.ask(call, { body }, own)) as ReportAnswer };
      } catch (error) {
        if (error instanceof ApiError && [404, 409, 422].includes(error.status)) {
          return { kind: 'refused', message: error.message };
        }
        throw error;
      }
    },
    refetchInterval: ({ state }) => {
      if (settled(state.data)) return false;
      return state.dataUpdateCount + state.errorUpdateCount < QUICK_TIMES ? QUICK_MS : SLOW_MS;
    },
  });
}

/** What the wallet returned for the payment: its hash, or the batch id until the hash is known. */
function sentAs({ txHash, batchId, blocks }: Payment): SentPayment {
  if (txHash !== null) {
    return { txHash: txHash as `0x${string}`, batchId: null, ...(blocks ? { blocks } : {}) };
  }
  if (batchId === undefined) throw new Error('A payment without hash and batch');
  return { txHash: null, batchId };
}

function receiptKey({ chainId, txHash, batchId }: Payment) {
  return ['receipt', chainId, txHash ?? batchId];
}

/**
 * The payment's state on the chain: mined, reverted or replaced. A batch is resolved to its transaction first.
 * @param onBlock is told the block that has it before it counts; null when that one is replaced
 */
export function receiptQuery(paid: Payment, onBlock?: (block: number | null) => void) {
  const { chainId, quoteId, validUntil, storedQuoteId: id } = paid;
  return queryOptions({
    queryKey: receiptKey(paid),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 3_000,
    queryFn: async ({ signal }) => {
      const { payments } = await loadWallet();
      const sent = {
        ...sentAs(paid),
        chain: chainId,
        quoteId: quoteId as `0x${string}`,
        validUntil: validUntil === undefined ? null : Date.parse(validUntil) / 1000,
        slot: purchases.of(id)?.payment?.slot ?? null,
      };
      // Kept, so that a replaced payment is recognized after a reload.
      return payments.waitForReceipt(sent, (slot) => purchases.learn(id, { slot }), signal, onBlock);
    },
  });
}

const LATE_PURCHASE_MS = 5_000;

/**
 * Whether a quote was bought after all while its failed payment is on the screen: the wallet may have sent more than the
 * transaction that it named.
 */
function latePurchaseQuery({ chainId, quoteId, address, validUntil }: Payment, enabled: boolean) {
  return queryOptions({
    queryKey: ['late-purchase', chainId, quoteId],
    enabled: enabled && validUntil !== undefined,
    queryFn: () => outcomeOf({ chainId, quoteId, address, validUntil: validUntil ?? '' }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? LATE_PURCHASE_MS : false),
  });
}

export function confirmationsQuery({ chainId, txHash }: Payment, enabled: boolean) {
  return queryOptions({
    queryKey: ['confirmations', chainId, txHash],
    enabled: enabled && txHash !== null,
    queryFn: async () => {
      const { payments, deployment } = await loadWallet();
      const count = await payments.confirmations(chainId, txHash as `0x${string}`);
      return { count, required: networkIn(deployment, chainId)?.confirmations ?? 1 };
    },
    refetchInterval: ({ state }) =>
      state.data && (state.data.count === null || state.data.count >= state.data.required) ? false : 2_000,
  });
}

/** The payment that this tab has made or follows, as it is now; `null` or `malformed` as its first reading was. */
export function usePaidHere(): TransactionData | 'malformed' | null {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(purchases.paidHere()));
  return useMemo(() => JSON.parse(text) as TransactionData | 'malformed' | null, [text]);
}

/** What becomes of the purchase when its payment ends without a policy. */
const AFTER: Readonly<Record<Exclude<PaymentEnd['status'], 'mined'>, PurchaseState>> = {
  cancelled: 'replaced',
  lapsed: 'expired',
  reverted: 'failed',
  dropped: 'failed',
  partial: 'failed',
};

/**
 * Follows a sent payment on the chain and on the server until the policy exists. It records what it learns, so that a
 * reload and other tabs continue from there.
 */
export function useFollow(paid: Payment, signedIn: boolean) {
  const { storedQuoteId: id } = paid;
  const queryClient = useQueryClient();
  const [block, setBlock] = useState<number | null>(null);
  const receipt = useQuery(receiptQuery(paid, setBlock));
  const end = receipt.data;
  const confirmations = useQuery(confirmationsQuery(paid, end?.status === 'mined'));
  const report = useQuery(reportQuery(paid, signedIn));

  const answer = report.data?.kind === 'answered' ? report.data.answer : null;
  // The server judges the transaction that the wallet named. Only the chain says whether another one paid.
  const judged = end !== undefined || receipt.failureCount > 0;
  const facts: PaymentFacts = {
    receipt: end?.status ?? 'unknown',
    block,
    confirmations:
      confirmations.data && confirmations.data.count !== null
        ? { count: confirmations.data.count, required: confirmations.data.required }
        : null,
    policy: answer && answer.id !== null ? { id: answer.id, status: answer.status } : null,
    refusal: judged && report.data?.kind === 'refused' ? report.data.message : null,
  };
  const phase = phaseOf(facts);

  useEffect(() => {
    if (end?.status !== 'mined') return;
    const { txHash, block: blockNumber } = end;
    if (txHash === paid.txHash && blockNumber === paid.blockNumber) return;
    const learned = { txHash, ...(blockNumber === undefined ? {} : { blockNumber }) };
    queryClient.setQueryData(receiptKey({ ...paid, ...learned }), end);
    purchases.learn(id, learned);
  }, [end, paid, id, queryClient]);

  const failed = end !== undefined && end.status !== 'mined' ? end.status : null;
  useEffect(() => {
    const record = purchases.of(id);
    if (failed === null || record?.state !== 'sent') return;
    purchases.move(id, AFTER[failed], { stepwise: record.stepwise || paid.batchId !== undefined });
  }, [failed, id, paid.batchId]);
  const late = useQuery(latePurchaseQuery(paid, failed !== null && failed !== 'lapsed'));
  const boughtLate = failed !== null && late.data?.state === 'bought';
  useEffect(() => {
    if (!boughtLate) return;
    purchases.move(id, 'sent');
    void queryClient.resetQueries({ queryKey: receiptKey(paid) });
  }, [boughtLate, id, paid, queryClient]);

  useEffect(() => {
    if (answer === null || answer.id === null || paid.success) return;
    const policyNumber = answer.policy_number ?? paid.policyNumber;
    const payment = { ...paid, policyId: answer.id, policyNumber, success: true, apiResponse: answer };
    purchases.move(id, 'bought', { payment });
    void queryClient.invalidateQueries({ queryKey: ['policies'] });
  }, [answer, id, paid, queryClient]);

  const said = useRef({ paid: paid.success, created: paid.success });
  useEffect(() => {
    if (isPaid(phase) && !said.current.paid) {
      said.current.paid = true;
      if (phase !== 'active') toast.success('Payment successful! Creating policy...');
    }
    if (phase === 'active' && !said.current.created) {
      said.current.created = true;
      toast.success('Policy created successfully!');
    }
  }, [phase]);

  /** Whatever the wallet was asked is still looked up before it is asked again. */
  function giveUp(): void {
    const record = purchases.of(id);
    if (record?.state === 'sent') purchases.move(id, 'failed', { asks: record.asks });
  }

  return { facts, phase, unreachable: report.error, giveUp };
}
