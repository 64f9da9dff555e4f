import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '#domain/complaints/schema.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

/** What a complaint is about, and how far it has come. */
export function ComplaintFacts({ complaint }: { complaint: ComplaintEntry }) {
  const { acknowledged_at: acknowledged, answered_at: answered, outcome } = complaint;
  return (
    <PanelSection title={`Complaint ${complaint.complaint_number}`}>
      <FactList
        dense
        rows={[
          ['Cause', COMPLAINT_CAUSE_LABELS[complaint.cause]],
          ...(complaint.reference === '' ? [] : [['Policy or claim', complaint.reference] as const]),
          ['Received', <ShortMoment key="received" at={complaint.received_at} />],
          acknowledged === null
            ? ['Acknowledge by', <Clock key="acknowledge" due={complaint.acknowledge_by} />]
            : ['Acknowledged', <ShortMoment key="acknowledged" at={acknowledged} />],
          answered === null
            ? ['Answer by', <Clock key="answer" due={complaint.answer_by} />]
            : [
                'Answered',
                <span key="answered">
                  <ShortMoment at={answered} /> by {complaint.answered_by}
                </span>,
              ],
          ...(outcome === null ? [] : [['Outcome', COMPLAINT_OUTCOME_LABELS[outcome]] as const]),
        ]}
      />
    </PanelSection>
  );
}
