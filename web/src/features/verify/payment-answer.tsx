import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type PaymentOnChain, placeKind } from '#domain/audit/places.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import type { RegisteredPolicy } from '#domain/registry/schema.ts';
import { substrateAddress } from '#domain/ss58.ts';
import { BLOCK_WANTED, parseBlock } from '#web/lib/block.ts';
import { formatCount, longDate, longMoment } from '#web/lib/format.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { LabeledInput } from '#web/ui/labeled.tsx';
import { PlaceRow } from '#web/ui/place-row.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, Loaded, Notice, Skeleton } from '#web/ui/states.tsx';
import { FactList, LongHash, Moment, TransactionHash } from '#web/ui/values.tsx';

import type { PaymentReading } from '#web/wallet/registry.ts';
import { ProofCard, UncheckedProof } from './proof-card.tsx';
import { placesQuery, recordQuery } from './queries.ts';
import { productName } from './verdict.ts';

function BlockForm({ onBlock }: { onBlock: (block: number) => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const block = parseBlock(text);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (block !== null) onBlock(block);
      }}
    >
      <LabeledInput
        label="Block number"
        error={tried && block === null ? BLOCK_WANTED : undefined}
        className="figures"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onText={setText}
      />
      <Button type="submit" className="self-start">
        Read the block
      </Button>
    </form>
  );
}

/** The payment for an id in a block of that network, read by this browser without our servers. */
const paymentQuery = (quoteId: string, block: number) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'block', block],
    queryFn: async () =>
      (await loadPart(() => import('#web/wallet/look-up.ts'))).lookUpPayment(quoteId, block),
  });

interface PaymentAnswerProps {
  quoteId: `0x${string}`;
  /** Number of the block; null if nobody named one. */
  block: number | null;
  network: string;
  /** The proof of some details in the link; null without one. */
  packed: string | null;
  onBlock: (block: number) => void;
}

/** The answer on a network without a contract: the payment for the quote in one of its blocks. */
export function PaymentAnswer(props: PaymentAnswerProps) {
  const { block, network } = props;
  if (block === null) {
    return (
      <NotFound {...props} title="There is no policy with this id in any registry.">
        If the premium was paid on {network}, there is no registry to ask: the block of the payment shows it.
        Its number is in the QR code and on the certificate.
      </NotFound>
    );
  }
  return <InBlock key={block} {...props} block={block} />;
}

interface NotFoundProps extends PaymentAnswerProps {
  title: string;
  children: ReactNode;
}

/** No payment yet, and the way to name another block. */
function NotFound({ title, children, packed, ...props }: NotFoundProps) {
  return (
    <>
      {packed && <UncheckedProof />}
      <Card className="flex flex-col gap-5 p-6 sm:p-8">
        <div>
          <p role="status" className="text-2xl font-semibold tracking-tight text-balance">
            {title}
          </p>
          <p className="mt-2 text-muted">{children}</p>
        </div>
        <Hint {...props} />
        <BlockForm onBlock={props.onBlock} />
      </Card>
    </>
  );
}

/** Our servers may know the block. What it holds is read from the chain all the same. */
function Hint({ quoteId, block: not, onBlock }: Pick<PaymentAnswerProps, 'quoteId' | 'block' | 'onBlock'>) {
  const { data: record } = useQuery(recordQuery(quoteId));
  const block = record?.events.find(({ kind }) => kind === 'purchased')?.block;
  if (record?.enforced_by !== 'records' || block == null || block === not) return null;
  return (
    <Notice
      actions={
        <Button size="small" variant="secondary" onClick={() => onBlock(block)}>
          Read block {formatCount(block)}
        </Button>
      }
    >
      Our records name block {formatCount(block)} for this id.
    </Notice>
  );
}

function InBlock(props: PaymentAnswerProps & { block: number }) {
  const { quoteId, block, network, packed } = props;
  const query = useQuery(paymentQuery(quoteId, block));
  const { data, error } = query;
  const number = formatCount(block);
  if (!data && !error) return <Skeleton label="Reading the block" className="h-96" />;
  if (!data) {
    return (
      <LoadError title={`${network} could not be read`} query={query}>
        The payment itself is not affected.
      </LoadError>
    );
  }
  if (data.payment === null) {
    return data.block === null ? (
      <NotFound {...props} title={`${network} has no final block ${number} yet.`}>
        A block that was made a moment ago takes about half a minute to be final.
      </NotFound>
    ) : (
      <NotFound {...props} title={`Block ${number} of ${network} holds no payment for this id.`}>
        Another block may hold it. Its number is in the QR code and on the certificate.
      </NotFound>
    );
  }
  return <Found quoteId={quoteId} reading={data} payment={data.payment} packed={packed} />;
}

