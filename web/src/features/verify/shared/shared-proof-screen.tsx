import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dayOf } from '#domain/days.ts';
import { NO_SHARE } from '#domain/policy/share-schema.ts';
import type { DetailsProof } from '#domain/registry/details-proof.ts';
import type { CoverSpan } from '#domain/registry/in-force.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
import type { CheckedField } from '#web/features/verify/proof.ts';
import { Verdicts } from '#web/features/verify/proof-card.tsx';
import { loadProofs, placesQuery, registryQuery } from '#web/features/verify/queries.ts';
import { VerifyAddress } from '#web/features/verify/verify-address.tsx';
import { api } from '#web/lib/api/api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, Notice, Skeleton } from '#web/ui/states.tsx';
import { FactList, LongHash, Moment } from '#web/ui/values.tsx';

import type { RegistryPolicy } from '#web/wallet/registry.ts';
import { inForceText } from './in-force-text.ts';

interface InForceCardProps {
  policy: CoverSpan & Pick<RegistryPolicy, 'status'>;
  /** Where the answer comes from, with the block. */
  source: ReactNode;
}

/** Answers whether the policy is in force on a day: today, or one that is chosen. */
function InForceCard({ policy, source }: InForceCardProps) {
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState<number | null>(today);
  const text = day === null ? null : inForceText(policy, day, today);
  const Icon = text?.inForce ? CircleCheck : CircleSlash;
  return (
    <Card className="flex flex-col gap-6 p-6 sm:p-8">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <span
          className={cn(
            'grid size-14 shrink-0 place-items-center rounded-full',
            text?.inForce ? 'bg-teal-soft text-teal' : 'bg-sunken text-muted',
          )}
        >
          <Icon aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <div role="status">
          <p className="text-2xl leading-snug font-semibold tracking-tight text-balance">
            {text?.answer ?? 'Please choose a day.'}
          </p>
          {text?.note && <p className="mt-1 text-muted">{text.note}</p>}
        </div>
      </div>
      <div className="max-w-60 print:hidden">
        <DateField label="In force on (UTC)" what="the day" value={day} onChange={setDay} />
      </div>
      <p className="figures text-sm text-muted">{source}</p>
    </Card>
  );
}

/** The proof behind a holder's link, with its fields, each checked by this browser; null if the link shows nothing. */
const openedShareQuery = (token: string) =>
  queryOptions({
    queryKey: ['proof', 'share', token],
    retry: false,
    queryFn: async ({ signal }) => {
      const { checkProof } = await loadProofs();
      const shared = await api.find(proofApi.getSharedProof, { token }, { signal });
      return shared && { ...shared, fields: checkProof(shared.proof) };
    },
  });

interface Shared {
  proof: DetailsProof;
  fields: readonly CheckedField[];
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-5">
      <Skeleton className="h-56" />
      <Skeleton className="h-64" />
    </div>
  );
}

const UNSURE = 'This page cannot say whether the policy is in force';

function NotFound({ network }: { network: string }) {
  return (
    <Card className="p-6 sm:p-8">
      <p role="status" className="text-2xl font-semibold tracking-tight text-balance">
        Not in the registry.
      </p>
      <p className="mt-2 text-muted">
        {network} knows no policy with the id of this proof, so the proof shows nothing.
      </p>
    </Card>
  );
}

function Fields({ fields }: { fields: readonly CheckedField[] }) {
  return (
    <Section title="What the policyholder shows you">
      <Verdicts fields={fields} />
    </Section>
  );
}

const LIMITS = [
  'Who is showing it to you. If it names a person, compare the name with an identity document.',
  'That what the policyholder declared is true. It shows that it is part of the contract.',
  'Anything that is not listed above, or whether a claim would be paid. The wording says what is covered.',
];

