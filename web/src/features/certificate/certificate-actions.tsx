import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, Download, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LetterState } from '#domain/account/schema.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { CertificateEmailAnswer } from '#domain/policy/service-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** How often to check an email that is being delivered or waits for its address to be confirmed. */
const QUEUED_MS = 3_000;
const AWAITING_MS = 10_000;

const letterKey = (address: string, policyId: number) => ['certificate-letter', address, policyId];

/** The status of the latest certificate email; null if none was requested. */
const letterQuery = (address: string, id: number) =>
  api.query(
    policyApi.getCertificateEmail,
    { id },
    {
      queryKey: letterKey(address, id),
      refetchInterval: ({ state }) => {
        if (state.data?.state === 'queued') return QUEUED_MS;
        return state.data?.state === 'awaiting_confirmation' ? AWAITING_MS : false;
      },
    },
  );

export function letterSentence({ state, email, at }: CertificateEmailAnswer): string {
  switch (state) {
    case 'awaiting_confirmation':
      return `We sent an email to ${email}. Confirm your address with the link in it, and we'll send the certificate automatically.`;
    case 'queued':
      return `The certificate is on its way to ${email} and will arrive within ${PROMISES.certificateEmailHours} hours.`;
    case 'sent':
      return `The certificate was sent to ${email} on ${longMoment(at)}.`;
    case 'failed':
      return `The certificate could not be delivered to ${email}. Please check the address, then send it again.`;
  }
}

const MARKS: Record<LetterState, { icon: typeof Clock; tone: string }> = {
  awaiting_confirmation: { icon: Clock, tone: 'text-amber' },
  queued: { icon: Clock, tone: 'text-amber' },
  sent: { icon: CircleCheck, tone: 'text-teal' },
  failed: { icon: CircleAlert, tone: 'text-coral' },
};

function LetterLine({ letter }: { letter: CertificateEmailAnswer }) {
  const { icon: Icon, tone } = MARKS[letter.state];
  return (
    <p role="status" className="flex gap-2 text-sm text-muted">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 wrap-anywhere">{letterSentence(letter)}</span>
    </p>
  );
}

interface CertificateActionsProps {
  policyId: number;
  /** The address to send to; empty if unknown. */
  email: string;
  /** Another action in the same row. */
  beside?: ReactNode;
}

export function CertificateActions({ policyId, email, beside }: CertificateActionsProps) {
  const address = useAddress();
  const queryClient = useQueryClient();
  const { data: letter } = useQuery(letterQuery(address, policyId));

  const download = useMutation({
    mutationFn: () => api.download(policyApi.getCertificate, { id: policyId }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Certificate downloaded successfully!');
    },
    onError: (error) => toast.error('The certificate could not be downloaded', messageOf(error)),
  });

  const send = useMutation({
    mutationFn: () => api.ask(policyApi.emailCertificate, { id: policyId, body: { email } }),
    onSuccess: (sent) => {
      queryClient.setQueryData(letterKey(address, policyId), sent);
      if (sent.state === 'awaiting_confirmation') {
        toast.info('Please confirm your email address', letterSentence(sent));
      } else {
        toast.success(letterSentence(sent));
      }
    },
    onError: (error) => toast.error('The certificate could not be sent', messageOf(error)),
  });

  function mail(): void {
    if (email === '') toast.error('No email address found');
    else send.mutate();
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0 sm:*:px-3">
        <Button
          variant="secondary"
          busy={download.isPending}
          onClick={() => download.mutate()}
          icon={Download}
        >
          Download Certificate
        </Button>
        <Button variant="secondary" busy={send.isPending} onClick={mail} icon={Mail}>
          Send Certificate to Email
        </Button>
        {beside}
      </div>
      {letter && <LetterLine letter={letter} />}
    </div>
  );
}
