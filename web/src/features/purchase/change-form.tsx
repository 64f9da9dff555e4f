import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { chainRefOf } from '#domain/chains.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import { changeableFields } from '#domain/policy/change.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { issuesOf } from '#web/lib/api/errors.ts';
import { type Deployment, networkIn } from '#web/lib/deployment.ts';
import { longDate } from '#web/lib/format.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { useKept } from '#web/lib/kept/use-kept.ts';
import { useKeptForm } from '#web/lib/kept/use-kept-form.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { LabeledInput } from '#web/ui/labeled.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { ChoiceFields } from '#web/ui/term-fields.tsx';
import { draftQuery } from './calls.ts';
import { ChangePrice, changeQuery, changeToStore } from './change-preview.ts';
import { PaidAlready } from './notices.tsx';
import { useSentAnywhere } from './tabs.ts';

const DetailsForm = lazyPart(() => import('#web/ui/details-form.tsx'));

/** How long a field must stay unchanged before its price is asked for. */
const TYPING_MS = 500;

interface ChangeFormProps {
  id: number;
  address: string;
  /** The policy as it is. */
  now: ChangePreview;
  deployment: Deployment;
}

/** What is chosen beside the form's fields. */
interface Chosen {
  choice: Choice;
  /** A UTC day number. */
  end: number | null;
  currency: string | null;
  email: string;
}

export function ChangeForm({ id, address, now, deployment }: ChangeFormProps) {
  const product = now.insurance_type;
  const fields = changeableFields(product);
  const form = useKeptForm<Record<string, string>>({
    keep: `mine/change/${id}`,
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, String(now.details[name] ?? '')])),
  });
  const values = useWatch({ control: form.control });
  const [asIs] = useState<Chosen>({
    choice: { coverage: now.choices.coverage_usd, deductible: now.choices.deductible_usd },
    end: parseDay(now.policy_end_date),
    currency: null,
    email: '',
  });
  const [chosen, setChosen] = useKept(`mine/change/${id}/choice`, asIs);
  const { choice, end, currency, email } = chosen;
  const choose = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part });

  const details = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name] ?? '';
      return value === String(now.details[name] ?? '') ? [] : [[name, value]];
    }),
  );
  const endDate = end === null ? null : formatDay(end);
  const typed: ChangeRequest = {
    choices: { coverage_usd: choice.coverage, deductible_usd: choice.deductible },
    ...(Object.keys(details).length > 0 ? { details } : {}),
    ...(endDate !== null && endDate !== now.policy_end_date ? { policy_end_date: endDate } : {}),
    ...(currency === null ? {} : { payment_currency: currency }),
    ...(email === '' ? {} : { email }),
  };
  const wanted = JSON.stringify(typed);
  const settled = useSettled(wanted, TYPING_MS);
  const query = useQuery(changeQuery(address, id, JSON.parse(settled) as ChangeRequest));
  const [last, setLast] = useState(now);
  if (query.data && query.data !== last) setLast(query.data);
  // What can't be priced leaves the last price standing, with what was accepted and signed.
  const preview = query.data ?? last;
  const issues = new Map(issuesOf(query.error).map(({ path, message }) => [path, message]));
  const fieldErrors = new Map([...issues].map(([path, message]) => [path.replace('details.', ''), message]));
  const stored = preview.price === null ? null : changeToStore(preview);
  const sent = useSentAnywhere(stored?.quoteId ?? '', address);
  const draft = useQuery(draftQuery(stored?.draftId, stored !== null));
  const network = networkIn(deployment, chainRefOf(now.chain_id));
  if (sent) return <Navigate to="/confirmation" replace />;
  if (stored && draft.data?.paid)
    return <PaidAlready id={stored.quoteId} product={product} paid={draft.data.paid} />;
  if (!network) return <ErrorState title="This policy's network is not available" />;

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Section title="Cover" note="The most we pay, and your share of each claim.">
          <div className="flex flex-col gap-5">
            <ChoiceFields product={product} choice={choice} onChange={(next) => choose({ choice: next })} />
          </div>
        </Section>
        <Section title="What is insured" note="Who is insured stays the same.">
          <DetailsForm fields={fields} form={form} errors={fieldErrors} />
        </Section>
        <Section title="Term">
          <div className="grid gap-5 sm:grid-cols-2">
            <LabeledInput
              label="Starts"
              hint="From the moment you pay, but not before this day."
              readOnly
              value={longDate(now.policy_start_date)}
            />
            <DateField
              label="End date"
              what="the end date"
              hint={end === null ? undefined : longDate(formatDay(end))}
              error={issues.get('policy_end_date')}
              min={(parseDay(now.policy_start_date) ?? 0) + PRODUCTS[product].minDays}
              value={end}
              onChange={(day) => choose({ end: day })}
            />
            {now.email === null && (
              <LabeledInput
                fieldClass="sm:col-span-2"
                label="Email address"
                hint="We send the new certificate here."
                error={issues.get('email')}
                type="email"
                autoComplete="email"
                value={email}
                onText={(text) => choose({ email: text })}
              />
            )}
          </div>
        </Section>
      </div>
      <ChangePrice
        id={id}
        address={address}
        preview={preview}
        stored={stored}
        asked={typed}
        network={network}
        query={query}
        pending={wanted !== settled || query.isFetching}
        explained={issues.size > 0}
        onCurrency={(symbol) => choose({ currency: symbol })}
      />
    </div>
  );
}
