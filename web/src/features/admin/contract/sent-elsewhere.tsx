import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { FormError } from '#web/features/admin/parts/form-error.tsx';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { BLOCK_WANTED, parseBlock } from '#web/lib/block.ts';
import { Button } from '#web/ui/button.tsx';
import { LongHash } from '#web/ui/chain.tsx';
import { TextField } from '#web/ui/form.tsx';
import type { OutsideCall } from '#web/wallet/sender.ts';
import type { Mined } from './report.ts';

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
