import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../../../../domain/money.ts';
import { PRODUCT_KEYS, shortName } from '../../../../../domain/products/index.ts';
import { LoadedSection } from '../../../ui/section.tsx';
import { Choice, SmallTable, useParam } from '../insight/parts.tsx';
import { trianglesQuery } from './queries.ts';

const BASES = ['incurred', 'paid'] as const;
const TYPES = ['all', ...PRODUCT_KEYS] as const;

/** `Q4 2026` */
const quarterName = (quarter: string) => quarter.replace(/^(\d{4})-(Q\d)$/, '$2 $1');

/** What the claims of each quarter have cost after 0, 1, 2 … quarters. */
export function Triangles() {
  const [product, setProduct] = useParam('/admin/revenue', 'policy_type', TYPES, 'all');
  const [basis, setBasis] = useParam('/admin/revenue', 'triangle', BASES, 'incurred');
  return (
    <LoadedSection
      title="Loss triangles"
      failed="Failed to load the loss triangles"
      query={useQuery(trianglesQuery(product))}
      actions={
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Choice
            label="Product"
            options={TYPES.map((one) => [one, one === 'all' ? 'All products' : shortName(one)] as const)}
            value={product}
            onChange={setProduct}
          />
          <Choice
            label="Basis"
            options={[
              ['incurred', 'Incurred'],
              ['paid', 'Paid'],
            ]}
            value={basis}
            onChange={setBasis}
          />
        </div>
      }
    >
      {({ rows }) => {
        const widest = Math.max(0, ...rows.map((row) => row[basis].length));
        if (widest === 0) return <p className="py-6 text-center text-muted">No claims yet</p>;
        return (
          <>
            <p className="mb-2 text-[0.8125rem] text-muted">
              {basis === 'paid'
                ? 'Paid on claims of the quarter in which the damage happened, in all after so many quarters.'
                : 'Paid and reserved on claims of the quarter in which the damage happened, in all after so many quarters.'}
            </p>
            <SmallTable
              caption={`Loss triangle, ${basis}`}
              columns={[
                ['Quarter'],
                ...Array.from({ length: widest }, (_, age) => [`After ${age}`, 'end'] as const),
              ]}
              rows={rows.map((row) => ({
                key: row.accident_quarter,
                cells: [
                  <span key="name" className="whitespace-nowrap">
                    {quarterName(row.accident_quarter)}
                  </span>,
                  ...Array.from({ length: widest }, (_, age) => {
                    const cell = row[basis][age];
                    return cell === undefined ? '' : formatUsd(cell);
                  }),
                ],
              }))}
            />
          </>
        );
      }}
    </LoadedSection>
  );
}
