import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditResult } from '#domain/audit/audit.ts';
import type { Pause } from '#domain/audit/read.ts';
import type { Progress } from '#domain/audit/slices.ts';
import { api } from '#web/lib/api/api.ts';
import { auditDeployment } from '#web/wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
const startAudit = (pause: Pause): Promise<AuditResult> => auditDeployment(api.read, pause);

/** Milliseconds between two updates of the progress bar. */
const SHOWN_EVERY = 80;

/** Lets the browser draw and react before the work continues. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Runs the audit, and again on request; the results before stay until there are new ones. */
export function useAudit() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const {
    data,
    error,
    isFetching: busy,
    refetch,
  } = useQuery({
    queryKey: ['audit'],
    staleTime: 0,
    gcTime: 0,
    // Comparing two results in depth would take as long as drawing them.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => {
      let shown = 0;
      setProgress(null);
      return startAudit(async (step) => {
        const now = performance.now();
        if (now - shown >= SHOWN_EVERY && !signal.aborted) {
          shown = now;
          setProgress(step);
        }
        await turn();
        signal.throwIfAborted();
      });
    },
  });
  const again = () => void refetch();
  return { result: error ? null : (data ?? null), error: busy ? null : error, busy, progress, again };
}
