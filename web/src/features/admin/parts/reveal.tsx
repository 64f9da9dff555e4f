import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { PanelFacts } from './panel.tsx';

interface RevealProps {
  /** What is hidden, such as `telephone number`. */
  what: string;
  load: (reason: string) => Promise<{ facts: { label: string; value: string }[] }>;
}

/** Encrypted fields, shown for a reason that goes to the audit log. They are gone with the panel. */
export function Reveal({ what, load }: RevealProps) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const reveal = useMutation({ mutationFn: load, gcTime: 0 });
  if (reveal.data) {
    if (reveal.data.facts.length === 0) return <p className="text-muted">Nothing is stored.</p>;
    return <PanelFacts rows={reveal.data.facts.map(({ label, value }) => [label, value] as const)} />;
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
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') reveal.mutate(reason.trim());
      }}
    >
      <Field
        label="Why do you need to see it?"
        hint="Your name, the time and this reason go to the audit log."
        error={reveal.isError ? messageOf(reveal.error) : undefined}
        className="w-full"
      >
        {(aria) => (
          <Input
            {...aria}
            autoFocus
            maxLength={300}
            value={reason}
            className="h-9! text-sm!"
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="dense" disabled={reason.trim() === ''} busy={reveal.isPending}>
          Reveal
        </Button>
        <Button size="dense" variant="quiet" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
