import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { networkIn } from '#web/lib/deployment.ts';
import {
  forgetAttempt,
  forgetQuote,
  readQuote,
  rememberSlot,
  slotOf,
  type TransactionData,
  writeTransaction,
} from '#web/state/purchase.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { SentPayment } from '#web/wallet/payments.ts';
import { paymentReport, reportCall } from './payload.ts';
import {
  isPaid,
  type PaymentFacts,
  phaseOf,
  type Report,
  type ReportAnswer,
  reportAnswer,
} from './progress.ts';
import { askAttempt } from './queries.ts';

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
export function reportQuery(transaction: TransactionData, enabled: boolean) {
  const { txHash } = transaction;
  return queryOptions({
    queryKey: ['payment-report', txHash],
    enabled: enabled && txHash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Report> => {
      if (txHash === null) throw new Error('No transaction');
      const call = reportCall(transaction.insuranceTypeKey);
      const body = paymentReport(transaction, txHash, readQuote());
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
function sentAs({ txHash, batchId, blocks }: TransactionData): SentPayment {
  if (txHash !== null) {
    return { txHash: txHash as `0x${string}`, batchId: null, ...(blocks ? { blocks } : {}) };
  }
  if (batchId === undefined) throw new Error('A payment without hash and batch');
  return { txHash: null, batchId };
}

function receiptKey({ chainId, txHash, batchId }: TransactionData) {
  return ['receipt', chainId, txHash ?? batchId];
}

/**
 * The payment's state on the chain: mined, reverted or replaced. A batch is resolved to its transaction first.
 * @param onBlock is told the block that has it before it counts; null when that one is replaced
 */
export function receiptQuery(transaction: TransactionData, onBlock?: (block: number | null) => void) {
  const { chainId, txHash, quoteId, validUntil } = transaction;
  return queryOptions({
    queryKey: receiptKey(transaction),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 3_000,
    queryFn: async ({ signal }) => {
      const { payments } = await loadWallet();
      const sent = {
        ...sentAs(transaction),
        chain: chainId,
        quoteId: quoteId as `0x${string}`,
        validUntil: validUntil === undefined ? null : Date.parse(validUntil) / 1000,
        slot: (txHash !== null && slotOf(txHash)) || null,
      };
      return payments.waitForReceipt(
        sent,
        (slot) => txHash !== null && rememberSlot(txHash, slot),
        signal,
        onBlock,
      );
    },
  });
}

const LATE_PURCHASE_MS = 5_000;

/**
 * Whether a quote was bought after all while its failed payment is on the screen: the wallet may have sent more than the
 * transaction that it named.
 */
function latePurchaseQuery(
  { chainId, quoteId, storedQuoteId, address, validUntil }: TransactionData,
  enabled: boolean,
) {
  return queryOptions({
    queryKey: ['late-purchase', chainId, quoteId],
    enabled: enabled && validUntil !== undefined,
    queryFn: () => askAttempt({ chainId, quoteId, storedQuoteId, address, validUntil: validUntil ?? '' }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? LATE_PURCHASE_MS : false),
  });
}

export function confirmationsQuery(transaction: TransactionData, enabled: boolean) {
  const { chainId, txHash } = transaction;
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

/**
 * Follows a sent payment on the chain and on the server until the policy exists. It stores what it learns, so that a
 * reload continues from there.
 */
export function useFollow(
  transaction: TransactionData,
  signedIn: boolean,
  onUpdate: (next: TransactionData) => void,
) {
  const queryClient = useQueryClient();
  const [block, setBlock] = useState<number | null>(null);
  const receipt = useQuery(receiptQuery(transaction, setBlock));
  const mined = receipt.data?.status === 'mined';
  const confirmations = useQuery(confirmationsQuery(transaction, mined));
  const report = useQuery(reportQuery(transaction, signedIn));

  const answer = report.data?.kind === 'answered' ? report.data.answer : null;
  // The server judges the transaction that the wallet named. Only the chain says whether another one paid.
  const judged = receipt.data !== undefined || receipt.failureCount > 0;
  const facts: PaymentFacts = {
    receipt: receipt.data?.status ?? 'unknown',
    block,
    confirmations:
      confirmations.data && confirmations.data.count !== null
        ? { count: confirmations.data.count, required: confirmations.data.required }
        : null,
    policy: answer && answer.id !== null ? { id: answer.id, status: answer.status } : null,
    refusal: judged && report.data?.kind === 'refused' ? report.data.message : null,
  };
  const phase = phaseOf(facts);

  const end = receipt.data;
  useEffect(() => {
    if (end?.status !== 'mined') return;
    const { txHash, block: blockNumber } = end;
    if (txHash === transaction.txHash && blockNumber === transaction.blockNumber) return;
    const next = { ...transaction, txHash, ...(blockNumber === undefined ? {} : { blockNumber }) };
    queryClient.setQueryData(receiptKey(next), end);
    writeTransaction(next);
    onUpdate(next);
  }, [end, transaction, onUpdate, queryClient]);

  const failed = end !== undefined && end.status !== 'mined';
  useEffect(() => {
    if (failed) forgetAttempt(transaction.quoteId);
  }, [failed, transaction.quoteId]);
  const late = useQuery(latePurchaseQuery(transaction, failed && end.status !== 'lapsed'));
  const boughtLate = late.data?.state === 'bought';
  useEffect(() => {
    if (failed && boughtLate) void queryClient.resetQueries({ queryKey: receiptKey(transaction) });
  }, [failed, boughtLate, transaction, queryClient]);

  const recorded = answer !== null && answer.id !== null;
  useEffect(() => {
    if (!recorded || answer === null || transaction.success) return;
    const next: TransactionData = {
      ...transaction,
      policyId: answer.id,
      policyNumber: answer.policy_number ?? transaction.policyNumber,
      success: true,
      apiResponse: answer,
    };
    writeTransaction(next);
    forgetQuote(transaction.storedQuoteId);
    onUpdate(next);
    void queryClient.invalidateQueries({ queryKey: ['policies'] });
  }, [recorded, answer, transaction, onUpdate, queryClient]);

  const said = useRef({ paid: transaction.success, created: transaction.success });
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

  return { facts, phase, unreachable: report.error };
}
