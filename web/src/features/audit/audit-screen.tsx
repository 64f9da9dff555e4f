import { Download } from 'lucide-react';
import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { isDifference } from '../../../../domain/audit/lines.ts';
import { eventsCsv, linesCsv } from '../../../../domain/audit/report.ts';
import type { Progress as Step } from '../../../../domain/audit/slices.ts';
import { longMoment } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AboutTab } from './about-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { PoolsTab } from './pools-tab.tsx';
import { recordsFile } from './queries.ts';
import { ReconciliationTab, type Show } from './reconciliation-tab.tsx';
import { PayoutsTab, WaitingTab } from './state-tab.tsx';
import type { AuditTab } from './tabs.ts';
import { useAudit } from './use-audit.ts';
import { WithoutContract } from './without-contract.tsx';

const save = (name: string, text: string) =>
  saveFile({ blob: new Blob([text], { type: 'text/csv' }), filename: `${name}.csv` });

function Running({ progress }: { progress: Step | null }) {
  const known = progress !== null && progress.total > 0;
  const count = progress ? progress.done.toLocaleString('en-US') : '';
  const text = known ? `${count} of ${progress.total.toLocaleString('en-US')}` : count;
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
      <p className="figures text-sm text-muted">{text}</p>
    </div>
  );
}

function Verdict({ result }: { result: AuditResult }) {
  const { lines, recorded, missing } = result;
  const count = lines.filter(isDifference).length;
  if (count > 0) {
    return (
      <ErrorState
        title={
          count === 1 ? 'There is 1 difference' : `There are ${count.toLocaleString('en-US')} differences`
        }
      >
        The reconciliation names each and says what differs.
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
  const compared = lines.filter(({ about, result: each }) => about !== 'totals' && each === 'matched').length;
  const waiting = lines.filter((line) => line.result === 'waiting').length;
  return (
    <Notice>
      Everything matches: {compared.toLocaleString('en-US')} events and policies, and all of our totals.
      {waiting > 0 && ` ${waiting.toLocaleString('en-US')} more are too new to judge.`}
      {recorded.withoutContract.length > 0 &&
        ' Our records on the chain without a contract are checked apart, further down.'}
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
export default function AuditScreen({ tab, show, onTab, onShow }: AuditScreenProps) {
  const { state, again } = useAudit();
  const result = state.phase === 'failed' ? null : state.result;
  const busy = state.phase === 'running';
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
      {busy && <Running progress={state.progress} />}
      {state.phase === 'failed' && (
        <LoadError title="The chain could not be read" busy={false} onRetry={again}>
          {state.message} Without the chain there is nothing to audit. Our pools and policies are not
          affected.
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
          <Verdict result={result} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <ul className="figures text-sm text-muted">
              {result.readings.map(({ chain, head, events }) => (
                <li key={chain.chainId}>
                  {events.length.toLocaleString('en-US')} events on {chain.name}, blocks{' '}
                  {chain.fromBlock.toLocaleString('en-US')} to {head.number.toLocaleString('en-US')},{' '}
                  {longMoment(new Date(head.time * 1000).toISOString())}
                </li>
              ))}
            </ul>
            <Button busy={busy} onClick={again}>
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
          {result.recorded && <WithoutContract recorded={result.recorded} />}
          <section aria-label="Downloads" className="flex flex-wrap gap-3 border-t border-line pt-6">
            <Button
              variant="secondary"
              size="small"
              onClick={() => save('mooring-chain-events', eventsCsv(result))}
            >
              <Download aria-hidden />
              Events as CSV
            </Button>
            <Button
              variant="secondary"
              size="small"
              onClick={() => save('mooring-reconciliation', linesCsv(result.lines))}
            >
              <Download aria-hidden />
              Reconciliation as CSV
            </Button>
            {result.recorded &&
              (['events', 'policies'] as const).map((list) => (
                <a
                  key={list}
                  href={recordsFile(list)}
                  download
                  className="inline-flex min-h-9 items-center text-sm text-teal underline underline-offset-4"
                >
                  {list === 'events' ? 'Our recorded events' : 'Our recorded policies'}
                </a>
              ))}
          </section>
        </>
      )}
    </div>
  );
}
