import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { type PaymentOnChain, placeKind } from '../../../../domain/audit/places.ts';
import { parseDay } from '../../../../domain/days.ts';
import { formatAmount, formatUsd } from '../../../../domain/money.ts';
import { termsId } from '../../../../domain/quote/terms-id.ts';
import type { RegisteredPolicy } from '../../../../domain/registry/schema.ts';
import { substrateAddress } from '../../../../domain/ss58.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { longDate, longMoment } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Fact } from '../../ui/card.tsx';
import { LongHash, TransactionHash } from '../../ui/chain.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PlaceRow } from '../../ui/place-row.tsx';
import { Notice, Skeleton } from '../../ui/states.tsx';
import type { PaymentReading } from '../../wallet/registry.ts';
import { BlockForm } from './block-form.tsx';
import { hintQuery, paymentQuery, placesQuery } from './queries.ts';
import { productName } from './verdict.ts';

interface PaymentAnswerProps {
  quoteId: `0x${string}`;
  /** Number of the block; null if nobody named one. */
  block: number | null;
  network: string;
  onBlock: (block: number) => void;
}

/** The answer on a network without a contract: the payment for the quote in one of its blocks. */
export function PaymentAnswer({ quoteId, block, network, onBlock }: PaymentAnswerProps) {
  if (block === null) {
    return (
      <Card className="flex flex-col gap-5 p-6 sm:p-8">
        <div>
          <p role="status" className="text-2xl font-semibold tracking-tight text-balance">
            There is no policy with this id in any registry.
          </p>
          <p className="mt-2 text-muted">
            If the premium was paid on {network}, there is no registry to ask: the block of the payment shows
            it. Its number is in the QR code and on the certificate.
          </p>
        </div>
        <Hint quoteId={quoteId} onBlock={onBlock} />
        <BlockForm key={quoteId} onBlock={onBlock} />
      </Card>
    );
  }
  return <InBlock key={block} {...{ quoteId, block, network, onBlock }} />;
}

interface HintProps extends Pick<PaymentAnswerProps, 'quoteId' | 'onBlock'> {
  /** The block that was read already. */
  not?: number;
}

/** Our servers may know the block. What it holds is read from the chain all the same. */
function Hint({ quoteId, not, onBlock }: HintProps) {
  const { data: block } = useQuery(hintQuery(quoteId));
  if (block == null || block === not) return null;
  return (
    <Notice
      actions={
        <Button size="small" variant="secondary" onClick={() => onBlock(block)}>
          Read block {block.toLocaleString('en-US')}
        </Button>
      }
    >
      Our records name block {block.toLocaleString('en-US')} for this id.
    </Notice>
  );
}

function InBlock({ quoteId, block, network, onBlock }: PaymentAnswerProps & { block: number }) {
  const { data, error, isFetching, refetch } = useQuery(paymentQuery(quoteId, block));
  const number = block.toLocaleString('en-US');
  if (!data && !error) {
    return (
      <div role="status" aria-label="Reading the block">
        <Skeleton className="h-96" />
      </div>
    );
  }
  if (!data) {
    return (
      <LoadError title={`${network} could not be read`} busy={isFetching} onRetry={refetch}>
        {messageOf(error)} The payment itself is not affected.
      </LoadError>
    );
  }
  if (data.payment === null) {
    return (
      <Card className="flex flex-col gap-5 p-6 sm:p-8">
        <div>
          <p role="status" className="text-2xl font-semibold tracking-tight text-balance">
            {data.block === null
              ? `${network} has no final block ${number} yet.`
              : `Block ${number} of ${network} holds no payment for this id.`}
          </p>
          <p className="mt-2 text-muted">
            {data.block === null
              ? 'A block that was made a moment ago takes about half a minute to be final.'
              : 'Another block may hold it. Its number is in the QR code and on the certificate.'}
          </p>
        </div>
        <Hint quoteId={quoteId} not={block} onBlock={onBlock} />
        <BlockForm onBlock={onBlock} />
      </Card>
    );
  }
  return <Found quoteId={quoteId} reading={data} payment={data.payment} />;
}

interface FoundProps {
  quoteId: `0x${string}`;
  reading: PaymentReading;
  payment: PaymentOnChain;
}

