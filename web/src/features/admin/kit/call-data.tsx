/** A prepared call that leaves as call data, for an account that no browser wallet holds alone, or is discarded. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { BLOCK_WANTED, parseBlock } from '#web/lib/block.ts';
import { Button } from '#web/ui/button.tsx';
import { LongHash } from '#web/ui/values.tsx';
import type { OutsideCall } from '#web/wallet/sender.ts';
import { Ask } from './asking.tsx';
import type { Mined } from './use-send.ts';

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

/** The call to submit elsewhere, and its transaction by hand. */
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
  return (
    <details className="rounded-card border border-line p-3 text-[0.8125rem]">
      <summary className="mb-2 cursor-pointer font-medium">Send it with a multisig or proxy tool</summary>
      <Ask
        keep={null}
        schema={SENT}
        start={{ hash: '', block: '' }}
        fields={[
          { name: 'hash', label: 'Transaction hash', kind: 'hash' },
          { name: 'block', label: 'Block number', kind: 'code', autoComplete: 'off' },
        ]}
        send={async (sent) => onReport(sent)}
        action="Report the Transaction"
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
            <Button size="dense" variant="secondary" busy={show.isPending} onClick={() => show.mutate()}>
              Show the Call Data
            </Button>
          </>
        )}
        <FormError error={show.error} />
      </Ask>
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
      <FormError error={run.error} />
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
