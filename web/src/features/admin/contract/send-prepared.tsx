import { type ReactNode, useEffect, useRef } from 'react';
import { shortAddress } from '../../../../../domain/address.ts';
import { openConnectDialog } from '../../../state/connect-dialog.ts';
import { Button } from '../../../ui/button.tsx';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';
import { Notice } from '../../../ui/states.tsx';
import type { PreparedCall } from '../../../wallet/contract/calls.ts';
import { type Reported, type Stage, useSend } from './use-send.ts';

interface SendPreparedProps {
  /** Ready to send: from the worker, or built on the contract screen. Keep the same object while it is shown. */
  call: PreparedCall;
  /** The button, with the amount: 'Pay $1,500'. */
  action: string;
  /** What will happen: how much, to whom, from which pool. */
  children: ReactNode;
  /** Reports the transaction to the worker. Without it, the chain's receipt is the end. */
  report?: (hash: string) => Promise<Reported>;
  /** The transaction counts, or the worker goes on alone. */
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Sends a prepared transaction with the wallet that holds the role: tried out first, then confirmed in the wallet,
 * followed to its receipt, and reported. Nothing here signs anyone in.
 */
export function SendPrepared({ call, action, children, report, onDone, onCancel }: SendPreparedProps) {
  const { stage, account, confirm, checkAgain, reportAgain } = useSend({ call, report, onDone });
  const button = useRef<HTMLButtonElement>(null);
  const busy = stage.at === 'asking' || stage.at === 'sent';
  // By keyboard alone: the next step has the focus as soon as there is one.
  useEffect(() => {
    if (stage.at === 'ready' || stage.at === 'no_wallet' || stage.at === 'wrong_account')
      button.current?.focus();
  }, [stage.at]);

  return (
    <div className="flex flex-col gap-3">
      {children}
      {account !== null && (
        <p className="text-sm text-muted">
          From your wallet <AddressText address={account} />
        </p>
      )}
      <StageNotice stage={stage} chainId={call.chain_id} />
      <div className="flex flex-wrap justify-end gap-2">
        {stage.at !== 'done' && (
          <Button variant="quiet" size="dense" onClick={onCancel}>
            {busy ? 'Close' : 'Cancel'}
          </Button>
        )}
        {(stage.at === 'no_wallet' || stage.at === 'wrong_account') && (
          <Button ref={button} size="dense" onClick={openConnectDialog}>
            {stage.at === 'no_wallet' ? 'Connect Wallet' : 'Use Another Account'}
          </Button>
        )}
        {stage.at === 'refused' && (
          <Button size="dense" variant="secondary" onClick={checkAgain}>
            Check Again
          </Button>
        )}
        {(stage.at === 'checking' || stage.at === 'ready' || stage.at === 'asking') && (
          <Button ref={button} size="dense" busy={stage.at !== 'ready'} onClick={() => void confirm()}>
            {action}
          </Button>
        )}
        {stage.at === 'failed' && report && (
          <Button size="dense" variant="secondary" onClick={() => reportAgain(stage.hash)}>
            Report Again
          </Button>
        )}
        {stage.at === 'done' && (
          <Button size="dense" variant="secondary" onClick={onCancel}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}

function StageNotice({ stage, chainId }: { stage: Stage; chainId: number }) {
  switch (stage.at) {
    case 'no_wallet':
      return <Notice>Connect the wallet that holds the role. It neither signs you in nor out.</Notice>;
    case 'checking':
      return <Notice>Trying it out with the contract, without sending anything…</Notice>;
    case 'wrong_account':
      return (
        <Notice tone="waiting">
          {stage.roles.length === 0
            ? 'Nobody holds the role for this at the moment.'
            : `This needs the ${stage.roles
                .map(({ role, holder }) => `${role} role (${shortAddress(holder)})`)
                .join(' or the ')}. The connected account does not hold it.`}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="danger">The contract would refuse this, so nothing was sent. {stage.reason}</Notice>
      );
    case 'ready':
      if (stage.problem !== null) {
        return <Notice tone="danger">{stage.problem} Nothing was sent.</Notice>;
      }
      return (
        <Notice>
          The contract accepts it{stage.role ? ` from the ${stage.role} role` : ''}. Nothing is sent before
          you confirm.
        </Notice>
      );
    case 'asking':
      return <Notice tone="waiting">Confirm in your wallet.</Notice>;
    case 'sent':
      return (
        <Notice tone="waiting">
          {stage.message ??
            (stage.mined ? 'On chain. Telling our records…' : 'Sent. Waiting for the network…')}{' '}
          <TransactionHash hash={stage.hash} chainId={chainId} />
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger">
          {stage.reason} <TransactionHash hash={stage.hash} chainId={chainId} />
        </Notice>
      );
    case 'done':
      return (
        <Notice>
          {stage.message ?? 'Done: the transaction is on chain.'}{' '}
          <TransactionHash hash={stage.hash} chainId={chainId} />
        </Notice>
      );
  }
}
