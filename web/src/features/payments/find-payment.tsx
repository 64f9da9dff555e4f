import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { type ChainRef, chainIdOf } from '../../../../domain/chains.ts';
import { hash32 } from '../../../../domain/fields.ts';
import type { LookupAnswer } from '../../../../domain/payments/schema.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { type Deployment, networkIn, networksOf } from '../../lib/deployment.ts';
import { SUPPORT_EMAIL } from '../../lib/env.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { HashForm } from '../../ui/hash-form.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { deploymentQuery, lookUpPayment } from './queries.ts';

type Outcome = LookupAnswer['outcome'];

const LOOK: Readonly<Record<Outcome, 'found' | 'waiting' | 'person'>> = {
  recorded: 'found',
  confirming: 'waiting',
  waiting: 'waiting',
  unknown: 'waiting',
  unreachable: 'waiting',
  failed: 'person',
  not_ours: 'person',
  another_wallet: 'person',
  under_review: 'person',
};

const ICONS = {
  found: <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-teal" />,
  waiting: <Clock aria-hidden className="mt-0.5 size-6 shrink-0 text-amber" />,
  person: <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-coral" />,
};

/** The state of the payment in one sentence, and the next step. */
function Result({ answer, busy, onAgain }: { answer: LookupAnswer; busy: boolean; onAgain: () => void }) {
  const look = LOOK[answer.outcome];
  return (
    <Card className="flex gap-4 p-6">
      {ICONS[look]}
      <div className="min-w-0">
        <p role="status" className="text-lg font-medium text-pretty">
          {answer.sentence}
        </p>
        {look === 'person' && (
          <p className="mt-1 text-[0.9375rem] text-muted">
            If that is not what you expected, write to {SUPPORT_EMAIL} with the hash: a person looks at it.
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {answer.policy_number && (
            <Link
              to="/my-policies"
              search={{ search: answer.policy_number }}
              className={buttonClass({ size: 'small' })}
            >
              Show {answer.policy_number}
            </Link>
          )}
          {look === 'waiting' && (
            <Button variant="secondary" size="small" busy={busy} onClick={onAgain}>
              Check again
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

interface LookUpFormProps {
  deployment: Deployment;
  first: { tx: string; chain: ChainRef | number | null };
}

function LookUpForm({ deployment, first }: LookUpFormProps) {
  const queryClient = useQueryClient();
  const networks = networksOf(deployment);
  const known = networkIn(deployment, first.chain) ?? networks[0];
  const [chain, setChain] = useState(known?.ref ?? '');
  const look = useMutation({
    mutationFn: lookUpPayment,
    // The lookup recorded anything that was missing.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['policies'] }),
  });

  return (
    <>
      <Card className="p-6">
        <HashForm
          label="Transaction hash"
          hint="Your wallet shows it with the payment, often as ‘transaction id’ or behind ‘view on explorer’."
          first={first.tx}
          read={(text) => hash32.safeParse(text.trim()).data ?? null}
          problem="A transaction hash is 0x and 64 hexadecimal digits."
          action="Find my policy"
          busy={look.isPending}
          onSubmit={(hash) => look.mutate({ chain_id: chainIdOf(chain), tx_hash: hash })}
        >
          <Field label="Network">
            {(aria) => (
              <Select
                {...aria}
                options={networks.map(({ ref, name }) => ({ value: ref, label: name }))}
                value={chain}
                onChange={setChain}
              />
            )}
          </Field>
        </HashForm>
      </Card>
      {look.isError && (
        <ErrorState title="The payment could not be looked up">{messageOf(look.error)}</ErrorState>
      )}
      {look.data && (
        <Result answer={look.data} busy={look.isPending} onAgain={() => look.mutate(look.variables)} />
      )}
    </>
  );
}

/** 'I paid, where is my policy?': looks up a transaction and answers in one sentence. */
export function FindPayment({ tx, chain }: { tx: string; chain: ChainRef | number | null }) {
  const deployment = useQuery(deploymentQuery);
  return (
    <div className="page flex max-w-2xl flex-col gap-5 py-10">
      <FindPaymentHeading />
      {deployment.isPending && <Skeleton className="h-64" />}
      {deployment.isError && (
        <LoadError
          title="The networks could not be loaded"
          busy={deployment.isFetching}
          onRetry={deployment.refetch}
        >
          {messageOf(deployment.error)}
        </LoadError>
      )}
      {deployment.data && <LookUpForm deployment={deployment.data} first={{ tx, chain }} />}
    </div>
  );
}

export function FindPaymentHeading() {
  return (
    <div>
      <h1 className="text-3xl">I paid, where is my policy?</h1>
      <p className="mt-2 text-muted">
        Name the transaction, and we look it up on chain. A payment that we have missed so far is recorded on
        the way.
      </p>
    </div>
  );
}
