import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { beneficiaryRequest, contactRequest } from '../../../../../domain/policy/service-schema.ts';
import { PROMISES } from '../../../../../domain/promises.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { showIssues } from '../../../lib/api/show-issues.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { type People, savePeople } from '../queries.ts';

/** The form; an empty beneficiary means none. */
const peopleForm = contactRequest.extend({
  beneficiary: z
    .string()
    .trim()
    .transform((name) => (name === '' ? null : name))
    .pipe(beneficiaryRequest.shape.beneficiary),
});
type Entered = z.input<typeof peopleForm>;

/** Link for changes that need a person: a message with the policy attached. */
function SupportLine({ policy }: { policy: PolicyDetailAnswer }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-[10px] bg-sunken/70 px-4 py-3 text-sm text-muted">
      <p>
        Dates and what is insured are part of the policy’s signed terms. To change them write to us: a person
        answers within {PROMISES.replyHours} hours.
      </p>
      <Link
        to="/messages"
        search={{ compose: 1, policy: policy.id, subject: `Change of ${policy.policy_number}` }}
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        Write to support
      </Link>
    </div>
  );
}

function ModifyForm({ policy, onDone }: { policy: PolicyDetailAnswer; onDone: () => void }) {
  const queryClient = useQueryClient();
  const before: People = { ...policy.contact, beneficiary: policy.beneficiary };
  const form = useForm<Entered, unknown, People>({
    resolver: zodResolver(peopleForm),
    defaultValues: { ...before, beneficiary: before.beneficiary ?? '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const save = useMutation({
    mutationFn: (next: People) => savePeople(policy.id, before, next),
    onSuccess: () => {
      toast.success('Policy updated successfully!');
      onDone();
    },
    onError: (error) => showIssues(form, error, ['email', 'telephone', 'beneficiary']),
    // Also after a failure, since one of two changes may have been stored.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['policies'] }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((next) => save.mutate(next))(event)}
    >
      <Field
        label="Email address"
        hint="We send a link to a new address and use it once the link is opened."
        error={errors.email?.message}
      >
        {(aria) => <Input {...aria} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Phone number" error={errors.telephone?.message}>
        {(aria) => <Input {...aria} {...form.register('telephone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field
        label="Beneficiary"
        hint="Full name of who is paid if you cannot be. Leave it empty to name nobody."
        error={errors.beneficiary?.message}
      >
        {(aria) => (
          <div className="flex gap-2">
            <Input {...aria} {...form.register('beneficiary')} autoComplete="off" />
            {before.beneficiary !== null && (
              <Button
                variant="secondary"
                onClick={() => form.setValue('beneficiary', '', { shouldDirty: true, shouldValidate: true })}
              >
                Remove
              </Button>
            )}
          </div>
        )}
      </Field>
      <SupportLine policy={policy} />
      {save.isError && (
        <ErrorState title="The changes could not be saved">{messageOf(save.error)}</ErrorState>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          Close
        </Button>
        <Button type="submit" busy={save.isPending} disabled={!form.formState.isDirty}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

interface ModifyDialogProps {
  policy: PolicyDetailAnswer;
  open: boolean;
  onClose: () => void;
}

/** Contact details and beneficiary, and how to change the insured details. */
export function ModifyDialog({ policy, open, onClose }: ModifyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Modify ${policy.policy_number}`}
      description="Changes take effect immediately and cost nothing."
    >
      <ModifyForm policy={policy} onDone={onClose} />
    </Dialog>
  );
}
