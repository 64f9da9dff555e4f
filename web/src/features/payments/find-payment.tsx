import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChainRef, chainIdOf } from '#domain/chains.ts';
import { hash32 } from '#domain/fields.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { LookupAnswer, LookupRequest } from '#domain/payments/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { type Deployment, deploymentQuery, networkIn, networksOf } from '#web/lib/deployment.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { HashForm } from '#web/ui/hash-form.tsx';
import { LabeledSelect } from '#web/ui/labeled.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Failure, Loaded, Notice, Skeleton } from '#web/ui/states.tsx';

type Outcome = LookupAnswer['outcome'];

const TONES: Readonly<Record<Outcome, 'good' | 'waiting' | 'danger'>> = {
  recorded: 'good',
  confirming: 'waiting',
  waiting: 'waiting',
  unknown: 'waiting',
  unreachable: 'waiting',
  failed: 'danger',
  not_ours: 'danger',
  another_wallet: 'danger',
  under_review: 'danger',
};

function Result({ answer, busy, onAgain }: { answer: LookupAnswer; busy: boolean; onAgain: () => void }) {
  const tone = TONES[answer.outcome];
  return (
    <Notice
      tone={tone}
      actions={
        <>
          {answer.policy_number && (
            <ButtonLink to="/my-policies" search={{ search: answer.policy_number }} size="small">
              Show {answer.policy_number}
            </ButtonLink>
          )}
          {tone === 'waiting' && (
            <Button variant="secondary" size="small" busy={busy} onClick={onAgain}>
              Check again
            </Button>
          )}
        </>
      }
    >
      <p className="font-medium">{answer.sentence}</p>
      {tone === 'danger' && (
        <p className="mt-1">
          If that isn’t what you expected, write to {SUPPORT_EMAIL} with the hash, and a person will look into
          it.
        </p>
      )}
    </Notice>
  );
}

interface LookUpFormProps {
  deployment: Deployment;
  first: { tx: string; chain: ChainRef | number | null };
}

function LookUpForm({ deployment, first }: LookUpFormProps) {
  const queryClient = useQueryClient();
  const networks = networksOf(deployment);
  // Read once: a later switch of the wallet must not undo the customer's choice.
  const known =
    networkIn(deployment, first.chain) ??
    networkIn(deployment, walletSession.wallet?.chainId ?? null) ??
    networks[0];
  const [chain, setChain] = useState(known?.ref ?? '');
  const look = useMutation({
    mutationFn: (body: LookupRequest) => api.ask(paymentsApi.lookUpPayment, { body }),
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
          <LabeledSelect
            label="Network"
            options={networks.map(({ ref, name }) => ({ value: ref, label: name }))}
            value={chain}
            onChange={setChain}
          />
        </HashForm>
      </Card>
      <Failure title="The payment could not be looked up" error={look.error} />
      {look.data && (
        <Result answer={look.data} busy={look.isPending} onAgain={() => look.mutate(look.variables)} />
      )}
    </>
  );
}

export function FindPayment({ tx, chain }: { tx: string; chain: ChainRef | number | null }) {
  return (
    <div className="page flex max-w-2xl flex-col gap-5 py-10">
      <FindPaymentHeading />
      <Loaded
        query={useQuery(deploymentQuery)}
        name="the networks"
        failed="The networks could not be loaded"
        loading={<Skeleton className="h-64" />}
      >
        {(deployment) => <LookUpForm deployment={deployment} first={{ tx, chain }} />}
      </Loaded>
    </div>
  );
}

export function FindPaymentHeading() {
  return (
    <PageHead title="I paid, where is my policy?">
      Enter the transaction, and we will look it up on chain. If we missed a payment, we will record it right
      away.
    </PageHead>
  );
}
