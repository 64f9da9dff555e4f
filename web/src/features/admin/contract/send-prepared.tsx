import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { BLOCK_WANTED, parseBlock } from '#web/lib/block.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Notice } from '#web/ui/states.tsx';
import { LongHash, TransactionHash } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import type { OutsideCall } from '#web/wallet/sender.ts';
import { chainOfCall, isRepeatable, rehearsalText } from '#web/wallet/sending.ts';
import { type Mined, type Reported, type Stage, useSend } from './use-send.ts';

const SENT = z.object({
  hash: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{64}$/, 'Please enter 0x and 64 hexadecimal digits.'),
  block: z
    .string()
    .refine((text) => parseBlock(text) !== null, BLOCK_WANTED)
    .transform(parseBlock),
});

/** For an account that no browser wallet holds alone: the call to submit elsewhere, and its transaction by hand. */
function SentElsewhere({
  call,
  handOver = async () => undefined,
  onReport,
}: {
  call: OutsideCall;
  /** Tells our records first: from then on it can be carried out at any time. */
  handOver?: (() => Promise<unknown>) | undefined;
  onReport: (sent: Mined) => void;
}) {
  const show = useMutation({ mutationFn: handOver });
  const form = useApiForm({
    keep: null,
    schema: SENT,
    defaultValues: { hash: '', block: '' },
    send: async (sent) => onReport(sent),
  });
  return (
    <details className="rounded-card border border-line p-3 text-[0.8125rem]">
      <summary className="cursor-pointer font-medium">Send it with a multisig or proxy tool</summary>
      <form className="mt-2 flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-muted">{call.says}</p>
        {show.isSuccess ? (
          <div>
            <p className="font-medium">Call data</p>
            <LongHash text={call.data} copy="Copy call data" />
          </div>
        ) : (
          <>
            <p className="text-muted">
              Call data has no end: until it is seen on the network or discarded here, nothing else is
              prepared in its place.
            </p>
            <Button
              size="dense"
              variant="secondary"
              className="self-start"
              busy={show.isPending}
              onClick={() => show.mutate()}
            >
              Show the Call Data
            </Button>
          </>
        )}
        <FormError error={show.error} />
        <TextField
          form={form}
          name="hash"
          label="Transaction hash"
          autoComplete="off"
          spellCheck={false}
          placeholder="0x…"
          className="figures"
        />
        <TextField
          form={form}
          name="block"
          label="Block number"
          className="figures"
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" size="dense" variant="secondary" className="self-end">
          Report the Transaction
        </Button>
      </form>
    </details>
  );
}

