import { FileText } from 'lucide-react';
import { buttonClass } from './button.tsx';

/** Opens the insurance product information document of a wording. */
export const IpidLink = ({ version }: { version: string }) => (
  <a
    href={`/api/insurance/ipid/${version}`}
    target="_blank"
    rel="noreferrer"
    className={buttonClass({ variant: 'link', size: 'inline' })}
  >
    <FileText aria-hidden />
    Product information (PDF)
  </a>
);
