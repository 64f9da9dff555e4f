import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, MessageSquare, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import type { ClaimDetailAnswer } from '../../../../../domain/claims/schema.ts';
import { CLAIM_REVIEW_PROMISE, PROMISES, SUPPORT_HOURS } from '../../../../../domain/promises.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { SUPPORT_EMAIL } from '../../../lib/env.ts';
import { localLong } from '../../../lib/local-time.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.ts';
import { fetchSummary } from '../queries.ts';
import { CallDialog } from './call-dialog.tsx';

/** Quick actions: message, summary and phone call. */
export function ActionsCard({ claim }: { claim: ClaimDetailAnswer }) {
  const [calling, setCalling] = useState(false);
  const summary = useMutation({
    mutationFn: () => fetchSummary(claim.id),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Claim summary downloaded successfully!');
    },
    onError: (error) => toast.error('The claim summary could not be downloaded', messageOf(error)),
  });
  return (
    <Card className="p-6" aria-labelledby="actions-title">
      <h2 id="actions-title" className="mb-4 text-lg">
        Quick actions
      </h2>
      <div className="flex flex-col gap-3">
        <Link to="/messages" search={{ thread: claim.thread_id }} className={buttonClass({ wide: true })}>
          <MessageSquare aria-hidden />
          Contact Support
        </Link>
        <Button variant="secondary" busy={summary.isPending} onClick={() => summary.mutate()}>
          {!summary.isPending && <Download aria-hidden />}
          Download Claim Summary
        </Button>
        <Button variant="secondary" onClick={() => setCalling(true)}>
          <PhoneCall aria-hidden />
          Schedule Call
        </Button>
      </div>
      {claim.call && (
        <p className="mt-4 text-sm text-muted">
          You asked to be called on {localLong(claim.call.preferred_at)}. The answer comes as a message.
        </p>
      )}
      <CallDialog claim={claim} open={calling} onClose={() => setCalling(false)} />
    </Card>
  );
}

export function HelpCard() {
  return (
    <Card className="p-6" aria-labelledby="help-title">
      <h2 id="help-title" className="text-lg">
        Need help?
      </h2>
      <ul className="mt-2 flex flex-col gap-2 text-[0.9375rem] text-muted">
        <li>Claims are reviewed in {CLAIM_REVIEW_PROMISE}.</li>
        <li>Approved claims are paid within {PROMISES.payoutHours} hours.</li>
        <li>Messages are answered within {PROMISES.replyHours} hours.</li>
        <li>
          <a
            href={`mailto:${SUPPORT_EMAIL}`}
            className="text-teal underline underline-offset-4 wrap-anywhere hover:decoration-2"
          >
            {SUPPORT_EMAIL}
          </a>{' '}
          answers within {PROMISES.emailReplyHours} hours, {SUPPORT_HOURS}.
        </li>
      </ul>
    </Card>
  );
}
