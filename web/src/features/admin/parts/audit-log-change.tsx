import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import { ShortMoment, words } from './cells.tsx';
import { PanelSection } from './panel.tsx';

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields of both sides that differ, or of the only side. */
export function changes({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>) {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys
    .map((key) => ({ key, before: shown(before?.[key]), after: shown(after?.[key]) }))
    .filter((change) => change.before !== change.after);
}

/** What an audit log line changed, field by field. */
export function AuditLogChange({ entry }: { entry: Pick<AuditLogEntry, 'before' | 'after'> }) {
  const rows = changes(entry);
  if (rows.length === 0) return <p className="text-muted">No field changed.</p>;
  return (
    <table className="w-full table-fixed text-left">
      <thead>
        <tr className="text-muted">
          <th className="w-1/4 py-1 pr-3 font-normal">Field</th>
          <th className="py-1 pr-3 font-normal">Before</th>
          <th className="py-1 font-normal">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, before, after }) => (
          <tr key={key} className="border-t border-line/60 align-top">
            <th scope="row" className="py-1 pr-3 font-normal text-muted wrap-anywhere">
              {words(key)}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">{before}</td>
            <td className="py-1 wrap-anywhere">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The audit log lines about a record, each with what it changed; nothing for whoever may not read the log. */
export function AuditLogTrail({ entries }: { entries: readonly AuditLogEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <PanelSection title="Audit log">
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-line/60 py-1 last:border-b-0">
            <details>
              <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2">
                <span>{words(entry.action.replace(/^\w+\./, ''))}</span>
                <span className="text-muted">
                  {entry.admin_name} · <ShortMoment at={entry.at} />
                </span>
              </summary>
              <div className="pb-2">
                <AuditLogChange entry={entry} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
