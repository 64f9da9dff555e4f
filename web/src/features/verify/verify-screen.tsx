import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PRODUCT_CODES } from '#domain/products/offer.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { picture } from '#web/ui/illustrations.tsx';
import { LoadError, Notice, type Read, Skeleton } from '#web/ui/states.tsx';

import type { LookUp, RegistryReading } from '#web/wallet/registry.ts';
import lighthouse from './lighthouse.svg?picture';
import { LookUpForm, type LookUpHandler, ProofDrop } from './look-up-form.tsx';
import { PaymentAnswer } from './payment-answer.tsx';
import { ProofCard, UncheckedProof } from './proof-card.tsx';

import { registryQuery, sharedProofQuery } from './queries.ts';
import { RecordCard } from './record-card.tsx';
import { parseQuoteId } from './verdict.ts';
import { VerdictCard } from './verdict-card.tsx';

/** A lighthouse: whoever looks can see. */
const LighthousePicture = picture(lighthouse, 'h-32');

const POLICY = '(address,uint8,uint8,address,uint64,uint64,uint32,uint32,uint16)';

type Source = Pick<RegistryReading, 'chain' | 'contract'>;

function castCommand({ chain, contract }: Source, quoteId: string): string {
  return `cast call ${contract} "policyOf(bytes32)(${POLICY})" ${quoteId} --rpc-url ${chain.rpc_url}`;
}

function CheckYourself({ quoteId, reading }: { quoteId: string; reading: Source }) {
  const { chain, contract } = reading;
  const command = castCommand(reading, quoteId);
  return (
    <Fold title="Check it yourself" note="On the command line">
      <p className="text-[0.9375rem] text-muted">
        You don’t have to trust this page. With any tool that reads contracts, ask <Code>{contract}</Code> on{' '}
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

/** The network without a contract, if this site is on one. */
const networkQuery = queryOptions({
  queryKey: ['registry', 'network'],
  queryFn: async () => (await loadPart(() => import('#web/wallet/look-up.ts'))).networkWithoutContract(),
  staleTime: Number.POSITIVE_INFINITY,
});

const names = (chains: LookUp['asked']) =>
  new Intl.ListFormat('en-US').format(chains.map((chain) => chain.name));

function Loading() {
  return (
    <div role="status" aria-label="Reading the registry" className="flex flex-col gap-5">
      <Skeleton className="h-32" />
      <Skeleton className="h-96" />
    </div>
  );
}

const UNSURE = 'This page cannot say whether the policy is in force';

function Unreachable({ result, query }: { result: LookUp; query: Read }) {
  const rest = result.asked.filter((chain) => !result.unreachable.includes(chain));
  return (
    <LoadError title={UNSURE} query={query}>
      {names(result.unreachable)} could not be reached.{' '}
      {rest.length > 0
        ? `The registry on ${names(rest)} has no policy with this id.`
        : 'The policy itself is not affected.'}
    </LoadError>
  );
}

function Unknown({ result, onLookUp }: { result: LookUp } & Pick<VerifyScreenProps, 'onLookUp'>) {
  return (
    <Card className="flex flex-col gap-6 p-6 sm:p-8">
      <div>
        <p role="status" className="text-2xl font-semibold tracking-tight text-balance">
          Not in the registry.
        </p>
        <p className="mt-2 text-muted">
          There is no policy with this id on {names(result.asked)}. A quote that was not paid is not in the
          registry, and a payment that was sent a moment ago may take a minute to appear.
        </p>
      </div>
      <LookUpForm onLookUp={onLookUp} />
    </Card>
  );
}

interface AnswerProps {
  quoteId: `0x${string}`;
  /** The block that is said to hold the payment, where no contract keeps a registry. */
  block: number | null;
  /** The proof of some details in the link; null without one. */
  packed: string | null;
  onLookUp: LookUpHandler;
  /** What else can be checked here. It stands before the commands for those who trust no page. */
  more: ReactNode;
}

function Answer({ quoteId, block, packed, onLookUp, more }: AnswerProps) {
  const network = useQuery(networkQuery);
  const query = useQuery(registryQuery(quoteId));
  // Read meanwhile, so that its card doesn't grow.
  useQuery({ ...sharedProofQuery(packed ?? ''), enabled: packed !== null });
  if (query.isPending || network.isPending) return <Loading />;
  if (query.isError) return <LoadError title={UNSURE} query={query} />;
  const { found, unreachable } = query.data;
  if (found?.policy) {
    return (
      <>
        <VerdictCard reading={found} policy={found.policy} />
        {packed && <ProofCard quoteId={quoteId} packed={packed} />}
        <RecordCard quoteId={quoteId} reading={found} policy={found.policy} />
        {more}
        <CheckYourself quoteId={quoteId} reading={found} />
      </>
    );
  }
  if (network.data) {
    return (
      <>
        {unreachable.length > 0 && (
          <Notice tone="waiting">
            {names(unreachable)} could not be reached, so a registry there could not be asked.
          </Notice>
        )}
        <PaymentAnswer
          quoteId={quoteId}
          block={block}
          network={network.data.name}
          packed={packed}
          onBlock={(number) => onLookUp(quoteId, number, packed)}
        />
        {more}
      </>
    );
  }
  return (
    <>
      {packed && <UncheckedProof />}
      {unreachable.length > 0 ? (
        <Unreachable result={query.data} query={query} />
      ) : (
        <Unknown result={query.data} onLookUp={onLookUp} />
      )}
      {more}
    </>
  );
}

interface VerifyScreenProps {
  /** The id in the URL; empty on the page with the lookup form. */
  id: string;
  block?: number | null;
  /** The proof of some details that the link carries. */
  packed?: string | null;
  onLookUp: LookUpHandler;
}

/**
 * Tells anyone with a registry id whether it is in force. The answer never comes from our servers; where no contract keeps
 * a registry, they only name blocks to look at.
 */
export function VerifyScreen({ id, block = null, packed = null, onLookUp }: VerifyScreenProps) {
  const quoteId = parseQuoteId(id);
  const drop = (
    <ProofDrop
      onProof={(proof) => onLookUp(proof.quoteId, proof.block, proof.packed)}
      folded={quoteId !== null}
    />
  );
  return (
    <div className="page flex max-w-3xl flex-col gap-5 py-10">
      <div className="mb-2">
        <h1 className="text-3xl">Verify a policy</h1>
        <p className="mt-2 text-muted">
          Your browser reads the public registry on chain. The answer does not come from our servers.
        </p>
      </div>
      {quoteId && (
        <Answer
          key={quoteId}
          quoteId={quoteId}
          block={block}
          packed={packed}
          onLookUp={onLookUp}
          more={drop}
        />
      )}
      {!quoteId && (
        <Card className="flex flex-col gap-6 p-6 sm:p-8">
          {id !== '' && (
            <Notice tone="danger">
              The address does not hold a registry id: 0x and 64 digits, as printed on the certificate.
            </Notice>
          )}
          <LighthousePicture className="h-28 self-center text-ink print:hidden" />
          <LookUpForm onLookUp={onLookUp} />
        </Card>
      )}
      {!quoteId && drop}
    </div>
  );
}
