import { ExternalLink } from 'lucide-react';
import { shortAddress, shortHash } from '#domain/address.ts';
import { type ChainRef, transactionLink } from '#domain/chains.ts';
import { CopyButton } from './copy.tsx';

export function AddressText({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>
      <CopyButton text={address} label={`Copy address ${shortAddress(address)}`} />
    </span>
  );
}

export function TransactionHash({ hash, chainId }: { hash: string; chainId: ChainRef | number | null }) {
  const link = chainId === null ? null : transactionLink(chainId, hash);
  return (
    <span className="inline-flex items-center gap-1">
      <span className="figures" title={hash}>
        {shortHash(hash)}
      </span>
      <CopyButton text={hash} label={`Copy transaction hash ${shortHash(hash)}`} />
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label="Open the transaction in the block explorer"
          className="-my-1.5 grid size-8 place-items-center rounded-[8px] text-muted hover:bg-sunken hover:text-ink"
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </span>
  );
}

/** A full address, hash or id with a copy button. It wraps, so that it can be compared by eye. */
export function LongHash({ text, copy }: { text: string; copy: string }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1">
      <span className="figures min-w-0 text-balance break-all">{text}</span>
      <CopyButton text={text} label={`${copy} ${shortAddress(text)}`} />
    </span>
  );
}
