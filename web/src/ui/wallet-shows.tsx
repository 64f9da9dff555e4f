import { MESSAGES } from '#domain/clear-signing/sentences.ts';
import { type Shown, show } from '#domain/clear-signing/show.ts';
import { formatAmount } from '#domain/money.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import { cn } from '#web/lib/cn.ts';

const COMPARE: Readonly<Record<number, string>> = {
  1: 'Compare the value in bold',
  2: 'Compare the two values in bold',
};

interface WalletShowsProps {
  /** Null where wallets have no words for it: then there is nothing to compare. */
  shown: Shown | null;
  /** What a number in the sentence means, if the wallet can't say it. */
  note?: string | null;
  /** The desk's size. */
  dense?: boolean;
}

/** What the wallet asks to confirm, in the words of our ERC-7730 descriptor, before it opens. */
export function WalletShows({ shown, note, dense = false }: WalletShowsProps) {
  if (shown === null) return null;
  const compared = shown.parts.filter(({ compare }) => compare).length;
  return (
    <section
      aria-label="What your wallet asks you to confirm"
      className={cn('min-w-0 rounded-card border border-line', dense ? 'p-3 text-[0.8125rem]' : 'p-4')}
    >
      <p className={cn('text-muted', dense || 'text-sm')}>Your wallet asks you to confirm</p>
      <p className={cn('figures mt-1 wrap-anywhere', dense || 'text-[0.9375rem]')}>
        {shown.parts.map(({ text, compare }, index) => {
          // The parts of a sentence never move.
          const key = `${index}:${text}`;
          return compare ? (
            <strong key={key} className="font-semibold">
              {text}
            </strong>
          ) : (
            <span key={key}>{text}</span>
          );
        })}
      </p>
      {note && <p className={cn('figures mt-1 wrap-anywhere text-muted', dense || 'text-sm')}>{note}</p>}
      {compared > 0 && (
        <p className={cn('mt-2 text-muted', dense || 'text-sm')}>
          {COMPARE[compared] ?? 'Compare the values in bold'} with your wallet.
          {!dense && ' Some wallets show the values without the sentence.'}
        </p>
      )}
      {shown.fields.length > compared && (
        <details className={cn('-mb-2', dense || 'text-sm')}>
          <summary
            className={cn(
              'flex w-fit cursor-pointer list-none items-center rounded-[8px] text-teal hover:underline [&::-webkit-details-marker]:hidden',
              dense ? 'min-h-8 pointer-coarse:min-h-11' : 'min-h-11',
            )}
          >
            Everything it shows
          </summary>
          <dl className="flex flex-col gap-2 pb-2">
            {shown.fields.map(({ label, value, means }) => (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="figures wrap-anywhere">
                  {value}
                  {means !== null && <span className="text-muted"> ({means})</span>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** What an amount in base units is, for calls and messages that name a policy and no currency. */
export const baseUnits = (amount: string): string =>
  `The base units are ${amount}. What you confirm names no currency, so a wallet cannot say it.`;

interface ConsentShowsProps {
  request: ConsentRequest;
  quoteId: string;
  /** Base units of the premium's currency, as a decimal string. */
  refund: string;
  /** ISO time. */
  validUntil: string;
  currency: { symbol: string; decimals: number };
}

/** The same for a consent to a refund. On a chain without a contract the wallet shows the signed text itself. */
export function ConsentShows({ request, quoteId, refund, validUntil, currency }: ConsentShowsProps) {
  if (request.kind !== 'evm') return null;
  const units = BigInt(refund);
  const until = BigInt(Math.floor(Date.parse(validUntil) / 1000));
  // The wallet is not asked unless this is its own account.
  const { holder } = request.typed_data.message;
  return (
    <WalletShows
      shown={show(MESSAGES.Cancellation, { holder, quoteId, refund: units, validUntil: until }, [])}
      note={baseUnits(formatAmount(units, currency.decimals, currency.symbol))}
    />
  );
}
