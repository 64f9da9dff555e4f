import { explainPlace, isWrongPlace, PLACE_RESULTS, type PlaceCheck } from '#domain/audit/places.ts';
import type { ChainRef } from '#domain/chains.ts';
import { formatCount } from '#web/lib/format.ts';
import { Badge, type BadgeVariant, TransactionHash } from './values.tsx';

const variantOf = (check: PlaceCheck): BadgeVariant => {
  if (isWrongPlace(check)) return 'destructive';
  if (check.result === 'waiting') return 'secondary';
  return check.result === 'matched' ? 'default' : 'outline';
};

interface PlaceRowProps {
  what: string;
  amount?: string | null;
  /** The block that the record names, and the transaction in it; null for a record of several. */
  place: { block: number; txHash: string } | null;
  chainId: ChainRef;
  href?: string | undefined;
  /** Null until it was looked up. */
  check: PlaceCheck | null;
}

export function PlaceRow({ what, amount = null, place, chainId, href, check }: PlaceRowProps) {
  const reason = check === null ? '' : explainPlace(check);
  return (
    <li className="py-2.5 text-[0.9375rem]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          {what}
          {amount !== null && <span className="figures">· {amount}</span>}
          {place && (
            <span className="inline-flex flex-wrap items-center gap-x-1.5">
              · block <span className="figures">{formatCount(place.block)}</span>
              <TransactionHash hash={place.txHash} chainId={chainId} />
            </span>
          )}
          {href && (
            <a href={href} className="text-teal underline underline-offset-4">
              Verify
            </a>
          )}
        </span>
        {check && <Badge variant={variantOf(check)}>{PLACE_RESULTS[check.result].label}</Badge>}
      </div>
      {check && reason && (
        <p className={isWrongPlace(check) ? 'mt-1 text-coral wrap-anywhere' : 'mt-1 text-muted'}>{reason}</p>
      )}
    </li>
  );
}
