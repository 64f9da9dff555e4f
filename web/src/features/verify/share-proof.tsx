import { useQuery } from '@tanstack/react-query';
import { Download, ListChecks } from 'lucide-react';
import { useId, useState } from 'react';
import type { DetailsProof } from '../../../../domain/registry/details-proof.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import type { NamedField } from './proof.ts';
import { ownProofQuery, packedQuery } from './queries.ts';

interface PolicyNames {
  id: number;
  policy_number: string;
}

interface ChooserProps {
  policy: PolicyNames;
  proof: DetailsProof;
  fields: readonly NamedField[];
}

function Chooser({ policy, proof, fields }: ChooserProps) {
  const hint = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter((field) => !field.private).map(({ name }) => name)),
  );
  const part = { ...proof, fields: proof.fields.filter(({ name }) => chosen.has(name)) };
  const { data: link } = useQuery(packedQuery(part));
  const none = chosen.size === 0;
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  return (
    <>
      <fieldset aria-describedby={hint}>
        <legend className="mb-1 text-sm text-muted">Fields to prove</legend>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {fields.map(({ name, label, value, private: isPrivate }) => (
            <li key={name} className="border-b border-line">
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
                <input
                  type="checkbox"
                  checked={chosen.has(name)}
                  onChange={(event) => toggle(name, event.target.checked)}
                  className="mt-0.5 size-5 shrink-0 accent-teal"
                />
                <span className="min-w-0 text-[0.9375rem] wrap-anywhere">
                  <span className="text-muted">
                    {label}
                    {isPrivate && ' (private)'}:
                  </span>{' '}
                  <bdi>{value}</bdi>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <p id={hint} className="mt-4 text-sm text-muted">
        {none ? 'Choose at least one field.' : `${chosen.size} of ${fields.length} fields chosen.`} Whoever
        gets the file or link also learns what is public anyway: the wallet that bought the policy, its
        premium, cover and dates.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          icon={Download}
          disabled={none}
          onClick={() =>
            saveFile({
              blob: new Blob([JSON.stringify(part, null, 2)], { type: 'application/json' }),
              filename: `mooring-${policy.policy_number}-proof.json`,
            })
          }
        >
          Download file
        </Button>
        {!none && link && <CopyText text={link} label="Copy link" />}
      </div>
    </>
  );
}

/** Proves chosen fields of a policy to others: as a file, or as a link whose data no server gets. */
export function ShareProof({ policy }: { policy: PolicyNames }) {
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...ownProofQuery(policy.id), enabled: open });
  return (
    <Section title="Share proof of chosen fields">
      <p className="mb-4 text-[0.9375rem] text-muted">
        Prove single facts of this policy to anyone, such as a bank or a landlord, without showing the rest.
        They can check them against the chain, without an account and without us.
      </p>
      {open ? (
        <Loaded query={query} name="the policy’s fields" failed="The fields could not be loaded" small>
          {({ proof, fields }) => <Chooser policy={policy} proof={proof} fields={fields} />}
        </Loaded>
      ) : (
        <Button variant="secondary" size="small" icon={ListChecks} onClick={() => setOpen(true)}>
          Choose fields
        </Button>
      )}
    </Section>
  );
}
