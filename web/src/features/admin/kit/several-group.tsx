import { useQuery } from '@tanstack/react-query';
import { networkName } from '#domain/chains.ts';
import { cutDown, formatAmount, formatUsd } from '#domain/money.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Failure, Notice } from '#web/ui/states.tsx';
import { LongHash, TransactionHash } from '#web/ui/values.tsx';
import { WalletShows } from '#web/ui/wallet-shows.tsx';
import { chainOfCall, rehearsalText, senderOf } from '#web/wallet/sending.ts';
import { WalletStep } from '#web/wallet/wallet-step.tsx';
import { counted } from './assignment.ts';
import { PoolLines } from './sending.tsx';
import { type Item, type LeftOut, type Outcome, type Payments, useSeveral } from './several.ts';

/** What is not among them, and why. */
export const Left = ({ left }: { left: readonly LeftOut[] }) =>
  left.length > 0 && (
    <section aria-label="Left out">
      <h3 className="text-[0.8125rem] font-semibold tracking-normal">Left out</h3>
      <ul className="text-muted">
        {left.map(({ name, why }) => (
          <li key={name}>
            {name}: {why}
          </li>
        ))}
      </ul>
    </section>
  );

interface GroupProps extends Payments {
  /** What the wallet can do on their chain; null if it can't carry out several calls as one. */
  batching: 'supported' | 'ready' | null;
}

/** The payments of one pool: what leaves it, to whom, what the wallet will show, and what became of each. */
export function Group({ batching, ...payments }: GroupProps) {
  const { items, noun, account } = payments;
  const several = useSeveral(payments, batching !== null);
  const { step, listed, left, outcomes, decimals, isSent, isTrying, wrong } = several;
  const [{ ready: call }] = items;
  const network = networkName(chainOfCall(call));
  const sum = listed.reduce((all, { ready }) => all + BigInt(ready.amount), 0n);
  const dollars = listed.reduce((all, { shown }) => all + (shown(null).pool?.fromAllowance ?? 0), 0);
  const isDone = step.isSuccess && isSent;
  const coins =
    decimals === null ? call.currency : formatAmount(cutDown(sum, decimals), decimals, call.currency);
  const usd = listed.reduce<number | null>(
    (all, { ready }) => (all === null || ready.usd === null ? null : all + ready.usd),
    0,
  );
  const amount = usd === null ? coins : `${formatUsd(usd)} = ${coins}`;
  const isOffered = several.isOffered && (batching !== null || isSent);
  return (
    <section aria-label={`${call.currency} on ${network}`} className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold tracking-normal">
        {counted(listed.length, noun)} in {call.currency} on {network}: {amount}
      </h2>
      <ul className="flex flex-col gap-1">
        {listed.map((item) => (
          <li key={item.name}>
            <span className="font-medium">{item.name}:</span> {item.shown(decimals).text}
            <Told outcome={outcomes[item.name]} call={item} />
          </li>
        ))}
      </ul>
      {isOffered && (
        <PoolLines
          call={call}
          currency={call.currency}
          amount={isDone ? 0n : sum}
          fromAllowance={isDone ? 0 : dollars}
        />
      )}
      <Left left={left} />
      {batching === null && account !== null && !isSent && (
        <Notice tone="waiting">
          Your wallet can’t carry out several transactions as one on {network}. Open each of them to send its{' '}
          {noun} on its own: they stay prepared.
        </Notice>
      )}
      {wrong && (
        <Notice
          tone="waiting"
          actions={
            <Button size="dense" onClick={openConnectDialog}>
              Use Another Account
            </Button>
          }
        >
          {wrong.says}
        </Notice>
      )}
      <Failure title="Failed to try it out" error={several.problem} />
      {isOffered && !isDone && (
        <>
          {account !== null && (
            <p className="text-muted">
              From your wallet <LongHash text={account} copy="Copy address" />
            </p>
          )}
          <p>
            Your wallet shows one request with {counted(listed.length, 'call')}. The network carries out all
            of them in one transaction, or none.
            {batching === 'ready' && ' First it asks to upgrade your account, so that it can do that.'}
          </p>
          <details className="rounded-card border border-line p-3">
            <summary className="cursor-pointer font-medium">Compare each call with your wallet</summary>
            <div className="mt-2 flex flex-col gap-2">
              {listed.map((item) => (
                <Words key={item.name} item={item} decimals={decimals} />
              ))}
            </div>
          </details>
          {step.stage === 'sending' && (
            <p role="status" className="text-muted">
              Sent. Waiting for the network…
            </p>
          )}
          <WalletStep
            step={step}
            size="dense"
            declined="You said no in your wallet, so nothing was sent. What is prepared can be sent here, or on its own until its time is over."
            label={isSent ? 'Look Again' : `Send ${counted(listed.length, title(noun))}`}
            beside={<span className="grow" />}
            onPress={several.ask}
          />
        </>
      )}
      {!isOffered && step.error && <Failure title={step.failed} error={step.error} />}
      {isTrying && (
        <p role="status" className="text-muted">
          {rehearsalText(call)}
        </p>
      )}
    </section>
  );
}

const title = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** What the wallet shows of one call among the others. */
function Words({ item, decimals }: { item: Item; decimals: number | null }) {
  const { ready, name, shown } = item;
  const { data = null } = useQuery({
    queryKey: ['shows', ready],
    queryFn: async () => (await senderOf(ready)).shows(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      <p className="text-muted">{name}</p>
      <WalletShows shown={data} note={shown(decimals).note ?? null} dense />
    </div>
  );
}

function Told({ outcome, call: { ready } }: { outcome: Outcome | undefined; call: Item }) {
  if (!outcome) return null;
  return (
    <p className={outcome.failed ? 'text-coral' : outcome.done ? 'text-teal' : 'text-amber'}>
      {outcome.message} <TransactionHash hash={outcome.hash} chainId={chainOfCall(ready)} />
    </p>
  );
}
