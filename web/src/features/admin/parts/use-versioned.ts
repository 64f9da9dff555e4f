import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict } from '../queries.ts';

interface Versioned<Input> {
  /** The version of the record as it is shown; 0 while it loads. */
  version: number;
  write: (input: Input, version: number) => Promise<unknown>;
  /** Loads the record again and answers its version. */
  reload: () => Promise<number>;
  onDone?: (input: Input) => void;
  onFailed?: (error: Error) => void;
}

/**
 * A write with the version that it was based on. If somebody else was faster, the record is loaded again and the input
 * is kept as `conflict` for <Conflict>; `keepMine` writes it over the newer version.
 */
export function useVersioned<Input>({ version, write, reload, onDone, onFailed }: Versioned<Input>) {
  const [conflict, setConflict] = useState<{ input: Input; version: number } | null>(null);
  const mutation = useMutation({
    mutationFn: ({ input, at }: { input: Input; at: number }) => write(input, at),
    onSuccess: (_, { input }) => {
      setConflict(null);
      onDone?.(input);
    },
    onError: async (error, { input }) => {
      if (isConflict(error)) setConflict({ input, version: await reload() });
      else onFailed?.(error);
    },
  });
  return {
    run: (input: Input) => mutation.mutate({ input, at: version }),
    busy: mutation.isPending,
    /** A failure that is not a conflict. */
    error: mutation.error && !isConflict(mutation.error) ? mutation.error : null,
    conflict: conflict?.input ?? null,
    /** For an input that may itself be null. */
    hasConflict: conflict !== null,
    keepMine: () => conflict && mutation.mutate({ input: conflict.input, at: conflict.version }),
    takeTheirs: () => {
      setConflict(null);
      mutation.reset();
    },
  };
}
