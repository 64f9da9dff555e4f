import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { LongHash, TransactionHash } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { chainOfCall, isRepeatable, rehearsalText } from '#web/wallet/sending.ts';
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

/** Until the wallet is asked. */
const UNSENT: readonly Stage['at'][] = ['no_wallet', 'wrong_account', 'refused', 'ready'];

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
  const isUnsent = UNSENT.includes(stage.at);
  const hasHappened = stage.at === 'done' || (stage.at === 'sent' && stage.mined);
  // By keyboard alone: the next step has the focus as soon as there is one.
  useEffect(() => {
    if (stage.at === 'ready' || stage.at === 'no_wallet' || stage.at === 'wrong_account')
      button.current?.focus();
  }, [stage.at]);

  /** What can be done next, by its button. */
  function next(): readonly [label: string, run: () => unknown] | null {
    switch (stage.at) {
      case 'no_wallet':
        return ['Connect Wallet', openConnectDialog];
      case 'wrong_account':
        return ['Use Another Account', openConnectDialog];
      case 'refused':
        return ['Check Again', checkAgain];
      case 'checking':
      case 'ready':
      case 'asking':
        return [action, confirm];
      case 'open':
        return ['Look Again', () => follow(stage.sent)];
      case 'failed':
        return report ? ['Report Again', () => reportSent(stage.sent)] : null;
      case 'done':
        return ['Close', onCancel];
      case 'sent':
        return null;
    }
  }
  const [label, run] = next() ?? [null];
  const isSecondary = ['refused', 'open', 'failed', 'done'].includes(stage.at);

  return (
    <div className="flex flex-col gap-3">
      {typeof children === 'function' ? children(hasHappened) : children}
      {(isUnsent || stage.at === 'checking' || stage.at === 'asking') && (
        <WalletShows shown={shown} note={note} dense />
      )}
      {account !== null && (
        <p className="text-sm text-muted">
          From your wallet <LongHash text={account} copy="Copy address" />
        </p>
      )}
      {stage.at !== 'asking' && <StageNotice stage={stage} call={call} />}
      {(stage.at === 'asking' || stage.at === 'ready') && (
        <WalletStep step={step} declined="You said no in your wallet, so nothing was sent." />
      )}
      {'outside' in stage && stage.outside && report && (
        <SentElsewhere call={stage.outside} handOver={handOver} onReport={reportSent} />
      )}
      {discard && isRepeatable(call) && isUnsent && <Discard discard={discard} onDone={onCancel} />}
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

/** All but in the wallet, of which the wallet's step tells. */
type Told = Exclude<Stage, { at: 'asking' }>;

/** Where the call is, in a sentence, with its transaction once there is one. */
function told(
  stage: Told,
  call: ReadyCall,
): readonly [tone: ComponentProps<typeof Notice>['tone'], says: ReactNode] {
  switch (stage.at) {
    case 'no_wallet':
      return ['info', stage.says];
    case 'checking':
      return ['info', rehearsalText(call)];
    case 'wrong_account':
      return ['waiting', stage.says];
    case 'refused':
      return ['danger', stage.says];
    case 'ready':
      return ['info', stage.says];
    case 'sent': {
      const says = stage.mined ? 'On chain. Telling our records…' : 'Sent. Waiting for the network…';
      return ['waiting', stage.message ?? says];
    }
    case 'open':
      return ['waiting', stage.reason];
    case 'failed':
      return ['danger', stage.reason];
    case 'done':
      return ['info', stage.message ?? 'Done: the transaction is on chain.'];
  }
}

function StageNotice({ stage, call }: { stage: Told; call: ReadyCall }) {
  const [tone, says] = told(stage, call);
  return (
    <Notice tone={tone}>
      {says}
      {'sent' in stage && (
        <>
          {' '}
          <TransactionHash hash={stage.sent.hash} chainId={chainOfCall(call)} />
        </>
      )}
    </Notice>
  );
}
