import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PasswordInput } from '../auth/password-input.tsx';
import { confirmTotp, startTotp } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Enrolls an authenticator app: password, QR code, first code, recovery codes. */
export function EnrollTotp({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: startTotp, gcTime: 0 });
  const confirm = useMutation({ mutationFn: confirmTotp, gcTime: 0 });
  const cancel = onCancel && (
    <Button size="small" variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />;
  if (!start.data) {
    return (
      <form
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') start.mutate(password);
        }}
      >
        <Field
          label="Your password"
          className="w-full"
          error={start.isError ? messageOf(start.error) : undefined}
        >
          {(aria) => (
            <PasswordInput
              {...aria}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="small" disabled={password === ''} busy={start.isPending}>
            Continue
          </Button>
          {cancel}
        </div>
      </form>
    );
  }
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') confirm.mutate(code.trim());
      }}
    >
      <p>Scan this with your authenticator app, then enter the 6 digits that it shows.</p>
      <QrCode text={start.data.uri} />
      <p className="text-muted">
        Or enter this key by hand: <span className="figures text-ink wrap-anywhere">{start.data.secret}</span>
      </p>
      <Field label="Code" className="w-full" error={confirm.isError ? messageOf(confirm.error) : undefined}>
        {(aria) => (
          <Input
            {...aria}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={code.trim() === ''} busy={confirm.isPending}>
          Turn on
        </Button>
        {cancel}
      </div>
    </form>
  );
}

/** The code drawn in the browser; nobody else sees the secret. */
function QrCode({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('qrcode')).toDataURL(text, { margin: 2, width: 208 }),
    gcTime: 0,
  });
  if (!data) return <Skeleton className="size-52" />;
  return (
    <img
      src={data}
      alt="QR code for your authenticator app"
      width={208}
      height={208}
      className="rounded-lg"
    />
  );
}
