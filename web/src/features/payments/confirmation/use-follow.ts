import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  confirmationsQuery,
  latePurchaseQuery,
  receiptKey,
  receiptQuery,
  reportQuery,
} from '#web/features/payments/queries.ts';
import { forgetAttempt, forgetQuote, type TransactionData, writeTransaction } from '#web/state/purchase.ts';
import { toast } from '#web/ui/toast.ts';
import { isPaid, type PaymentFacts, phaseOf } from './progress.ts';

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
