import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import * as auditApi from '#domain/audit/api.ts';
import type { AuditResult } from '#domain/audit/audit.ts';
import { isDifference, type Line } from '#domain/audit/lines.ts';
import type { Report, Progress as Step } from '#domain/audit/read.ts';
import { eventsCsv, linesCsv } from '#domain/audit/report.ts';
import { AUDIT_LISTS, type AuditList } from '#domain/audit/schema.ts';
import { otherChain, placesIn } from '#domain/audit/without-contract.ts';
import { networkName } from '#domain/chains.ts';
import { addressOf } from '#web/lib/api/call.ts';
import { API_SERVERS } from '#web/lib/env.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { saveText } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { ErrorState, LoadError, Notice, Skeleton } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { AuditMessage } from '#web/wallet/audit.ts';
import { AboutTab } from './about-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { PoolsTab } from './pools-tab.tsx';
import { ReconciliationTab, type Show } from './reconciliation-tab.tsx';
import { PayoutsTab, WaitingTab } from './state-tab.tsx';
import type { AuditTab } from './tabs.ts';
import { countFound, type RowCheck, useRowCheck, WithoutContract } from './without-contract.tsx';

/** Runs the audit, and again on request; the results before stay until there are new ones. */
function useAudit() {
  const [progress, setProgress] = useState<Step | null>(null);
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
      setProgress(null);
      return startAudit(signal, setProgress);
    },
  });
  const again = () => void refetch();
  return { result: error ? null : (data ?? null), error: busy ? null : error, busy, progress, again };
}

const recordsFile = (list: AuditList) =>
  `${API_SERVERS[0]}${addressOf(auditApi.exportAuditRecords, { query: { list } })}`;

