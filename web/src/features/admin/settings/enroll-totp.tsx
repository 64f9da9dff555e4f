import { useQuery } from '@tanstack/react-query';
import * as authApi from '#domain/admin/auth-api.ts';
import { totpConfirmRequest, totpEnrollRequest } from '#domain/admin/auth-schema.ts';
import { PasswordInput } from '#web/features/admin/auth/password-input.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Enrolls an authenticator app: password, QR code, first code, recovery codes. */
export function EnrollTotp({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const first = useApiForm({
    keep: null,
    schema: totpEnrollRequest,
    defaultValues: { password: '' },
    send: ({ password }) => adminApi.ask(authApi.enrollTotp, { body: { password } }),
  });
  const second = useApiForm({
    keep: null,
    schema: totpConfirmRequest,
    defaultValues: { code: '' },
    send: ({ code }) => adminApi.ask(authApi.confirmTotp, { body: { code } }),
  });
  const start = first.sending;
  const confirm = second.sending;
  const cancel = onCancel && (
    <Button size="small" variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />;
  if (!start.data) {
    return (
      <form noValidate className="flex flex-col items-start gap-3" onSubmit={first.submit}>
        <TextField
          form={first}
          name="password"
          label="Your password"
          as={PasswordInput}
          fieldClass="w-full"
          error={start.isError ? messageOf(start.error) : undefined}
          autoComplete="current-password"
        />
        <div className="flex gap-2">
          <Button type="submit" size="small" disabled={first.watch('password') === ''} busy={start.isPending}>
            Continue
          </Button>
          {cancel}
        </div>
      </form>
    );
  }
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={second.submit}>
      <p>Scan this with your authenticator app, then enter the 6 digits that it shows.</p>
      <QrCode text={start.data.uri} />
      <p className="text-muted">
        Or enter this key by hand: <span className="figures text-ink wrap-anywhere">{start.data.secret}</span>
      </p>
      <TextField
        form={second}
        name="code"
        label="Code"
        fieldClass="w-full"
        error={confirm.isError ? messageOf(confirm.error) : undefined}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="small"
          disabled={second.watch('code').trim() === ''}
          busy={confirm.isPending}
        >
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
    queryFn: async () => (await loadPart(() => import('qrcode'))).toDataURL(text, { margin: 2, width: 208 }),
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
