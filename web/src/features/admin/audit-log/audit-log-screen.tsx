import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as auditLogApi from '#domain/admin/audit-log-api.ts';
import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import { amount, assignee, moment, text } from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import { type DeskPage, listKey, loaderOf } from '#web/features/admin/kit/pager.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { AuditLogChange, changeText, recordName } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { FactList, LongHash } from '#web/ui/values.tsx';

import { CheckDialog } from './check-dialog.tsx';

/** A line of a page that was loaded before. */
function useLoaded(id: string): AuditLogEntry | null {
  const pages = useQueryClient().getQueriesData<DeskPage<AuditLogEntry>>({ queryKey: listKey('audit-log') });
  return pages.flatMap(([, page]) => page?.rows ?? []).find((line) => String(line.id) === id) ?? null;
}

/** One line, for a link to it from anywhere. Lines never change, but a seal is added to a new one. */
const lineQuery = (id: string) => adminApi.findQuery(auditLogApi.getAuditLogLine, { id });

export const AUDIT_LOG: DeskKind<AuditLogEntry> = {
  list: 'audit-log',
  title: 'Audit log',
  noun: 'lines',
  panelLabel: 'Audit log line',
  load: loaderOf(auditLogApi.listAuditLog, 'entries'),
  columns: [
    text('action', 'Action', (entry) => words(entry.action), {
      priority: 1,
      width: 10,
      grow: 1.5,
      narrow: 'first',
      fixed: true,
    }),
    text('subject', 'Record', (entry) => recordName(entry.subject), {
      priority: 1,
      grow: 1,
      narrow: 'second',
    }),
    assignee('admin', 'Administrator', (entry) => entry.admin_name, { width: 8, grow: 1 }),
    text('change', 'Change', changeText, { priority: 2, width: 10 }),
    amount('number', 'Number', ({ number }) => (number === null ? 'Not sealed' : `#${formatCount(number)}`), {
      width: 7,
    }),
    moment('at', 'Time', (entry) => entry.at),
  ],
  rowId: (entry) => String(entry.id),
  rowLabel: (entry) => `${words(entry.action)} ${recordName(entry.subject)}`,
  filters: [{ key: 'admin_id', label: 'Administrator', as: 'select', people: 'authors' }],
  linked: [{ key: 'subject', label: 'Record' }],
  people: 'any',
  search: { label: 'Search the audit log', placeholder: 'Search by action or record...' },
  exportCall: auditLogApi.exportAuditLog,
  failed: 'Failed to load the audit log',
  Panel: AuditLogPanel,
  Actions: Check,
};

function Check() {
  const [checking, setChecking] = useState(false);
  return (
    <>
      <Button size="dense" variant="secondary" className="ml-auto" onClick={() => setChecking(true)}>
        Check the log
      </Button>
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  );
}

export function AuditLogScreen() {
  if (useAdmin().may('audit_log.read')) return <DeskList kind={AUDIT_LOG} />;
  return (
    <DeskScreen title="Audit log">
      <EmptyState title="Your role cannot read the audit log">Administrators and auditors can.</EmptyState>
    </DeskScreen>
  );
}

/** A line of the list, or of any other page of it, where a link may lead. */
function AuditLogPanel({ id }: { id: string }) {
  const row = useLoaded(id);
  const line = useQuery({ ...lineQuery(id), enabled: row === null });
  if (row) return <AuditLogLine entry={row} />;
  return (
    <PanelRecord query={line} what="line" failed="Failed to load the audit log">
      {(entry) => <AuditLogLine entry={entry} />}
    </PanelRecord>
  );
}

function AuditLogLine({ entry }: { entry: AuditLogEntry }) {
  const navigate = useNavigate({ from: '/admin/audit-log' });
  return (
    <>
      <PanelHeading title={words(entry.action)}>
        {entry.link ? (
          <Link to={entry.link} className="text-teal underline underline-offset-4">
            {recordName(entry.subject)}
          </Link>
        ) : (
          recordName(entry.subject)
        )}
      </PanelHeading>
      <PanelSection
        title="Change"
        actions={
          <Button
            size="dense"
            variant="quiet"
            onClick={() => void navigate({ search: { subject: entry.subject } })}
          >
            All entries for this record
          </Button>
        }
      >
        <AuditLogChange entry={entry} />
      </PanelSection>
      <PanelSection title="Line">
        <FactList
          dense
          rows={[
            ['Number', entry.number === null ? 'Not sealed yet' : formatCount(entry.number)],
            ['Administrator', entry.admin_name],
            ['Time', <ShortMoment key="at" at={entry.at} />],
            ['Request', entry.request_id],
            entry.seal !== null && ['Seal', <LongHash key="seal" text={entry.seal} copy="Copy the seal" />],
          ]}
        />
      </PanelSection>
    </>
  );
}
