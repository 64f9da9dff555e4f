import { messageOf } from '#web/lib/api/errors.ts';

/** Why a form was not sent. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="text-sm text-coral">
      {typeof error === 'string' ? error : messageOf(error)}
    </p>
  );
}
