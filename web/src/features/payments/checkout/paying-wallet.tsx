import { AddressText } from '../../../ui/chain.tsx';

/** The paying wallet: its name and its address to check and copy. */
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