function Running({ progress }: { progress: Step | null }) {
  const known = progress !== null && progress.total > 0;
  const count = progress ? formatCount(progress.done) : '';
  const text = known ? `${count} of ${formatCount(progress.total)}` : count;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm text-muted">
        {progress?.step ?? 'Starting'} …
      </p>
      <Progress
        label="Progress of the audit"
        value={known ? (100 * progress.done) / progress.total : 0}
        text={text}
      />
      <p className="figures min-h-5 text-sm text-muted">{text}</p>
    </div>
  );
}

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What the audit found, on the chains with our contracts and on the one without. */
function Verdict({ result, check }: { result: AuditResult; check: RowCheck }) {
  const { lines, recorded, missing } = result;
  const rows = recorded === null ? 0 : placesIn(recorded.withoutContract).length;
  const { wrong: there } = countFound(check.found);
  const count = lines.filter(isDifference).length + there;
  const other = recorded && otherChain(recorded);
  const unchecked = rows > 0 && check.found === null;
  const network = networkName(other === null ? null : String(other));
  if (count > 0) {
    return (
      <ErrorState
        title={count === 1 ? 'There is 1 difference' : `There are ${counted(count, '', 'differences')}`}
      >
        {there < count && 'The reconciliation names each and says what differs.'}
        {there > 0 &&
          ` ${there === 1 ? 'One is' : `${formatCount(there)} are`} on ${network}, named further down.`}
        {unchecked && ` Our records of ${network} have not been looked up yet.`}
      </ErrorState>
    );
  }
  if (recorded === null) {
    return (
      <Notice tone="waiting">
        The chain’s own figures add up. They could not be compared with our records: {missing}
      </Notice>
    );
  }
  // Everything is counted in lines, as in the list below.
  const matched = lines.filter((line) => line.result === 'matched');
  const about = (kind: Line['about']) => matched.filter((line) => line.about === kind).length;
  const [events, policies] = [about('event'), about('policy')];
  const others = matched.length - events - policies;
  const waiting = lines.filter((line) => line.result === 'waiting').length;
  const compared = `${counted(events, 'event', 'events')}, ${counted(policies, 'policy', 'policies')} and ${counted(others, 'total or rate', 'totals, rates and claims')}, ${counted(matched.length, 'line', 'lines')} in all`;
  const young = waiting > 0 && ` ${formatCount(waiting)} of them are too new to judge.`;
  if (unchecked) {
    return (
      <Notice
        tone="waiting"
        actions={
          <Button size="small" busy={check.busy} onClick={check.start}>
            Look them up
          </Button>
        }
      >
        Our contracts and our records match: {compared}.{young} The {counted(rows, 'row', 'rows')} on{' '}
        {network}, which has no contract, {rows === 1 ? 'has' : 'have'} not been looked up in{' '}
        {rows === 1 ? 'its block' : 'their blocks'} yet.
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      Everything matches: {compared}
      {rows > 0 &&
        `, and ${counted(rows, 'row', 'rows')} on ${network} in ${rows === 1 ? 'its block' : 'their blocks'}`}
      .{young}
    </Notice>
  );
}

interface AuditScreenProps {
  tab: AuditTab;
  show: Show;
  onTab: (tab: AuditTab) => void;
  onShow: (show: Show) => void;
}

/** The page for auditors. The chain is read by this browser; our API only says what we have recorded. */
export function AuditScreen({ tab, show, onTab, onShow }: AuditScreenProps) {
  const { result, error, busy, progress, again } = useAudit();
  const check = useRowCheck(result?.recorded ?? null);
  return (
    <div className="page flex flex-col gap-6 py-10">
      <div className="max-w-3xl">
        <h1 className="text-3xl">Audit</h1>
        <p className="mt-2 text-muted">
          For auditors, and anyone else. Your browser reads every event of our contracts straight from the
          chain, adds up the money, and compares it line by line with what our servers have recorded. No
          login, and nobody’s personal data.
        </p>
      </div>
      {busy && <Running progress={progress} />}
      {error && (
        <LoadError title="The chain could not be read" query={{ error, isFetching: false, refetch: again }}>
          Without the chain there is nothing to audit. Our pools and policies are not affected.
        </LoadError>
      )}
      {busy && result === null && (
        <div role="status" aria-label="Auditing" className="grid gap-5 lg:grid-cols-2">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      )}
      {result && (
        <>
          <Verdict result={result} check={check} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <ul className="figures text-sm text-muted">
              {result.readings.map(({ chain, head }) => (
                <li key={chain.chainId}>
                  {chain.name}, blocks {formatCount(chain.fromBlock)} to {formatCount(head.number)},{' '}
                  {longMoment(new Date(head.time * 1000).toISOString())}
                </li>
              ))}
            </ul>
            <Button variant="secondary" size="small" busy={busy} onClick={again}>
              Recompute in your browser
            </Button>
          </div>
          <Tabs
            label="Parts of the audit"
            value={tab}
            onChange={onTab}
            tabs={[
              {
                key: 'reconciliation',
                label: 'Reconciliation',
                content: (
                  <ReconciliationTab
                    result={result}
                    show={show}
                    onShow={onShow}
                    onAgain={again}
                    busy={busy}
                  />
                ),
              },
              { key: 'pools', label: 'Pools and cover', content: <PoolsTab result={result} /> },
              { key: 'events', label: 'Events', content: <EventsTab result={result} /> },
              { key: 'waiting', label: 'Waiting and roles', content: <WaitingTab result={result} /> },
              { key: 'payouts', label: 'Payouts', content: <PayoutsTab result={result} /> },
              { key: 'about', label: 'How to check', content: <AboutTab result={result} /> },
            ]}
          />
          {result.recorded && <WithoutContract recorded={result.recorded} check={check} />}
          <section aria-label="Downloads" className="flex flex-wrap gap-3 border-t border-line pt-6">
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveText('mooring-chain-events.csv', 'text/csv', eventsCsv(result))}
              icon={Download}
            >
              Events as CSV
            </Button>
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveText('mooring-reconciliation.csv', 'text/csv', linesCsv(result.lines))}
              icon={Download}
            >
              Reconciliation as CSV
            </Button>
            {result.recorded &&
              AUDIT_LISTS.map((list) => (
                <a
                  key={list}
                  href={recordsFile(list)}
                  download
                  className="inline-flex min-h-9 items-center text-sm text-teal underline underline-offset-4"
                >
                  Our recorded {list}
                </a>
              ))}
          </section>
        </>
      )}
    </div>
  );
}

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
function startAudit(signal: AbortSignal, report: Report): Promise<AuditResult> {
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
