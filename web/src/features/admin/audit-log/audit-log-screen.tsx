import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import * as auditLogApi from '#domain/admin/audit-log-api.ts';
import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { type DeskPage, listKey, loaderOf } from '#web/features/admin/list/pages.ts';
import type { DeskColumn } from '#web/features/admin/list/types.ts';
import { AuditLogChange, changes } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin, useColleagues } from '#web/features/admin/use-admin.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { FactList, LongHash } from '#web/ui/values.tsx';

import { CheckDialog } from './check-dialog.tsx';

/** A row of a page that was loaded before, for panels of records that have no call of their own. */
function useListRow<Row>(list: DeskListKey, is: (row: Row) => boolean): Row | null {
  const cache = useQueryClient();
  const pages = cache.getQueriesData<DeskPage<Row>>({ queryKey: listKey(list) });
  return pages.flatMap(([, page]) => page?.rows ?? []).find(is) ?? null;
}

const loadAuditLog = loaderOf(auditLogApi.listAuditLog, 'entries');

/** One line, for a link to it from anywhere. Lines never change, but a seal is added to a new one. */
const lineQuery = (id: string) => adminApi.findQuery(auditLogApi.getAuditLogLine, { id });

export const AUDIT_LOG_COLUMNS: readonly DeskColumn<AuditLogEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    priority: 1,
    width: 10,
    grow: 1.5,
    narrow: 'first',
    fixed: true,
    cell: (entry) => <span title={words(entry.action)}>{words(entry.action)}</span>,
  },
  {
    id: 'subject',
    header: 'Record',
    priority: 1,
    width: 8,
    grow: 1,
    narrow: 'second',
    cell: (entry) => <span title={entry.subject}>{entry.subject}</span>,
  },
  {
    id: 'admin',
    header: 'Administrator',
    priority: 1,
    width: 8,
    grow: 1,
    wrap: true,
    narrow: 'second',
    cell: (entry) => entry.admin_name,
  },
  {
    id: 'change',
    header: 'Change',
    priority: 2,
    width: 10,
    grow: 2,
    cell: (entry) => {
      const [first, ...more] = changes(entry);
      if (!first) return <span className="text-muted">—</span>;
      const change = `${words(first.key)}: ${first.before} → ${first.after}${more.length > 0 ? `, ${more.length} more` : ''}`;
      return <span title={change}>{change}</span>;
    },
  },
  {
    id: 'number',
    header: 'Number',
    priority: 1,
    width: 7,
    narrow: 'second',
    align: 'end',
    cell: (entry) => (entry.number === null ? 'Not sealed' : `#${formatCount(entry.number)}`),
  },
  {
    id: 'at',
    header: 'Time',
    priority: 1,
    width: 10.5,
    narrow: 'end',
    align: 'end',
    cell: (entry) => <ShortMoment at={entry.at} />,
  },
];

const LINKED = [{ key: 'subject', label: 'Record' }];

export function AuditLogScreen() {
  const admin = useAdmin();
  const colleagues = useColleagues();
  const [checking, setChecking] = useState(false);
  const filters = useMemo(
    () => [
      {
        key: 'admin_id',
        label: 'Administrator',
        as: 'select' as const,
        // The server has no index for both.
        excludes: ['subject'],
        options: colleagues.filter(({ value }) => value !== 'nobody'),
      },
    ],
    [colleagues],
  );
  if (!admin.may('audit_log.read')) {
    return (
      <DeskScreen title="Audit log">
        <EmptyState title="Your role cannot read the audit log">Administrators and auditors can.</EmptyState>
      </DeskScreen>
    );
  }
  return (
    <>
      <DeskList
        list="audit-log"
        title="Audit log"
        noun="lines"
        columns={AUDIT_LOG_COLUMNS}
        rowId={(entry) => String(entry.id)}
        rowLabel={(entry) => `${words(entry.action)} ${entry.subject}`}
        filters={filters}
        linked={LINKED}
        search={{ label: 'Search the audit log', placeholder: 'Search by action or record...' }}
        load={loadAuditLog}
        exportCall={auditLogApi.exportAuditLog}
        empty="No lines found"
        failed="Failed to load the audit log"
        panelLabel="Audit log line"
        panel={(id) => <AuditLogPanel key={id} id={id} />}
        actions={
          <Button size="dense" variant="secondary" className="ml-auto" onClick={() => setChecking(true)}>
            Check the log
          </Button>
        }
      />
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </>
  );
}

/** A line of the list, or of any other page of it, where a link may lead. */
function AuditLogPanel({ id }: { id: string }) {
  const row = useListRow<AuditLogEntry>('audit-log', (one) => String(one.id) === id);
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
            {entry.subject}
          </Link>
        ) : (
          entry.subject
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
          ]}
        />
        {entry.seal && (
          <div className="mt-3 text-xs text-muted">
            <LongHash text={entry.seal} copy="Copy the seal" />
          </div>
        )}
      </PanelSection>
    </>
  );
}
