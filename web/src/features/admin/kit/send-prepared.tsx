import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { LongHash, TransactionHash } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { chainOfCall, isRepeatable } from '#web/wallet/sending.ts';
import { WalletStep } from '#web/wallet/wallet-step.tsx';
import { Discard, SentElsewhere } from './call-data.tsx';
import { type Mined, type Reported, type Stage, useSend } from './use-send.ts';

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

const TONES: Readonly<Record<Stage['at'], ComponentProps<typeof Notice>['tone']>> = {
  no_wallet: 'info',
  wrong_account: 'waiting',
  refused: 'danger',
  checking: 'info',
  ready: 'info',
  asking: 'info',
  sent: 'waiting',
  open: 'waiting',
  failed: 'danger',
  done: 'info',
};

/**
 * Sends a prepared transaction with the wallet that holds the role: tried out first, then confirmed in the wallet,
 * followed to its receipt, and reported. Nothing here signs anyone in.
 */
export function SendPrepared(props: SendPreparedProps) {
  const { call, action, children, note, report, handOver, discard, onDone, onCancel } = props;
  const { stage, step, account, shown, confirm, follow, checkAgain, reportSent } = useSend({
    call,
    action,
    report,
    onDone,
  });
  const button = useRef<HTMLButtonElement>(null);
  /** Its transaction, once there is one. */
  const sent = 'sent' in stage ? stage.sent : null;
  const hasHappened = stage.at === 'done' || (stage.at === 'sent' && stage.mined);
  // By keyboard alone: the next step has the focus as soon as there is one.
  useEffect(() => {
    if (stage.at === 'ready' || stage.at === 'no_wallet' || stage.at === 'wrong_account')
      button.current?.focus();
  }, [stage.at]);

  const confirming = [action, confirm] as const;
  /** What can be done next, by its button. */
  const next: Readonly<Record<Stage['at'], readonly [label: string, run: () => unknown] | null | undefined>> =
    {
      no_wallet: ['Connect Wallet', openConnectDialog],
      wrong_account: ['Use Another Account', openConnectDialog],
      refused: ['Check Again', checkAgain],
      checking: confirming,
      ready: confirming,
      asking: confirming,
      sent: null,
      open: sent && ['Look Again', () => follow(sent)],
      failed: report && sent && ['Report Again', () => reportSent(sent)],
      done: ['Close', onCancel],
    };
  const [label, run] = next[stage.at] ?? [null];
  const isSecondary = ['refused', 'open', 'failed', 'done'].includes(stage.at);

  return (
    <div className="flex flex-col gap-3">
      {typeof children === 'function' ? children(hasHappened) : children}
      {sent === null && <WalletShows shown={shown} note={note} dense />}
      {account !== null && (
        <p className="text-sm text-muted">
          From your wallet <LongHash text={account} copy="Copy address" />
        </p>
      )}
      {stage.at !== 'asking' && (
        <Notice tone={TONES[stage.at]}>
          {stage.says} {sent && <TransactionHash hash={sent.hash} chainId={chainOfCall(call)} />}
        </Notice>
      )}
      {(stage.at === 'asking' || stage.at === 'ready') && (
        <WalletStep step={step} declined="You said no in your wallet, so nothing was sent." />
      )}
      {'outside' in stage && stage.outside && report && (
        <SentElsewhere call={stage.outside} handOver={handOver} onReport={reportSent} />
      )}
      {discard && isRepeatable(call) && 'outside' in stage && <Discard discard={discard} onDone={onCancel} />}
      <div className="flex flex-wrap justify-end gap-2">
        {stage.at !== 'done' && (
          <Button variant="quiet" size="dense" onClick={onCancel}>
            {stage.at === 'asking' || stage.at === 'sent' ? 'Close' : 'Cancel'}
          </Button>
        )}
        {label !== null && (
          <Button
            // Each step has a button of its own, which gets the focus once it can be pressed.
            key={label}
            ref={button}
            size="dense"
            variant={isSecondary ? 'secondary' : 'primary'}
            busy={stage.at === 'checking' || stage.at === 'asking'}
            onClick={() => void run?.()}
          >
            {label}
          </Button>
        )}
      </div>
    </div>
  );
}
