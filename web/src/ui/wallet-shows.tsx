import { MESSAGES } from '#domain/clear-signing/sentences.ts';
import { type Shown, show } from '#domain/clear-signing/show.ts';
import { formatAmount } from '#domain/money.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate } from '#web/lib/format.ts';

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

/** The wallet's own words, in those of our ERC-7730 descriptor, with the values to compare and everything else it shows. */
export function WalletWords({ shown, note, dense = false }: WalletShowsProps) {
  if (shown === null) return null;
  const compared = shown.parts.filter(({ compare }) => compare).length;
  const small = dense || 'text-sm';
  return (
    <>
      <p className={cn('figures wrap-anywhere', dense || 'text-[0.9375rem]')}>
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
      {note && <p className={cn('figures mt-1 wrap-anywhere text-muted', small)}>{note}</p>}
      {compared > 0 && (
        <p className={cn('mt-2 text-muted', small)}>
          {COMPARE[compared] ?? 'Compare the values in bold'} with your wallet.
          {!dense && ' Some wallets show the values without the sentence.'}
        </p>
      )}
      {shown.fields.length > compared && (
        <dl className={cn('mt-3 flex flex-col gap-2', small)}>
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
      )}
    </>
  );
}

/**
 * What the wallet will show, before it opens: one sentence with the wallet's own words one tap away, or at the desk these
 * words at once.
 */
export function WalletShows({ says, ...words }: WalletShowsProps & { says?: string }) {
  const { shown, dense } = words;
  if (shown === null) return null;
  return (
    <section
      aria-label="What your wallet asks you to confirm"
      className={cn(
        'min-w-0 rounded-card border border-line',
        dense ? 'p-3 text-[0.8125rem]' : 'p-4 text-[0.9375rem]',
      )}
    >
      {says === undefined ? (
        <>
          <p className="mb-1 text-muted">Your wallet asks you to confirm</p>
          <WalletWords {...words} />
        </>
      ) : (
        <>
          <p>Your wallet will show {says}.</p>
          <details>
            <summary className="-mb-3 flex min-h-11 w-fit cursor-pointer list-none items-center rounded-[8px] text-teal hover:underline [&::-webkit-details-marker]:hidden">
              Compare it with your wallet
            </summary>
            <div className="mt-3">
              <WalletWords {...words} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

/** What an amount in base units is, for calls and messages that name a policy and no currency. */
export const baseUnits = (amount: string): string =>
  `The base units are ${amount}. Your wallet shows only the raw number.`;

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
  const amount = formatAmount(units, currency.decimals, currency.symbol);
  return (
    <WalletShows
      says={`that you agree to a refund of ${amount}, until ${longDate(validUntil)}`}
      shown={show(MESSAGES.Cancellation, { holder, quoteId, refund: units, validUntil: until }, [])}
      note={baseUnits(amount)}
    />
  );
}
