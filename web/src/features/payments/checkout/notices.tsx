import { AddressText } from '#web/ui/chain.tsx';
import { Notice } from '#web/ui/states.tsx';

export function PayingWallet({ name, address }: { name: string; address: string }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 rounded-[10px] bg-sunken/70 px-4 py-2.5 text-[0.9375rem]">
      <span className="text-muted">Paying from</span>
      <span className="flex flex-wrap items-center gap-x-2">
        {name}
        <AddressText address={address} />
      </span>
    </p>
  );
}

export function ElsewhereNotice() {
  return (
    <Notice tone="waiting">
      Another tab is asking your wallet to pay for this quote. Continue there; this page will follow.
    </Notice>
  );
}

export function MissingFunds({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">Insufficient funds for this transaction</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="figures mt-0.5 wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}
