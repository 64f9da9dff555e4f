interface VerifyAddressProps {
  quoteId: string;
  /** The block of the payment, where no contract keeps a registry. */
  block: number | null;
}

/** The address of what anyone can see, on paper, where a link leads nowhere. */
export function VerifyAddress({ quoteId, block }: VerifyAddressProps) {
  const search = block === null ? '' : `?block=${block}`;
  return (
    <p className="mt-4 hidden text-sm break-words print:block">
      Anyone can check it at {`${location.origin}/verify/${quoteId}${search}`}
    </p>
  );
}
