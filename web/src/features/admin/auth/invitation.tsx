import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MIN_ADMIN_PASSWORD } from '../../../../../domain/admin/demo.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordInput } from './password-input.tsx';
import { acceptInvitation } from './queries.ts';

/** An invited administrator chooses the password, and signs in with it afterwards. */
export function Invitation({ token, onAccepted }: { token: string; onAccepted: (email: string) => void }) {
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const accept = useMutation({
    mutationFn: () => acceptInvitation({ token, password }),
    onSuccess: ({ email }) => onAccepted(email),
  });
  return (
    <AuthFrame title="Welcome to the desk">
      <p className="text-muted">You were invited as an administrator. Choose a password for your account.</p>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setShort(password.length < MIN_ADMIN_PASSWORD);
          if (password.length >= MIN_ADMIN_PASSWORD) accept.mutate();
        }}
      >
        <Field
          label="Password"
          hint={`At least ${MIN_ADMIN_PASSWORD} characters.`}
          error={short ? `A password has at least ${MIN_ADMIN_PASSWORD} characters.` : undefined}
        >
          {(aria) => (
            <PasswordInput
              {...aria}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {accept.isError && (
          <p role="alert" className="text-coral">
            {messageOf(accept.error)}
          </p>
        )}
        <Button type="submit" busy={accept.isPending}>
          Set password
        </Button>
      </form>
    </AuthFrame>
  );
}
