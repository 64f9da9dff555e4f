import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { beneficiaryRequest, contactRequest, nicknameRequest } from '#domain/policy/service-schema.ts';
import { shortName } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { DialogForm, TextField } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.ts';
import { isChangeable } from './changeable.ts';

interface Editable {
  nickname: string | null;
  email: string;
  telephone: string;
  beneficiary: string | null;
}

export async function saveChanges(id: number, before: Editable, next: Editable): Promise<void> {
  const { nickname, email, telephone, beneficiary } = next;
  if (nickname !== before.nickname) {
    await api.send(policyApi.updateNickname, { id, body: { nickname } });
  }
  if (email !== before.email || telephone !== before.telephone) {
    await api.send(policyApi.updateContact, { id, body: { email, telephone } });
  }
  if (beneficiary !== before.beneficiary) {
    await api.send(policyApi.updateBeneficiary, { id, body: { beneficiary } });
  }
}

/** An empty field means none. */
const orNone = z
  .string()
  .trim()
  .transform((name) => (name === '' ? null : name));

const policyForm = contactRequest.extend({
  nickname: orNone.pipe(nicknameRequest.shape.nickname),
  beneficiary: orNone.pipe(beneficiaryRequest.shape.beneficiary),
});

/** Another cover is another policy, on a screen of its own. What cannot be changed there is a matter for a person. */
function OtherChanges({ policy }: { policy: PolicyDetailAnswer }) {
  const changes = isChangeable(policy);
  const thing = shortName(policy.policy_type).toLowerCase();
  return (
    <div className="flex flex-col items-start gap-3 rounded-[10px] bg-sunken/70 px-4 py-3 text-sm text-muted">
      <p>
        {changes
          ? `For another cover level, deductible, end or ${thing}, a new policy takes the place of this one, and the days that are left come back to you. For anything else, write to us: `
          : 'Dates and what is insured are part of the policy’s signed terms. To change them, write to us: '}
        a person answers within {PROMISES.replyHours} hours.
      </p>
      <div className="flex flex-wrap gap-3">
        {changes && (
          <ButtonLink
            to="/policy/$id/change"
            params={{ id: String(policy.id) }}
            variant="secondary"
            size="small"
          >
            Change the cover
          </ButtonLink>
        )}
        <ButtonLink
          to="/messages"
          search={{ compose: 1, policy: policy.id, subject: `Change of ${policy.policy_number}` }}
          variant="secondary"
          size="small"
        >
          Write to support
        </ButtonLink>
      </div>
    </div>
  );
}

function ModifyForm({ policy, onDone }: { policy: PolicyDetailAnswer; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { nickname, beneficiary } = policy;
  const before: Editable = { ...policy.contact, nickname, beneficiary };
  const form = useApiForm({
    keep: `mine/policy/${policy.id}`,
    schema: policyForm,
    defaultValues: { ...before, nickname: nickname ?? '', beneficiary: beneficiary ?? '' },
    mode: 'onTouched',
    send: (next: Editable) =>
      // Refreshed also after a failure, since some of the changes may have been stored.
      saveChanges(policy.id, before, next).finally(() => {
        void queryClient.invalidateQueries({ queryKey: ['policies'] });
      }),
    onDone: () => {
      toast.success('Policy updated successfully!');
      onDone();
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <DialogForm
      form={form}
      failed="The changes could not be saved"
      action="Save changes"
      disabled={!isDirty}
      onClose={onDone}
    >
      <TextField
        form={form}
        name="nickname"
        label="Nickname"
        hint="Only you see it. Without one, we show what is insured."
        autoComplete="off"
      />
      <TextField
        form={form}
        name="email"
        label="Email address"
        hint="We send a link to a new address and use the address once you open the link."
        type="email"
        autoComplete="email"
      />
      <TextField form={form} name="telephone" label="Phone number" type="tel" autoComplete="tel" />
      <Field
        label="Beneficiary"
        hint="Full name of the person who is paid if you cannot be. Leave it empty to name nobody."
        error={errors.beneficiary?.message}
      >
        {(aria) => (
          <div className="flex gap-2">
            <Input {...aria} {...form.register('beneficiary')} autoComplete="off" />
            {beneficiary !== null && (
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
      <OtherChanges policy={policy} />
    </DialogForm>
  );
}

interface ModifyDialogProps {
  policy: PolicyDetailAnswer;
  onClose: () => void;
}

export default function ModifyDialog({ policy, onClose }: ModifyDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={`Modify ${policy.policy_number}`}
      description="Changes take effect immediately and cost nothing."
    >
      <ModifyForm policy={policy} onDone={onClose} />
    </Dialog>
  );
}
