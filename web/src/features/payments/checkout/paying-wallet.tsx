import { AddressText } from '../../../ui/chain.tsx';

/** Which wallet is going to pay: its kind, and its address to check and to copy. */
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
