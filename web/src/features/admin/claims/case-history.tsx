/** What happened with a claim, who opened what of it, and the claims like it. */
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { PanelSection, RecordLines } from '#web/features/admin/parts/panel.tsx';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import { Timeline } from '#web/ui/timeline.tsx';

export const CaseTimeline = ({ claim }: { claim: AdminClaimDetail }) => (
  <PanelSection title="Timeline">
    <Timeline
      dense
      label="Timeline"
      items={claim.timeline.map(({ date, message, created_by, author }) => ({
        at: date,
        title: message,
        when: <ShortMoment at={date} />,
        note: created_by === 'You' ? claim.customer_name : (author ?? 'Mooring'),
      }))}
    />
  </PanelSection>
);

const OPENED: Readonly<Record<string, string>> = {
  'claim.documents_opened': 'Documents',
  'claim.revealed': 'Private details',
};

/** Who opened documents, once a day, and private details; nothing for whoever may not read the audit log. */
function OpenedBy({ claim }: { claim: AdminClaimDetail }) {
  const opened = claim.audit_log.filter(({ action }) => action in OPENED);
  if (opened.length === 0) return null;
  return (
    <PanelSection title="Who opened what">
      <Timeline
        dense
        label="Who opened what"
        items={opened.map(({ at, action, admin_name: name, after }) => ({
          at,
          title: `${OPENED[action]}: ${name}`,
          when: <ShortMoment at={at} />,
          ...(typeof after?.reason === 'string' && { note: after.reason }),
        }))}
      />
    </PanelSection>
  );
}

const Similar = ({ similar }: Pick<AdminClaimDetail, 'similar'>) =>
  similar.length > 0 && (
    <RecordLines
      title="Similar claims"
      to="/admin/claims"
      rows={similar}
      line={({ claim_id, because, policy_id, status, formatted_amount }) => ({
        name: claim_id,
        text: (
          <>
            <span className="text-ink">{because}</span> · {policy_id} · {CLAIM_BADGES[status].label}
          </>
        ),
        end: formatted_amount,
      })}
    />
  );

export const AfterNotes = ({ record }: { record: AdminClaimDetail }) => (
  <>
    <Similar similar={record.similar} />
    <OpenedBy claim={record} />
  </>
);
