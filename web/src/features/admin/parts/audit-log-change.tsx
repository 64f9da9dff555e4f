import { shortAddress } from '#domain/address.ts';
import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import { SETTING_LABELS, type SettingKey, settingInWords } from '#domain/admin/settings-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { ShortMoment, words } from './cells.tsx';
import { PanelSection } from './panel.tsx';

const isSetting = (key: string): key is SettingKey => Object.hasOwn(SETTING_LABELS, key);

/** The setting that a value belongs to: its own key, or that of a line about one setting alone. */
const settingOf = (subject: string, key: string) => (key === 'value' ? subject.replace('setting:', '') : key);

function shown(key: string, value: unknown): string {
  if (value === undefined || value === null) return '—';
  if (isSetting(key) && typeof value === 'string') return settingInWords(key, value);
  if (typeof value === 'number' && key.endsWith('_usd')) return formatUsd(value);
  if (typeof value === 'number' && key.endsWith('_cents')) return formatUsd((value / 100).toFixed(2));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const NUMBERS: Readonly<Record<string, (id: number) => string>> = {
  policy: policyNumber,
  claim: claimNumber,
};

/** What a record is called: `CLM-012`, `System settings`, `Exception 4`. */
export function recordName(subject: string): string {
  const [kind = ''] = subject.split(':', 1);
  const id = subject.slice(kind.length + 1);
  const numbered = NUMBERS[kind]?.(Number(id));
  if (numbered !== undefined) return numbered;
  if (kind === 'setting') return isSetting(id) ? SETTING_LABELS[id] : `${words(id)} settings`;
  return `${words(kind)} ${kind === 'user' ? shortAddress(id) : id}`;
}

/** The fields of both sides that differ, or of the only side. */
function changes({ subject, before, after }: Changed) {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys
    .map((key) => {
      const setting = settingOf(subject, key);
      const name = isSetting(setting) ? SETTING_LABELS[setting] : words(key.replace(/_(usd|cents)$/, ''));
      return { key, name, before: shown(setting, before?.[key]), after: shown(setting, after?.[key]) };
    })
    .filter((change) => change.before !== change.after);
}

type Changed = Pick<AuditLogEntry, 'subject' | 'before' | 'after'>;

/** The first field that changed, and how many more; null if none did. */
export function changeText(entry: Changed): string | null {
  const [first, ...more] = changes(entry);
  if (!first) return null;
  return `${first.name}: ${first.before} → ${first.after}${more.length > 0 ? `, ${more.length} more` : ''}`;
}

/** What an audit log line changed, field by field. */
export function AuditLogChange({ entry }: { entry: Changed }) {
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
        {rows.map(({ key, name, before, after }) => (
          <tr key={key} className="border-t border-line/60 align-top">
            <th scope="row" className="py-1 pr-3 font-normal text-muted wrap-anywhere">
              {name}
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
                <span className="min-w-0 truncate">{changeText(entry)}</span>
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
