import { useMutation } from '@tanstack/react-query';
import * as settingsApi from '#domain/admin/settings-api.ts';
import {
  SETTING_GROUPS,
  SETTING_LABELS,
  type SettingKey,
  type SettingsAnswer,
  type UnderwritingTrial,
  underwritingForm,
} from '#domain/admin/settings-schema.ts';
import { COUNTRIES } from '#domain/products/forms/travel.ts';
import type { FieldSpec } from '#web/features/admin/kit/fields.tsx';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FormCard, type Values } from './form-card.tsx';

const kindOf = (name: SettingKey): Pick<FieldSpec, 'kind' | 'after' | 'options'> => {
  if (name.startsWith('passport')) return { kind: 'several', options: COUNTRIES };
  if (name.includes('_age_')) return { kind: 'number', after: 'years' };
  return { kind: 'number', ...(name.startsWith('wallet') ? { after: 'at a time' } : {}) };
};
const FIELDS: FieldSpec<Values>[] = SETTING_GROUPS.underwriting.map((name) => ({
  name,
  label: SETTING_LABELS[name],
  ...kindOf(name),
}));

/** By which facts of a quote we decline it or review its policy, tried on past policies before it is saved. */
export function UnderwritingForm({ settings }: { settings: SettingsAnswer }) {
  return (
    <FormCard
      title="Underwriting"
      name="underwriting"
      fields={FIELDS}
      schema={underwritingForm}
      stored={settings.underwriting}
      paired
      about={(values) => <Trial values={values} />}
    >
      <p className="text-muted">
        0 is no limit. A declined quote is never signed and the customer reads which fact rules it out; a
        review is announced before payment. Ages are calendar years at the start of cover. Policies count by
        product.
      </p>
    </FormCard>
  );
}

/** The rules as they are typed, on past policies. */
function Trial({ values }: { values: Values | null }) {
  const trial = useMutation({
    mutationFn: (body: Values) => adminApi.ask(settingsApi.tryUnderwriting, { body }),
  });
  const tried = trial.variables;
  const current = JSON.stringify(tried) === JSON.stringify(values);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          size="small"
          variant="secondary"
          busy={trial.isPending}
          disabled={values === null}
          onClick={() => values && trial.mutate(values)}
        >
          Try on past policies
        </Button>
      </div>
      <FormError error={trial.error} />
      <div role="status">{trial.data && current && <Result trial={trial.data} />}</div>
    </div>
  );
}

function Result({
  trial: { policies, proposed, in_force: inForce, rules, examples },
}: {
  trial: UnderwritingTrial;
}) {
  if (policies === 0) return <p>There are no past policies to try these rules on.</p>;
  const hits = rules.filter(({ declined, reviewed }) => declined + reviewed > 0);
  return (
    <div className="flex flex-col gap-2 rounded-[8px] border border-line p-3">
      <p>
        Of the newest {formatCount(policies)} policies, these rules would have declined{' '}
        <strong>{formatCount(proposed.declined)}</strong> and reviewed{' '}
        <strong>{formatCount(proposed.reviewed)}</strong>. The rules in force: {formatCount(inForce.declined)}{' '}
        and {formatCount(inForce.reviewed)}.
      </p>
      {hits.length > 0 && (
        <ul className="figures text-muted">
          {hits.map(({ rule, label, declined, reviewed }) => (
            <li key={rule}>
              {label}: {formatCount(declined)} declined, {formatCount(reviewed)} reviewed
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <ul className="flex flex-col gap-1">
          {examples.map(({ id, policy_number: number, outcome, reasons }) => (
            <li key={id}>
              <DeskLink to="/admin/policies" open={id}>
                {number}
              </DeskLink>{' '}
              {outcome === 'decline' ? 'declined' : 'reviewed'}: {reasons.join(' ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
