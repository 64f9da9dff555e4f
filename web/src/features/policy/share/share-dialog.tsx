import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import * as policyApi from '#domain/policy/api.ts';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import type { NamedField } from '#domain/registry/shown-field.ts';
import { api } from '#web/lib/api/api.ts';
import { saveText } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LabeledSelect } from '#web/ui/labeled.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Failure, Loaded } from '#web/ui/states.tsx';
import { Moment } from '#web/ui/values.tsx';

import { shareableQuery, shareLink, sharesQuery } from './queries.ts';

export interface SharedPolicy {
  id: number;
  policy_number: string;
}

const TERMS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

interface ChoiceProps {
  fields: readonly NamedField[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function FieldChoice({ fields, chosen, onChange }: ChoiceProps) {
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">What it shows</legend>
      <ul>
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
  );
}

interface PresetProps extends ChoiceProps {
  /** Who needs to read whose policy it is. */
  office: string;
}

/** Who reads it decides which fields it shows: some need a name and an address, and others must not have them. */
function Preset({ office, fields, chosen, onChange }: PresetProps) {
  const showing = {
    office: fields,
    other: fields.filter((field) => !field.private),
  };
  type Reader = keyof typeof showing;
  const readers: readonly { value: Reader; label: string }[] = [
    { value: 'office', label: office },
    { value: 'other', label: 'Someone else' },
  ];
  const reader = readers.find(({ value }) => {
    const shown = showing[value];
    return shown.length === chosen.size && shown.every(({ name }) => chosen.has(name));
  });
  return (
    <Segments
      legend="Who is it for?"
      options={readers}
      value={reader?.value ?? null}
      onChange={(value) => onChange(new Set(showing[value].map(({ name }) => name)))}
    />
  );
}

interface ChooserProps {
  policy: SharedPolicy;
  proof: DetailsProof;
  fields: readonly NamedField[];
  office: string;
  onCreated: (share: ShareAnswer) => void;
}

function Chooser({ policy, proof, fields, office, onCreated }: ChooserProps) {
  const hint = useId();
  const queryClient = useQueryClient();
  const [days, setDays] = useState('30');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter((field) => !field.private).map(({ name }) => name)),
  );
  const none = chosen.size === 0;
  const create = useMutation({
    mutationFn: () =>
      api.ask(policyApi.shareProof, {
        id: policy.id,
        body: { fields: [...chosen], days: Number(days) },
      }),
    onSuccess: async (share) => {
      await queryClient.invalidateQueries(sharesQuery(policy.id));
      onCreated(share);
    },
  });
  const download = () => {
    const part = { ...proof, fields: proof.fields.filter(({ name }) => chosen.has(name)) };
    const filename = `mooring-${policy.policy_number}-proof.json`;
    saveText(filename, 'application/json', JSON.stringify(part, null, 2));
  };
  return (
    <div className="flex flex-col gap-5">
      <Preset office={office} fields={fields} chosen={chosen} onChange={setChosen} />
      <FieldChoice fields={fields} chosen={chosen} onChange={setChosen} />
      <LabeledSelect label="Link ends after" options={TERMS} value={days} onChange={setDays} />
      <p id={hint} className="text-sm text-muted">
        {none && 'Choose at least one field. '}
        Anyone with the link also sees what is public anyway: the wallet that bought the policy, its premium,
        cover and dates. Passports, phone numbers and email addresses are never shared.
      </p>
      <Failure title="The link could not be made" error={create.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={none}
          busy={create.isPending}
          aria-describedby={hint}
          onClick={() => create.mutate()}
        >
          Create link
        </Button>
        <Button variant="secondary" icon={Download} disabled={none} onClick={download}>
          Download as a file
        </Button>
      </div>
      <p className="text-sm text-muted">A file works without us, but cannot be revoked and never expires.</p>
    </div>
  );
}

function Created({ share, onClose }: { share: ShareAnswer; onClose: () => void }) {
  const link = shareLink(share);
  return (
    <div className="flex flex-col gap-5">
      <p role="status">
        Your link works until <Moment at={share.expires_at} />. You can revoke it on this page at any time.
      </p>
      <p className="rounded-[10px] border border-line bg-sunken/70 p-3 text-[0.9375rem] break-all">{link}</p>
      <div className="flex flex-wrap gap-3">
        <CopyText text={link} label="Copy link" />
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** Chooses fields of a policy and makes a link that proves them, or a file. */
export default function ShareDialog({ policy, onClose }: { policy: SharedPolicy; onClose: () => void }) {
  const [share, setShare] = useState<ShareAnswer | null>(null);
  const query = useQuery(shareableQuery(policy.id));
  return (
    <Dialog
      onClose={onClose}
      title={share ? 'Your link is ready' : 'Share a proof'}
      description={share ? undefined : 'For a bank, a landlord or a visa office. They need no account.'}
    >
      {share ? (
        <Created share={share} onClose={onClose} />
      ) : (
        <Loaded query={query} name="the policy’s fields" failed="The fields could not be loaded" small>
          {(shareable) => <Chooser policy={policy} {...shareable} onCreated={setShare} />}
        </Loaded>
      )}
    </Dialog>
  );
}
