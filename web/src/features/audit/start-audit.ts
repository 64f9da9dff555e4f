import type { AuditResult } from '#domain/audit/audit.ts';
import type { Report } from '#domain/audit/read.ts';
import type { AuditMessage } from '#web/wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
export function startAudit(signal: AbortSignal, report: Report): Promise<AuditResult> {
  const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<AuditResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<AuditMessage>) => {
      if ('progress' in data) report(data.progress);
      else if ('result' in data) resolve(data.result);
      else reject(new Error(data.failed));
    };
    worker.onerror = () => reject(new Error('The audit could not be started. Please reload the page.'));
    signal.addEventListener('abort', () => reject(signal.reason));
  }).finally(() => worker.terminate());
}
