import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import * as authApi from '#domain/admin/auth-api.ts';
import { totpConfirmRequest, totpEnrollRequest } from '#domain/admin/auth-schema.ts';
import { AuthFrame } from '#web/features/admin/auth/auth-frame.tsx';
import { Ask } from '#web/features/admin/kit/asking.tsx';
import { adminApi, logOut, readAgain } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { saveText } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notice } from '#web/ui/states.tsx';

/** A role that pays or administers works only with a second factor. */
export function ForcedEnrollment() {
  const admin = useAdmin();
  return (
    <AuthFrame title="Add a second factor">
      <p className="text-muted">
        {admin.require_totp
          ? 'The settings require a second factor of everyone.'
          : `${admin.role_label} is a role that can move money or change accounts.`}{' '}
        Add an authenticator app before the desk opens.
      </p>
      <EnrollTotp onDone={() => void readAgain('auth')} />
      <Button variant="quiet" size="small" onClick={() => void logOut()}>
        Logout
      </Button>
    </AuthFrame>
  );
}

/** Recovery codes, which the server tells only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="waiting">
        Keep these codes in a safe place. Each signs you in once without your phone. They are not shown again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-card border border-line bg-sunken p-4 text-center"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyText text={text} label="Copy" size="dense" />
        <Button
          size="dense"
          variant="secondary"
          onClick={() => saveText('mooring-recovery-codes.txt', 'text/plain', text)}
        >
          <Download aria-hidden />
          Download
        </Button>
        <Button size="dense" className="ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

/** One's own password, to change how one signs in. */
export const OWN_PASSWORD = {
  name: 'password',
  label: 'Your password',
  kind: 'password',
  autoComplete: 'current-password',
} as const;

/** Enrolls an authenticator app: password, QR code, first code, recovery codes. */
export function EnrollTotp({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const [secret, setSecret] = useState<{ uri: string; secret: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!secret) {
    return (
      <Ask
        key="password"
        keep={null}
        schema={totpEnrollRequest}
        start={{ password: '' }}
        fields={[OWN_PASSWORD]}
        send={(body) => adminApi.ask(authApi.enrollTotp, { body })}
        onDone={setSecret}
        action="Continue"
        filled
        onCancel={onCancel}
      />
    );
  }
  return (
    <Ask
      key="code"
      keep={null}
      schema={totpConfirmRequest}
      start={{ code: '' }}
      fields={[{ name: 'code', label: 'Code', kind: 'code', autoComplete: 'one-time-code', maxLength: 20 }]}
      send={(body) => adminApi.ask(authApi.confirmTotp, { body })}
      onDone={(answer) => setCodes(answer.recovery_codes)}
      action="Turn on"
      filled
      focus
      onCancel={onCancel}
    >
      <p>Scan this with your authenticator app, then enter the 6 digits that it shows.</p>
      <QrCode text={secret.uri} />
      <p className="text-muted">
        Or enter this key by hand: <span className="figures text-ink wrap-anywhere">{secret.secret}</span>
      </p>
    </Ask>
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
