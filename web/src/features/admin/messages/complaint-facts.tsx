import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '../../../../../domain/complaints/schema.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { PanelSection } from '../parts/panel.tsx';

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
