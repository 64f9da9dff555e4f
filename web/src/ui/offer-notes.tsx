import { FileText } from 'lucide-react';
import { ipidPath } from '#domain/http/ipid.ts';
import { insurerText, type Operator } from '#domain/operator.ts';
import { buttonClass } from './button.tsx';

/** Opens the insurance product information document of a wording. `product` tells several on a page apart. */
export const IpidLink = ({ version, product }: { version: string; product?: string }) => (
  <a
    aria-label={product && `Product information (PDF): ${product}`}
    href={ipidPath(version)}
    target="_blank"
    rel="noreferrer"
    className={buttonClass({ variant: 'link' })}
  >
    <FileText aria-hidden />
    Product information (PDF)
  </a>
);

/** Who insures, below a price; nothing until that is known. */
export function InsurerNote({ operator }: { operator: Operator | null | undefined }) {
  if (operator === undefined) return null;
  return (
    <p className="mt-3 text-sm text-muted">
      {operator === null ? 'Demo: play money, and no licensed insurer.' : insurerText(operator)}
    </p>
  );
}
