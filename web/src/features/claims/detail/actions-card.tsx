import { useMutation } from '@tanstack/react-query';
import { Download, MessageSquare, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import * as claimsApi from '#domain/claims/api.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { CLAIM_REVIEW_PROMISE, PAYOUT_PROMISE, PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { localLong } from '#web/lib/local-time.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { CallDialog } from './call-dialog.tsx';

export function ActionsCard({ claim }: { claim: ClaimDetailAnswer }) {
  const [calling, setCalling] = useState(false);
  const summary = useMutation({
    mutationFn: () => api.download(claimsApi.getClaimSummary, { id: claim.id }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Claim summary downloaded successfully!');
    },
    onError: (error) => toast.error('The claim summary could not be downloaded', messageOf(error)),
  });
  return (
    <Section title="Quick actions" className="print:hidden">
      <div className="flex flex-col gap-3">
        <ButtonLink to="/messages" search={{ thread: claim.thread_id }} wide icon={MessageSquare}>
          Contact Support
        </ButtonLink>
        <Button variant="secondary" busy={summary.isPending} onClick={() => summary.mutate()} icon={Download}>
          Download Claim Summary
        </Button>
        <Button variant="secondary" onClick={() => setCalling(true)} icon={PhoneCall}>
          Schedule Call
        </Button>
      </div>
      {claim.call && (
        <p className="mt-4 text-sm text-muted">
          You asked to be called on {localLong(claim.call.preferred_at)}. We will reply by message.
        </p>
      )}
      <CallDialog claim={claim} open={calling} onClose={() => setCalling(false)} />
    </Section>
  );
}

export function HelpCard() {
  return (
    <Section title="Need help?" className="print:hidden">
      <ul className="flex flex-col gap-2 text-[0.9375rem] text-muted">
        <li>Claims are reviewed in {CLAIM_REVIEW_PROMISE}.</li>
        <li>Approved claims are paid {PAYOUT_PROMISE}.</li>
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
    </Section>
  );
}
