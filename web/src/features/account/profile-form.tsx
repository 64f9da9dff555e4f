import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type ProfileAnswer, profileForm } from '../../../../domain/account/profile-schema.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { showIssues } from '../../lib/api/show-issues.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { type Personal, profileKey, saveProfile } from './profile-queries.ts';

const FIELDS = ['name', 'email', 'phone'] as const;
/** A reset takes the form's own options otherwise, and keeps what was typed. */
const ALL = { keepDirtyValues: false };

/** Whether the email address below is confirmed. */
function emailHint({ email, email_confirmed: confirmed }: ProfileAnswer): string {
  if (email === '') return 'We send a confirmation link first, and nothing personal before that.';
  if (confirmed) return 'Confirmed. Letters about your policies and claims go to this address.';
  return 'Not confirmed yet. Open the link in the email we sent to this address.';
}

/** The stored name, email address and phone number. */
export function ProfileForm({ profile, address }: { profile: ProfileAnswer; address: string }) {
  const queryClient = useQueryClient();
  const stored: Personal = { name: profile.name, email: profile.email, phone: profile.phone };
  const form = useForm<Personal>({
    resolver: zodResolver(profileForm),
    values: stored,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: saveProfile,
    onSuccess: (next) => {
      queryClient.setQueryData(profileKey(address), next);
      form.reset({ name: next.name, email: next.email, phone: next.phone }, ALL);
      toast.success('Profile updated successfully!');
    },
    onError: (error) => showIssues(form, error, FIELDS),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((next) => save.mutate(next))(event)}
    >
      <Field label="Full name" error={errors.name?.message}>
        {(aria) => <Input {...aria} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label="Email address" hint={emailHint(profile)} error={errors.email?.message}>
        {(aria) => <Input {...aria} {...form.register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Phone number" hint="Optional." error={errors.phone?.message}>
        {(aria) => <Input {...aria} {...form.register('phone')} type="tel" autoComplete="tel" />}
      </Field>
      {save.isError && (
        <ErrorState title="The changes could not be saved">{messageOf(save.error)}</ErrorState>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} disabled={!isDirty}>
          Save changes
        </Button>
        {isDirty && (
          <Button variant="quiet" onClick={() => form.reset(stored, ALL)}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
