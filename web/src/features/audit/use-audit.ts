import { useEffect, useState } from 'react';
import type { AuditResult } from '../../../../domain/audit/audit.ts';
import type { Progress } from '../../../../domain/audit/slices.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { startAudit } from './queries.ts';

export type AuditState =
  | { phase: 'running'; progress: Progress | null; result: AuditResult | null }
  | { phase: 'done'; result: AuditResult }
  | { phase: 'failed'; message: string };

/** Milliseconds between two updates of the progress bar. */
const SHOWN_EVERY = 80;

/** Lets the browser draw and react before the work goes on. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Runs the audit, and again on request; the results before stay until there are new ones. */
export function useAudit(): { state: AuditState; again: () => void } {
  const [state, setState] = useState<AuditState>({ phase: 'running', progress: null, result: null });
  const [run, setRun] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run starts the audit anew.
  useEffect(() => {
    let over = false;
    let shown = 0;
    const pause = async (progress: Progress) => {
      const now = performance.now();
      if (!over && now - shown >= SHOWN_EVERY) {
        shown = now;
        setState((before) => ({
          phase: 'running',
          progress,
          result: before.phase === 'failed' ? null : before.result,
        }));
      }
      await turn();
      if (over) throw new Error('Nobody waits for this audit.');
    };
    startAudit(pause).then(
      (result) => {
        if (!over) setState({ phase: 'done', result });
      },
      (error: unknown) => {
        if (!over) setState({ phase: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      over = true;
    };
  }, [run]);
  const again = () => {
    setState((before) => ({
      phase: 'running',
      progress: null,
      result: before.phase === 'failed' ? null : before.result,
    }));
    setRun((before) => before + 1);
  };
  return { state, again };
}
