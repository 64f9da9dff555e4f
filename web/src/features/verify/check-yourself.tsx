import { PRODUCT_CODES } from '#domain/products/offer.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Fold } from '#web/ui/fold.tsx';
import type { RegistryReading } from '#web/wallet/registry.ts';

const POLICY = '(address,uint8,uint8,address,uint64,uint64,uint32,uint32,uint16)';

type Source = Pick<RegistryReading, 'chain' | 'contract'>;

function castCommand({ chain, contract }: Source, quoteId: string): string {
  return `cast call ${contract} "policyOf(bytes32)(${POLICY})" ${quoteId} --rpc-url ${chain.rpc_url}`;
}

export function CheckYourself({ quoteId, reading }: { quoteId: string; reading: Source }) {
  const { chain, contract } = reading;
  const command = castCommand(reading, quoteId);
  return (
    <Fold title="Check it yourself" note="On the command line">
      <p className="text-[0.9375rem] text-muted">
        You need not trust this page. With any tool that reads contracts, ask <Code>{contract}</Code> on{' '}
        {chain.name} (chain {chain.chain_id}) for <Code>policyOf</Code> with the registry id, or for{' '}
        <Code>isInForce</Code> with the id and a time in seconds. With Foundry it is one line:
      </p>
      <div className="mt-4 flex items-start gap-2 rounded-[10px] border border-line bg-sunken/70 p-3">
        <code className="min-w-0 grow text-[0.8125rem] leading-relaxed break-all">{command}</code>
        <CopyButton text={command} label="Copy command" />
      </div>
      <p className="mt-3 text-sm text-muted">
        It prints holder, product ({PRODUCT_CODES}), status (1 active, 2 rejected, 3 canceled), token, start
        and end in seconds (the same when the cover is void), cover and paid out in dollars, and the number of
        claims.
      </p>
    </Fold>
  );
}

function Code({ children }: { children: React.ReactNode }) {
  return <code className="text-[0.875em] break-all text-ink">{children}</code>;
}
