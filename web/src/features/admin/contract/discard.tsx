import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';

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
