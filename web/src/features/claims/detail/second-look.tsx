import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as claimsApi from '#domain/claims/api.ts';
import { type ClaimDetailAnswer, MAX_REASON, secondLookRequest } from '#domain/claims/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, NoteField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { Moment } from '#web/ui/values.tsx';

type Look = NonNullable<ClaimDetailAnswer['second_look']>;
type Part = { claim: ClaimDetailAnswer };

function AskForm({ claim, onClose }: Part & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm({
    keep: `mine/claim/${claim.id}/second-look`,
    schema: secondLookRequest,
    defaultValues: { reason: '' },
    send: (body) => api.ask(claimsApi.askSecondLook, { id: claim.id, body }),
    onDone: async ({ id }) => {
      onClose();
      toast.success('Your second look is requested.', 'You can add documents on the claim’s page.');
      await queryClient.invalidateQueries({ queryKey: ['claims'] });
      if (id !== claim.id) await navigate({ to: '/claim/$claimId', params: { claimId: String(id) } });
    },
  });
  return (
    <DialogForm
      form={form}
      failed="The second look could not be requested"
      action="Ask for a second look"
      onClose={onClose}
    >
      <NoteField
        form={form}
        name="reason"
        label="What should we look at again?"
        hint="Tell us what we missed. You can add documents that show it now or later."
        rows={5}
        maxLength={MAX_REASON}
      />
    </DialogForm>
  );
}

/** Where a second look stands, or how long it can be asked for. */
function standing({ claim }: Part, look: Look) {
  if (look.last_word !== null) return look.last_word;
  if (look.asked_at !== null) {
    return (
      <>
        You asked for it on <Moment at={look.asked_at} />. Someone new will decide.
      </>
    );
  }
  const until = look.until === null ? '' : longDate(look.until);
  if (look.open) {
    return `You can ask once, free of charge, until ${until}. Someone new will decide. If we still disagree, we’ll name the ombudsman for you.`;
  }
  if (claim.remaining_cover === 0) {
    return 'We’ve paid out everything this policy covers, so a second look couldn’t pay you any more.';
  }
  return `You could ask for a second look until ${until}.`;
}

/** The second look at a rejection or a reduced payout. */
export function SecondLookCard({ claim }: Part) {
  const [asking, setAsking] = useState(false);
  const look = claim.second_look;
  if (look === null) return null;
  const { other } = look;
  return (
    <Section title="Second look">
      {other !== null && (
        <p className="mb-2">
          {claim.status === 'paid' && other.id > claim.id ? 'What was not paid is now ' : 'It is about '}
          <Link
            to="/claim/$claimId"
            params={{ claimId: String(other.id) }}
            className="text-teal underline underline-offset-4 hover:decoration-2"
          >
            {other.claim_number}
          </Link>
          .
        </p>
      )}
      <p className="text-[0.9375rem] text-muted wrap-anywhere">{standing({ claim }, look)}</p>
      {look.open && (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Ask for a second look
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Ask for a second look"
        description={`About ${claim.claim_number}. There is one second look for each claim.`}
      >
        <AskForm claim={claim} onClose={() => setAsking(false)} />
      </Dialog>
    </Section>
  );
}
