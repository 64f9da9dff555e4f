import { formatUsd } from '#domain/money.ts';
import { formatDeductible, levels } from '#domain/products/choice.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { Segments } from './segments.tsx';

interface ChoiceFieldsProps {
  product: ProductKey;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Cover level and deductible, where the product leaves a choice. */
export function ChoiceFields({ product, choice, onChange }: ChoiceFieldsProps) {
  const [coverages, deductibles] = [levels(product, 'coverage'), levels(product, 'deductible')];
  return (
    <>
      {coverages.length > 1 && (
        <Segments
          legend="Coverage amount"
          options={coverages.map((value) => ({ value, label: formatUsd(value) }))}
          value={choice.coverage}
          onChange={(coverage) => onChange({ ...choice, coverage })}
        />
      )}
      {deductibles.length > 1 && (
        <Segments
          legend="Deductible per claim"
          options={deductibles.toReversed().map((value) => ({ value, label: formatDeductible(value) }))}
          value={choice.deductible}
          onChange={(deductible) => onChange({ ...choice, deductible })}
        />
      )}
    </>
  );
}
