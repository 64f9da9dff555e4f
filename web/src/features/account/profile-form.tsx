import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import * as profileApi from '#domain/account/profile-api.ts';
import { type ProfileAnswer, profileForm } from '#domain/account/profile-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Failure } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { profileKey } from './profile-queries.ts';

type Personal = z.output<typeof profileForm>;

/** A reset takes the form's own options otherwise, and keeps what was typed. */
const ALL = { keepDirtyValues: false };

function emailHint({ email, email_confirmed: confirmed }: ProfileAnswer): string {
  if (email === '') return 'We send a confirmation link first, and nothing personal before that.';
  if (confirmed) return 'Confirmed. Letters about your policies and claims go to this address.';
  return 'Not confirmed yet. Open the link in the email we sent to this address.';
}

export function ProfileForm({ profile, address }: { profile: ProfileAnswer; address: string }) {
  const queryClient = useQueryClient();
  const stored: Personal = { name: profile.name, email: profile.email, phone: profile.phone };
  const form = useApiForm({
    keep: 'mine/profile',
    schema: profileForm,
    values: stored,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
    send: (body) => api.ask(profileApi.updateProfile, { body }),
    onDone: (next) => {
      queryClient.setQueryData(profileKey(address), next);
      form.reset({ name: next.name, email: next.email, phone: next.phone }, ALL);
      toast.success('Profile updated successfully!');
    },
  });
  const { isDirty } = form.formState;
  const save = form.sending;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <TextField form={form} name="name" label="Full name" autoComplete="name" />
      <TextField
        form={form}
        name="email"
        label="Email address"
        hint={emailHint(profile)}
        type="email"
        autoComplete="email"
      />
      <TextField
        form={form}
        name="phone"
        label="Phone number"
        hint="Optional."
        type="tel"
        autoComplete="tel"
      />
      <Failure title="The changes could not be saved" error={save.error} />
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
