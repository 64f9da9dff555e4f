import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ComplaintAnswer } from '#domain/complaints/schema.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { PROMISES } from '#domain/promises.ts';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { FactList } from '#web/ui/values.tsx';
import { ComplaintForm } from './public-forms.tsx';

const day = (iso: string) => longDate(iso.slice(0, 10));

function Received({ complaint, onAgain }: { complaint: ComplaintAnswer; onAgain: () => void }) {
  return (
    <>
      <div role="status">
        <p>Please keep the number. We also email it to you, and we send the answer to the same address.</p>
        <FactList
          rows={[
            ['Complaint', complaint.complaint_number],
            ['Received', day(complaint.received_at)],
            ['We answer by', day(complaint.answer_by)],
          ]}
        />
      </div>
      <Button variant="secondary" size="small" className="mt-4" onClick={onAgain}>
        Send another complaint
      </Button>
    </>
  );
}

function WhatHappens() {
  const { data } = useQuery(deploymentQuery);
  return (
    <ol
      aria-label="What happens next"
      className="mt-6 flex list-decimal flex-col gap-2 border-t border-line pt-5 pl-5 text-[0.9375rem] text-muted"
    >
      <li>
        We confirm by email that we have it, with its number, within{' '}
        {PROMISES.complaintAcknowledgeBusinessDays} business days.
      </li>
      <li>A person looks into it and decides, never a program. It costs you nothing.</li>
      <li>
        We answer within {PROMISES.complaintAnswerWeeks} weeks: whether we agree, why, and what we do about
        it.
      </li>
      {data && <li>{ombudsmanText(data.operator)}</li>}
    </ol>
  );
}

interface MessageBoxProps {
  title: ReactNode;
  note?: ReactNode;
  /** Whether it begins as a complaint. */
  complaint?: boolean;
  /** The form for everything but a complaint. */
  children: ReactNode;
}

/** Where anybody writes to us, by the form of the page it stands on, or to complain. What was typed stays in both. */
export function MessageBox({ title, note, complaint: first = false, children }: MessageBoxProps) {
  const [complaint, setComplaint] = useState(first);
  const [received, setReceived] = useState<ComplaintAnswer | null>(null);
  if (received) {
    return (
      <Section title="We received your complaint">
        <Received complaint={received} onAgain={() => setReceived(null)} />
      </Section>
    );
  }
  return (
    <Section title={complaint ? 'Your complaint' : title} note={!complaint && note}>
      <div className="mb-5 border-b border-line">
        <Switch
          label="It is a complaint"
          hint={`You get a number, and an answer within ${PROMISES.complaintAnswerWeeks} weeks.`}
          checked={complaint}
          onChange={setComplaint}
        />
      </div>
      {complaint ? <ComplaintForm onReceived={setReceived} /> : children}
      {complaint && <WhatHappens />}
    </Section>
  );
}
