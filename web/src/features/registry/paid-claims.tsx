import { shortHash } from '#domain/address.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS, type ProductKey, shortName } from '#domain/products/index.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { PhoneFold } from '#web/ui/phone-fold.tsx';
import type { Figures } from './queries.ts';

interface PaidClaim {
  product: ProductKey;
  usd: number;
  tx_hash: string;
  explorer: string | null;
  paid_at: string;
  hours: number;
}

/** Claims of the summary, checked by hand like its figures. Anything else is left out. */
function parseClaims(value: unknown): PaidClaim[] {
  const list = Array.isArray(value) ? (value as PaidClaim[]) : [];
  return list.filter(
    (claim) =>
      Object.hasOwn(PRODUCTS, String(claim?.product)) &&
      [claim.usd, claim.hours].every((figure) => Number.isSafeInteger(figure) && figure > 0) &&
      /^0x[0-9a-f]{64}$/i.test(claim.tx_hash) &&
      (claim.explorer === null || /^https:/.test(claim.explorer)) &&
      !Number.isNaN(Date.parse(claim.paid_at)),
  );
}

const hoursText = (hours: number) => (hours === 1 ? 'an hour' : `${hours.toLocaleString('en-US')} hours`);

function Claim({ claim, demo }: { claim: PaidClaim; demo: boolean }) {
  const { product, usd, tx_hash, explorer, paid_at, hours } = claim;
  return (
    <Card className="h-full p-5">
      <div className="flex items-center justify-between gap-3">
        <p className="figures text-xl font-semibold tracking-tight">{formatUsd(usd)}</p>
        {demo && (
          <span className="rounded-full border border-line-strong px-2.5 py-0.5 text-[0.8125rem] font-medium text-muted">
            Demo
          </span>
        )}
      </div>
      <p className="mt-1">
        {shortName(product)} claim, paid <time dateTime={paid_at}>{longDate(paid_at)}</time>
      </p>
      <p className="mt-1 text-sm text-muted">Within {hoursText(hours)}, from our records</p>
      <p className="mt-1 text-sm text-muted">
        Transaction{' '}
        {explorer === null ? (
          // A local chain has none: the whole hash can be compared and copied.
          <span className="figures break-all">{tx_hash}</span>
        ) : (
          <a
            href={explorer}
            target="_blank"
            rel="noreferrer"
            className="figures text-teal underline underline-offset-4"
          >
            {shortHash(tx_hash)}
          </a>
        )}
      </p>
    </Card>
  );
}

/** The claims that were paid last, each with its transaction. How long it took is in our records alone. */
export default function PaidClaims({ figures }: { figures: Figures }) {
  const { claims, demo, as_of, unreachable } = figures;
  const paid = parseClaims(claims);
  return (
    <>
      {paid.length > 0 ? (
        <PhoneFold title="Claims paid last" className="mt-3 sm:mt-8" titleClass="md:hidden">
          <ul aria-label="Claims paid last" className="grid gap-4 sm:grid-cols-3">
            {paid.map((claim) => (
              <li key={claim.tx_hash}>
                <Claim claim={claim} demo={demo} />
              </li>
            ))}
          </ul>
        </PhoneFold>
      ) : (
        <p className="mt-4 max-md:text-sm sm:mt-8">
          The first claim that we pay will be shown here, with its transaction.
        </p>
      )}
      <p className="mt-2 text-sm text-muted sm:mt-6">
        {demo && 'This is a demo with play money. '}
        Read from the chain on {longMoment(as_of)}, in US dollars at that moment’s rates.
        {unreachable.length > 0 &&
          ` ${unreachable.join(' and ')} could not be reached, so the pool there is not counted.`}
      </p>
    </>
  );
}