interface FoundProps {
  quoteId: `0x${string}`;
  reading: PaymentReading;
  payment: PaymentOnChain;
  packed: string | null;
}

function Found({ quoteId, reading: { chain, block }, payment, packed }: FoundProps) {
  const amount = formatAmount(payment.amount, chain.decimals, chain.symbol);
  const shown = (key: string) => substrateAddress(key, chain.ss58_prefix);
  return (
    <>
      <Card className="flex flex-col gap-5 p-6 sm:flex-row sm:items-center sm:p-8">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-teal-soft text-teal">
          <CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <p role="status" className="text-2xl leading-snug font-semibold tracking-tight text-balance">
          {amount} was paid for this id
          {block && ' on '}
          {block && <Moment at={block.time} />}.
        </p>
      </Card>
      {packed && <ProofCard quoteId={quoteId} packed={packed} recorded />}
      <Fold title="What the chain shows">
        <FactList
          rows={[
            ['Paid by', <LongHash key="payer" text={shown(payment.from)} copy="Copy payer" />],
            ['Paid to', <LongHash key="recipient" text={shown(payment.to)} copy="Copy recipient" />],
            ['Amount', amount],
            block && ['Time', longMoment(new Date(block.time * 1000).toISOString())],
            block && ['Block', `${formatCount(block.number)}, final`],
            ['Transaction', <TransactionHash key="hash" hash={payment.txHash} chainId={chain.ref} />],
            ['Network', chain.name],
            ['Registry id', <LongHash key="id" text={quoteId} copy="Copy registry id" />],
          ]}
        />
        <p className="mt-4 text-sm text-muted">
          You don’t have to trust this page: open the block in any explorer of {chain.name}. The transaction
          transfers the amount and remarks the registry id in one batch.
        </p>
      </Fold>
      <NotShown network={chain.name} />
      <Later quoteId={quoteId} />
    </>
  );
}

/** What a registry on chain would say, and this network can't. */
function NotShown({ network }: { network: string }) {
  return (
    <Section title="What the chain does not show">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
        <li>
          We have no contract on {network}, so it has no registry. Product, cover and dates are not on the
          chain: the id is their hash, so anyone who has them can prove them. For whether the policy was
          canceled, and what it paid, you have only Mooring’s word.
        </li>
        <li>
          The chain does not say whether the policy is in force now, and nothing on it enforces its cover, a
          payout or a refund; our servers keep these rules.
        </li>
        <li>
          Nobody can prove here that nothing is missing. Each row below is checked by its block, one by one.
        </li>
      </ul>
    </Section>
  );
}

function Later({ quoteId }: { quoteId: `0x${string}` }) {
  const title = 'What we have recorded, checked in its blocks';
  return (
    <Section title={title}>
      <Loaded
        query={useQuery(placesQuery(quoteId))}
        name="our records"
        failed="Our records could not be read"
        loading={<Skeleton className="h-16" />}
        after="The payment above was read without them."
        small
      >
        {(data) =>
          data === null ? (
            <p className="text-muted">We have no policy with this id.</p>
          ) : (
            <>
              <Terms policy={data.policy} hold={data.termsHold} />
              <ul aria-label={title} className="mt-2 divide-y divide-line">
                {data.rows.map(({ event, check }) => (
                  <PlaceRow
                    key={`${event.kind}:${event.tx_hash}:${event.log_index}`}
                    what={placeKind(event.kind)}
                    amount={
                      event.amount === null
                        ? null
                        : formatAmount(event.amount, data.chain.decimals, data.chain.symbol)
                    }
                    place={{ block: event.block, txHash: event.tx_hash }}
                    chainId={data.chain.ref}
                    check={check}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** What we say was sold, and whether the registry id is its hash. */
function Terms({ policy, hold }: { policy: RegisteredPolicy; hold: boolean }) {
  const { terms } = policy;
  const early = coverStartText({ coverStart: terms.start_date, start: policy.policy_start_date });
  return (
    <p className="mt-3 text-[0.9375rem]">
      {productName(terms.product_code)} with {formatUsd(terms.coverage_usd)} of cover,{' '}
      {longDate(terms.start_date)} to {longDate(terms.end_date)}. {early && `${early}. `}
      {hold ? (
        'The registry id is the hash of these terms, so they are the ones that were paid for.'
      ) : (
        <strong className="text-coral">
          The registry id is not the hash of these terms: they are not the ones that were paid for.
        </strong>
      )}
    </p>
  );
}