/** Discards a prepared transfer that was not sent, so that another one can be prepared. */
export function Discard({ discard, onDone }: { discard: () => Promise<unknown>; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const [sure, setSure] = useState(false);
  const run = useMutation({ mutationFn: discard, onSuccess: onDone });
  if (!asking) {
    return (
      <Button size="dense" variant="quiet" className="self-start" onClick={() => setAsking(true)}>
        Discard the Prepared Transfer
      </Button>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2 text-[0.8125rem]">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-0.5"
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
        />
        Nobody has signed or submitted it, and nobody will. The network would not refuse a second one.
      </label>
      {run.isError && (
        <p role="alert" className="text-coral">
          {messageOf(run.error)}
        </p>
      )}
      <Button
        size="dense"
        variant="danger"
        busy={run.isPending}
        disabled={!sure}
        onClick={() => run.mutate()}
      >
        Discard
      </Button>
    </div>
  );
}

interface SendPreparedProps {
  /** Ready to send: from the worker, or built on the contract screen. Keep the same object while it is shown. */
  call: ReadyCall;
  /** The button, with the amount: 'Pay $1,500'. */
  action: string;
  /** What will happen: how much, to whom, from which pool. It is told once that has happened on chain. */
  children: ReactNode | ((hasHappened: boolean) => ReactNode);
  /** What a number in the wallet's sentence means. */
  note?: string | null;
  /** Reports the transaction to the worker. Without it, the chain's receipt is the end. */
  report?: (sent: Mined) => Promise<Reported>;
  /** Where the network would carry it out twice: says that it leaves as call data, and withdraws it unsent. */
  handOver?: () => Promise<unknown>;
  discard?: () => Promise<unknown>;
  /** The transaction counts, or the worker continues alone: what there is to say about it. */
  onDone: (message: string | null) => void;
  onCancel: () => void;
}

/** Until the wallet is asked. */
const UNSENT: readonly Stage['at'][] = ['no_wallet', 'wrong_account', 'refused', 'ready'];

/**
 * Sends a prepared transaction with the wallet that holds the role: tried out first, then confirmed in the wallet,
 * followed to its receipt, and reported. Nothing here signs anyone in.
 */
export function SendPrepared(props: SendPreparedProps) {
  const { call, action, children, note, report, handOver, discard, onDone, onCancel } = props;
  const { stage, account, shown, confirm, follow, checkAgain, reportSent } = useSend({
    call,
    report,
    onDone,
  });
  const button = useRef<HTMLButtonElement>(null);
  const busy = stage.at === 'asking' || stage.at === 'sent';
  const hasHappened = stage.at === 'done' || (stage.at === 'sent' && stage.mined);
  // By keyboard alone: the next step has the focus as soon as there is one.
  useEffect(() => {
    if (stage.at === 'ready' || stage.at === 'no_wallet' || stage.at === 'wrong_account')
      button.current?.focus();
  }, [stage.at]);

  return (
    <div className="flex flex-col gap-3">
      {typeof children === 'function' ? children(hasHappened) : children}
      {(UNSENT.includes(stage.at) || stage.at === 'checking' || stage.at === 'asking') && (
        <WalletShows shown={shown} note={note} dense />
      )}
      {account !== null && (
        <p className="text-sm text-muted">
          From your wallet <LongHash text={account} copy="Copy address" />
        </p>
      )}
      <StageNotice stage={stage} call={call} />
      {(stage.at === 'no_wallet' || stage.at === 'wrong_account') && stage.outside && report && (
        <SentElsewhere call={stage.outside} handOver={handOver} onReport={reportSent} />
      )}
      {discard && isRepeatable(call) && UNSENT.includes(stage.at) && (
        <Discard discard={discard} onDone={onCancel} />
      )}
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
        {stage.at === 'open' && (
          <Button size="dense" variant="secondary" onClick={() => void follow(stage.sent)}>
            Look Again
          </Button>
        )}
        {stage.at === 'failed' && report && (
          <Button size="dense" variant="secondary" onClick={() => reportSent(stage.sent)}>
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

function StageNotice({ stage, call }: { stage: Stage; call: ReadyCall }) {
  const chainId = chainOfCall(call);
  switch (stage.at) {
    case 'no_wallet':
      return <Notice>{stage.says}</Notice>;
    case 'checking':
      return <Notice>{rehearsalText(call)}</Notice>;
    case 'wrong_account':
      return <Notice tone="waiting">{stage.says}</Notice>;
    case 'refused':
      return <Notice tone="danger">{stage.says}</Notice>;
    case 'ready':
      if (stage.problem !== null) {
        return <Notice tone="danger">{stage.problem} Nothing was sent.</Notice>;
      }
      return <Notice>{stage.says}</Notice>;
    case 'asking':
      return (
        <Notice tone="waiting">
          Confirm in your wallet.
          <NothingThere />
        </Notice>
      );
    case 'sent':
      return (
        <Notice tone="waiting">
          {stage.message ??
            (stage.mined ? 'On chain. Telling our records…' : 'Sent. Waiting for the network…')}{' '}
          <TransactionHash hash={stage.sent.hash} chainId={chainId} />
        </Notice>
      );
    case 'open':
    case 'failed':
      return (
        <Notice tone={stage.at === 'open' ? 'waiting' : 'danger'}>
          {stage.reason} <TransactionHash hash={stage.sent.hash} chainId={chainId} />
        </Notice>
      );
    case 'done':
      return (
        <Notice>
          {stage.message ?? 'Done: the transaction is on chain.'}{' '}
          <TransactionHash hash={stage.sent.hash} chainId={chainId} />
        </Notice>
      );
  }
}
