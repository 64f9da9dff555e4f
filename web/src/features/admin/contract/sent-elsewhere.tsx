import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { parseBlock } from '../../../lib/block.ts';
import { BlockField } from '../../../ui/block-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { LongHash } from '../../../ui/chain.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import type { OutsideCall } from '../../../wallet/sender.ts';
import type { Mined } from './report.ts';

const HASH = /^0x[0-9a-f]{64}$/i;

/** For an account that no browser wallet holds alone: the call to submit elsewhere, and its transaction by hand. */
export function SentElsewhere({
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
  const [hash, setHash] = useState('');
  const [block, setBlock] = useState('');
  const [tried, setTried] = useState(false);
  const sent = { hash: hash.trim().toLowerCase(), block: parseBlock(block) };
  const hashError = HASH.test(sent.hash) ? undefined : 'Please enter 0x and 64 hexadecimal digits.';
  return (
    <details className="rounded-card border border-line p-3 text-[0.8125rem]">
      <summary className="cursor-pointer font-medium">Send it with a multisig or proxy tool</summary>
      <form
        className="mt-2 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!hashError && sent.block !== null) onReport(sent);
        }}
      >
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
        {show.isError && (
          <p role="alert" className="text-coral">
            {messageOf(show.error)}
          </p>
        )}
        <Field label="Transaction hash" error={tried ? hashError : undefined}>
          {(aria) => (
            <Input
              {...aria}
              autoComplete="off"
              spellCheck={false}
              placeholder="0x…"
              className="figures"
              value={hash}
              onChange={(event) => setHash(event.target.value)}
            />
          )}
        </Field>
        <BlockField text={block} onText={setBlock} tried={tried} />
        <Button type="submit" size="dense" variant="secondary" className="self-end">
          Report the Transaction
        </Button>
      </form>
    </details>
  );
}