function Found({ quoteId, reading: { chain, block }, payment }: FoundProps) {
  const amount = formatAmount(payment.amount, chain.decimals, chain.symbol);
  return (
    <>
      <Card className="flex flex-col gap-5 p-6 sm:flex-row sm:items-center sm:p-8">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-teal-soft text-teal">
          <CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <p role="status" className="text-2xl leading-snug font-semibold tracking-tight text-balance">
          {amount} was paid for this id
          {block && (
            <>
              {' '}
              on <Moment at={block.time} />
            </>
          )}
          .
        </p>
      </Card>
      <Card className="p-6 sm:px-8">
        <h2 className="text-lg">What the chain shows</h2>
        <dl className="mt-2 divide-y divide-line">
          <Fact label="Paid by">
            <LongHash text={substrateAddress(payment.from, chain.ss58_prefix)} copy="Copy payer" />
          </Fact>
          <Fact label="Paid to">
            <LongHash text={substrateAddress(payment.to, chain.ss58_prefix)} copy="Copy recipient" />
          </Fact>
          <Fact label="Amount">{amount}</Fact>
          {block && (
            <>
              <Fact label="Time">{longMoment(new Date(block.time * 1000).toISOString())}</Fact>
              <Fact label="Block">{block.number.toLocaleString('en-US')}, final</Fact>
            </>
          )}
          <Fact label="Transaction">
            <TransactionHash hash={payment.txHash} chainId={chain.ref} />
          </Fact>
          <Fact label="Network">{chain.name}</Fact>
          <Fact label="Policy’s id">
            <LongHash text={quoteId} copy="Copy policy’s id" />
          </Fact>
        </dl>
        <p className="mt-4 text-sm text-muted">
          You need not trust this page: open the block in any explorer of {chain.name}. The transaction
          transfers the amount and remarks the policy’s id in one batch.
        </p>
      </Card>
      <NotShown network={chain.name} />
      <Later quoteId={quoteId} />
    </>
  );
}

/** What a registry on chain would say, and this network can't. */
function NotShown({ network }: { network: string }) {
  return (
    <Card className="p-6 sm:px-8">
      <h2 className="text-lg">What the chain does not show</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
        <li>
          {network} has no contract of ours, and so no registry. Product, cover and dates are not on it: the
          id is their hash, so whoever has them can prove them. Whether the policy was canceled, and what it
          paid, is Mooring’s word.
        </li>
        <li>
          The chain does not say whether the policy is in force now. It enforces neither our daily allowance
          nor the second confirmation, a halt or the holder’s consent, and refuses no second payout or refund;
          our servers do.
        </li>
        <li>
          Nobody can prove here that nothing is missing. Each row below is checked by its block, one by one.
        </li>
      </ul>
    </Card>
  );
}

/** What we have recorded about the policy since, each row checked in its block. */
function Later({ quoteId }: { quoteId: `0x${string}` }) {
  const { data, error, isFetching, refetch } = useQuery(placesQuery(quoteId));
  const title = useId();
  return (
    <Card className="p-6 sm:px-8">
      <h2 id={title} className="text-lg">
        What we have recorded, checked in its blocks
      </h2>
      {data === undefined && error && (
        <LoadError title="Our records could not be read" small busy={isFetching} onRetry={refetch}>
          {messageOf(error)} The payment above was read without them.
        </LoadError>
      )}
      {data === undefined && !error && <Skeleton className="mt-3 h-16" />}
      {data === null && <p className="mt-3 text-muted">We have no policy with this id.</p>}
      {data && <Terms quoteId={quoteId} policy={data.policy} genesis={data.chain.ref} />}
      {data && (
        <ul aria-labelledby={title} className="mt-2 divide-y divide-line">
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
      )}
    </Card>
  );
}

/** What we say was sold. The id is its hash, so we can't have changed it since the payment. */
function Terms({ quoteId, policy, genesis }: { quoteId: string; policy: RegisteredPolicy; genesis: string }) {
  const { terms } = policy;
  const id = termsId(genesis, {
    recipient: terms.contract,
    holder: terms.holder,
    amount: BigInt(terms.amount),
    productCode: terms.product_code,
    coverageUsd: terms.coverage_usd,
    startDay: parseDay(terms.start_date) ?? 0,
    endDay: parseDay(terms.end_date) ?? 0,
    validUntil: Math.floor(Date.parse(terms.valid_until) / 1000),
    detailsHash: terms.details_hash,
  });
  return (
    <p className="mt-3 text-[0.9375rem]">
      {productName(terms.product_code)} with {formatUsd(terms.coverage_usd)} of cover,{' '}
      {longDate(terms.start_date)} to {longDate(terms.end_date)}.{' '}
      {id === quoteId ? (
        'The policy’s id is the hash of these terms, so they are the ones that were paid for.'
      ) : (
        <strong className="text-coral">
          The policy’s id is not the hash of these terms: they are not the ones that were paid for.
        </strong>
      )}
    </p>
  );
}
