import * as authApi from '#domain/admin/auth-api.ts';
import { acceptInvitationRequest } from '#domain/admin/auth-schema.ts';
import { MIN_ADMIN_PASSWORD } from '#domain/admin/demo.ts';
import { FormError } from '#web/features/admin/parts/form-error.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordInput } from './password-input.tsx';

/** An invited administrator chooses the password, and signs in with it afterwards. */
export function Invitation({ token, onAccepted }: { token: string; onAccepted: (email: string) => void }) {
  const form = useApiForm({
    keep: null,
    schema: acceptInvitationRequest.pick({ password: true }),
    defaultValues: { password: '' },
    send: ({ password }) => adminApi.ask(authApi.acceptInvitation, { body: { token, password } }),
    onDone: ({ email }) => onAccepted(email),
  });
  return (
    <AuthFrame title="Welcome to the desk">
      <p className="text-muted">You were invited as an administrator. Choose a password for your account.</p>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField
          form={form}
          name="password"
          label="Password"
          hint={`At least ${MIN_ADMIN_PASSWORD} characters.`}
          as={PasswordInput}
          autoComplete="new-password"
        />
        <FormError error={form.sending.error} />
        <Button type="submit" busy={form.sending.isPending}>
          Set password
        </Button>
      </form>
    </AuthFrame>
  );
}
