import { Eye } from 'lucide-react';
import { useState } from 'react';
import { revealRequest } from '#domain/admin/policies-schema.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { FactList } from '#web/ui/values.tsx';

interface RevealProps {
  /** What is hidden, such as `telephone number`. */
  what: string;
  load: (reason: string) => Promise<{ facts: { label: string; value: string }[] }>;
}

/** Encrypted fields, shown for a reason that goes to the audit log. They are gone with the panel. */
export function Reveal({ what, load }: RevealProps) {
  const [asking, setAsking] = useState(false);
  const form = useApiForm({
    keep: null,
    schema: revealRequest,
    defaultValues: { reason: '' },
    send: ({ reason }) => load(reason),
  });
  const reveal = form.sending;
  if (reveal.data) {
    if (reveal.data.facts.length === 0) return <p className="text-muted">Nothing is stored.</p>;
    return <FactList dense rows={reveal.data.facts.map(({ label, value }) => [label, value] as const)} />;
  }
  if (!asking) {
    return (
      <Button size="dense" variant="secondary" onClick={() => setAsking(true)}>
        <Eye aria-hidden />
        Reveal {what}
      </Button>
    );
  }
  return (
    <form noValidate className="flex flex-col items-start gap-2" onSubmit={form.submit}>
      <TextField
        form={form}
        name="reason"
        label="Why do you need to see it?"
        hint="Your name, the time and this reason go to the audit log."
        error={reveal.isError ? messageOf(reveal.error) : undefined}
        fieldClass="w-full"
        autoFocus
        maxLength={300}
        className="h-9! text-sm!"
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="dense"
          disabled={form.watch('reason').trim() === ''}
          busy={reveal.isPending}
        >
          Reveal
        </Button>
        <Button size="dense" variant="quiet" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
