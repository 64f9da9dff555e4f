import { Eye } from 'lucide-react';
import { useState } from 'react';
import { revealRequest } from '#domain/admin/policies-schema.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { FactList } from '#web/ui/values.tsx';
import { Ask } from './asking.tsx';

interface Facts {
  facts: { label: string; value: string }[];
}

interface RevealProps {
  /** What is hidden, such as `telephone number`. */
  what: string;
  load: (body: { reason: string }) => Promise<Facts>;
}

/** Encrypted fields, shown for a reason that goes to the audit log. They are gone with the panel. */
export function Reveal({ what, load }: RevealProps) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<Facts | null>(null);
  if (!useAdmin().may('reveal')) return null;
  if (shown?.facts.length === 0) return <p className="mt-3 text-muted">Nothing is stored.</p>;
  if (shown)
    return <FactList dense className="mt-3" rows={shown.facts.map(({ label, value }) => [label, value])} />;
  if (!asking) {
    return (
      <Button className="mt-3" size="dense" variant="secondary" icon={Eye} onClick={() => setAsking(true)}>
        Reveal {what}
      </Button>
    );
  }
  return (
    <div className="mt-3">
      <Ask
        keep={null}
        schema={revealRequest}
        start={{ reason: '' }}
        fields={[
          {
            name: 'reason',
            label: 'Why do you need to see it?',
            hint: 'Your name, the time and this reason go to the audit log.',
            maxLength: 300,
          },
        ]}
        send={load}
        onDone={setShown}
        action="Reveal"
        filled
        focus
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
