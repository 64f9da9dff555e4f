import { useId } from 'react';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { cn } from '#web/lib/cn.ts';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { coverDates } from './claim-form.ts';
import type { ClaimState } from './use-claim-form.ts';

/** The policies that can be claimed on, with the form's own. */
export function SelectPolicy({ claim }: { claim: ClaimState }) {
  const { form, policies, left, selected } = claim;
  const error = form.formState.errors.policy_id?.message;
  const errorId = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Select Policy"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <div className="grid gap-3">
        {policies.map((policy) => {
          const Picture = PRODUCT_PICTURES[policy.policy_type];
          const id = String(policy.id);
          const chosen = id === selected;
          const remains = left(policy);
          return (
            <label
              key={policy.id}
              className={cn(
                'flex cursor-pointer items-center gap-4 rounded-[10px] border px-4 py-3.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                chosen && 'border-teal bg-teal-soft',
                !chosen && (error ? 'border-coral' : 'border-line-strong'),
                !chosen && 'bg-surface hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="policy_id"
                value={id}
                checked={chosen}
                onChange={() => form.setValue('policy_id', id, { shouldDirty: true, shouldValidate: true })}
                className="size-4 shrink-0 accent-(--teal)"
              />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-medium">
                    {PRODUCTS[policy.policy_type].label}{' '}
                    <span className="figures font-normal text-muted">{policy.policy_number}</span>
                  </span>
                  {remains !== null && (
                    <span className="figures text-[0.9375rem]">{formatUsd(remains)} of cover left</span>
                  )}
                </span>
                <span
                  className={cn(
                    'figures mt-0.5 block text-sm wrap-anywhere',
                    chosen ? 'text-ink' : 'text-muted',
                  )}
                >
                  <bdi>{policy.name}</bdi> · Cover {coverDates(policy)}
                </span>
              </span>
              <Picture className="h-9 shrink-0 text-ink max-sm:hidden" />
            </label>
          );
        })}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-coral">
          {error}
        </p>
      )}
    </div>
  );
}
