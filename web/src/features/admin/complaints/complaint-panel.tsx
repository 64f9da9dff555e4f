import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { type ComplaintDetail, complaintDecision } from '../../../../../domain/admin/complaints-schema.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_CAUSES,
  COMPLAINT_OUTCOME_LABELS,
  COMPLAINT_OUTCOMES,
} from '../../../../../domain/complaints/schema.ts';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { NoteField, SelectField } from '../../../ui/form.tsx';
import { listKey } from '../list/queries.ts';
import { sendByKey } from '../parts/action-form.tsx';
import { useAfterChange } from '../parts/after-change.ts';
import { AuditLogTrail } from '../parts/audit-log-change.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { FormError } from '../parts/form-error.tsx';
import { KeyMark, SEND_KEY } from '../parts/key-mark.tsx';
import { DeskLink } from '../parts/pairs.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '../parts/panel.tsx';
import { useAdmin } from '../use-admin.ts';
import { useKeys } from '../use-keys.ts';
import { answerComplaint, complaintQuery } from './queries.ts';

const CAUSES = COMPLAINT_CAUSES.map((value) => ({ value, label: COMPLAINT_CAUSE_LABELS[value] }));
const OUTCOMES = COMPLAINT_OUTCOMES.map((value) => ({ value, label: COMPLAINT_OUTCOME_LABELS[value] }));

export function ComplaintPanel({ id }: { id: string }) {
  const complaint = useQuery(complaintQuery(id));
  return (
    <PanelRecord query={complaint} what="complaint" failed="Failed to load the complaint">
      {(data) => <Complaint id={id} complaint={data} />}
    </PanelRecord>
  );
}

function Complaint({ id, complaint }: { id: string; complaint: ComplaintDetail }) {
  const admin = useAdmin();
  const cache = useQueryClient();
  const afterChange = useAfterChange();
  const decided = async () => {
    await Promise.all([
      cache.invalidateQueries(complaintQuery(id)),
      cache.invalidateQueries({ queryKey: listKey('complaints') }),
      cache.invalidateQueries({ queryKey: ['queue'] }),
    ]);
    afterChange('The answer was sent.');
  };
  const { outcome } = complaint;
  return (
    <>
      <PanelHeading
        title={complaint.complaint_number}
        badge={
          <Badge variant={outcome === null ? 'default' : 'outline'}>
            {outcome === null ? 'Open' : COMPLAINT_OUTCOME_LABELS[outcome]}
          </Badge>
        }
      >
        <p>{COMPLAINT_CAUSE_LABELS[complaint.cause]}</p>
      </PanelHeading>
      <PanelSection title="Complaint">
        <FactList
          dense
          rows={[
            ['Customer', complaint.customer],
            ['Email', complaint.email],
            ...(complaint.reference === '' ? [] : [['Policy or claim', complaint.reference] as const]),
            ['Received', <ShortMoment key="received" at={complaint.received_at} />],
            [
              complaint.acknowledged_at === null ? 'Acknowledge by' : 'Acknowledged',
              complaint.acknowledged_at === null ? (
                <Clock key="acknowledge" due={complaint.acknowledge_by} />
              ) : (
                <ShortMoment key="acknowledged" at={complaint.acknowledged_at} />
              ),
            ],
            [
              complaint.answered_at === null ? 'Answer by' : 'Answered',
              complaint.answered_at === null ? (
                <Clock key="answer" due={complaint.answer_by} />
              ) : (
                <span key="answered">
                  <ShortMoment at={complaint.answered_at} /> by {complaint.answered_by}
                </span>
              ),
            ],
            [
              'Conversation',
              <DeskLink key="thread" to="/admin/messages" open={String(complaint.thread_id)}>
                Open
              </DeskLink>,
            ],
          ]}
        />
        <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{complaint.message}</p>
      </PanelSection>
      {outcome === null && admin.may('messages.write') && <Answer complaint={complaint} onDone={decided} />}
      <AuditLogTrail entries={complaint.audit_log} />
    </>
  );
}

function Answer({ complaint, onDone }: { complaint: ComplaintDetail; onDone: () => unknown }) {
  const form = useApiForm({
    schema: complaintDecision,
    defaultValues: {
      cause: complaint.cause,
      // Nothing is chosen yet, which the schema answers with a sentence.
      outcome: '' as z.input<typeof complaintDecision>['outcome'],
      message: '',
    },
    send: (decision) => answerComplaint(complaint.id, decision),
    onDone: () => onDone(),
  });
  useKeys({ a: () => form.setFocus('message') });
  return (
    <PanelSection title="Our answer">
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit} onKeyDownCapture={sendByKey}>
        <div className="grid gap-3 @md:grid-cols-2">
          <SelectField form={form} name="cause" label="Cause" options={CAUSES} />
          <SelectField
            form={form}
            name="outcome"
            label="Outcome"
            options={OUTCOMES}
            placeholder="Choose one"
          />
        </div>
        <NoteField
          form={form}
          name="message"
          label="Answer"
          hint="It goes out by email and is final: say why, and where else the person can turn."
          rows={5}
          className="text-sm"
        />
        <FormError error={form.sending.error} />
        <Button
          type="submit"
          size="dense"
          className="self-start"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={form.sending.isPending}
        >
          Send the answer
          <KeyMark>{SEND_KEY}</KeyMark>
        </Button>
      </form>
    </PanelSection>
  );
}