function Limits({ recorded = false }: { recorded?: boolean }) {
  const more = recorded
    ? [
        'Whether the policy was canceled or changed: this network has no registry, so for that you have our word.',
      ]
    : [];
  return (
    <Section title="What this page cannot prove">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
        {[...LIMITS, ...more].map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </Section>
  );
}

interface EvidenceProps {
  proof: DetailsProof;
  rows: readonly (readonly [label: string, value: React.ReactNode])[];
}

function Evidence({ proof, rows }: EvidenceProps) {
  const { quote_id, block } = proof;
  return (
    <Section
      title="Where to check it"
      actions={
        <ButtonLink
          to="/verify/$quoteId"
          params={{ quoteId: quote_id }}
          search={block === null ? {} : { block }}
          variant="link"
          className="text-[0.9375rem] print:hidden"
        >
          Verify it step by step
        </ButtonLink>
      }
    >
      <FactList
        rows={[['Registry id', <LongHash key="id" text={quote_id} copy="Copy registry id" />], ...rows]}
      />
      <VerifyAddress quoteId={quote_id} block={block} />
    </Section>
  );
}

/** The answer of the registry, read by this browser. */
function OnChain({ proof, fields }: Shared) {
  const query = useQuery(registryQuery(proof.quote_id as `0x${string}`, proof.chain_id));
  if (query.isPending) return <Loading label="Reading the registry" />;
  if (query.isError) return <LoadError title={UNSURE} query={query} />;
  const { found, asked, unreachable } = query.data;
  const names = asked.map(({ name }) => name).join(', ');
  if (!found?.policy) {
    if (unreachable.length === 0 && asked.length > 0) return <NotFound network={names} />;
    return (
      <LoadError title={UNSURE} query={query}>
        {names || 'Its network'} could not be reached.
      </LoadError>
    );
  }
  const { chain, block, time, contract, policy } = found;
  const read = longMoment(new Date(time * 1000).toISOString());
  return (
    <>
      <InForceCard
        policy={policy}
        source={`Read from the registry on ${chain.name} at block ${formatCount(block)}, on ${read}.`}
      />
      <Fields fields={fields} />
      <Limits />
      <Evidence
        proof={proof}
        rows={[
          ['Network', chain.name],
          ['Contract', <LongHash key="contract" text={contract} copy="Copy contract address" />],
        ]}
      />
    </>
  );
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Without a contract: the payment in its block, and what we recorded. */
function InRecords({ proof, fields }: Shared) {
  const query = useQuery(placesQuery(proof.quote_id));
  if (query.isPending) return <Loading label="Reading the records" />;
  if (query.isError) return <LoadError title={UNSURE} query={query} />;
  if (query.data === null) return <NotFound network="Mooring" />;
  const { chain, policy, rows, termsHold } = query.data;
  const paid = rows.find(({ event }) => event.kind === 'purchased');
  const shown = paid?.check.result === 'matched' && termsHold;
  const status = policy.status === 'pending' ? 'active' : policy.status;
  return (
    <>
      {policy.cover_from === null ? (
        <Notice tone="waiting">
          The payment for this policy is not final yet. Please try again in a minute.
        </Notice>
      ) : (
        <InForceCard
          policy={{ start: seconds(policy.cover_from), end: seconds(policy.cover_until), status }}
          source={`By Mooring’s records: ${chain.name} has no registry. ${
            shown && paid
              ? `The chain shows the payment for this policy in block ${formatCount(paid.event.block)}.`
              : 'The payment could not be confirmed on the chain.'
          }`}
        />
      )}
      {shown ? (
        <Fields fields={fields} />
      ) : (
        <Notice tone="danger">
          The chain does not show the payment that we recorded, so the proof shows nothing.
        </Notice>
      )}
      <Limits recorded />
      <Evidence
        proof={proof}
        rows={[
          ['Network', chain.name],
          ['Block', paid ? formatCount(paid.event.block) : '–'],
        ]}
      />
    </>
  );
}

/** What a policyholder shows to whoever has the link: chosen fields, and whether the policy is in force on a day. */
export function SharedProofScreen({ token }: { token: string }) {
  const query = useQuery(openedShareQuery(token));
  const shared = query.data;
  return (
    <div className="page flex max-w-3xl flex-col gap-5 py-10">
      {/* The link is a secret between the holder and whoever gets it. */}
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <div className="mb-2 flex items-start justify-between gap-4 max-sm:flex-wrap">
        <div>
          <h1 className="text-3xl">Proof of insurance</h1>
          <p className="mt-2 text-muted">
            A policyholder shares parts of a policy with you. Your browser checks each of them and reads the
            chain.
          </p>
        </div>
        {shared && (
          <Button variant="secondary" icon={Printer} className="print:hidden" onClick={() => print()}>
            Print
          </Button>
        )}
      </div>
      {query.isPending && <Loading label="Loading the proof" />}
      {query.isError && <LoadError title="The proof could not be loaded" query={query} />}
      {shared === null && (
        <Card className="p-6 sm:p-8">
          <p role="status" className="text-xl font-semibold tracking-tight text-balance">
            {NO_SHARE}
          </p>
          <p className="mt-2 text-muted">Please ask the policyholder for a new one.</p>
        </Card>
      )}
      {shared && (
        <>
          {typeof shared.proof.chain_id === 'number' ? (
            <OnChain proof={shared.proof} fields={shared.fields} />
          ) : (
            <InRecords proof={shared.proof} fields={shared.fields} />
          )}
          <p className="text-sm text-muted">
            The link ends on <Moment at={shared.expires_at} />, or when the policyholder revokes it. A printed
            copy says what was true when it was printed.
          </p>
        </>
      )}
    </div>
  );
}
