import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { answersQuery } from '#web/lib/api/answers-query.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useToday } from '#web/lib/today.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { blankForm, draftToOpen, formOfDraft, isChanged, newForm, type QuoteLink } from './form-start.ts';
import { QuoteForm } from './quote-form.tsx';
import type { QuoteFormProps, Visitor } from './use-quote-form.ts';

/** A saved form; null if it expired or belongs to another wallet. Never refetched while it is being edited. */
function draftQuery(draftId: string | null, signedIn: boolean) {
  return api.findQuery(
    quoteApi.getDraft,
    // No id is longer, whatever an address says.
    { id: `${draftId}`.slice(0, 64) },
    {
      enabled: draftId !== null && signedIn,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
  );
}

interface QuoteScreenProps extends Visitor, Pick<QuoteFormProps, 'leave' | 'onSaved'> {
  product: ProductKey;
  link: QuoteLink;
  /** Whether the form may have something from before. */
  begun: boolean;
}

function SignInNotice({ signIn }: Pick<Visitor, 'signIn'>) {
  const asking = useMutation({
    mutationFn: signIn,
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Notice
      actions={
        <Button size="small" busy={asking.isPending} onClick={() => asking.mutate()}>
          Sign In
        </Button>
      }
    >
      You have filled this form in before. Sign in to continue with it: a signature that is free and moves no
      money.
    </Notice>
  );
}

function Form(props: QuoteScreenProps) {
  const { product, link: current, begun, connected, signedIn, signIn } = props;
  const navigate = useNavigate();
  const [link] = useState(current);
  const [draftId] = useState(() => (begun ? draftToOpen(product, link) : null));
  // The form adopts the dates. If they stayed in the address, a reload would undo later changes. The page opens at its top.
  useEffect(() => {
    if (link.connect && walletSession.wallet === null) openConnectDialog();
    if (link.start === undefined && link.end === undefined && !link.connect) return;
    void navigate({ to: '.', search: { draft: link.draft }, replace: true });
  }, [link, navigate]);
  // What was changed of the draft and not saved comes first.
  const [afresh, setAfresh] = useState(() => draftId !== null && isChanged(product, draftId));
  const keep = useCallback(() => setAfresh(true), []);
  const today = useToday();
  const draft = useQuery(draftQuery(draftId, signedIn));
  const wanted = draftId !== null && !afresh;
  const { wallet } = useSnapshot(walletSession);
  const answers = useQuery(answersQuery(signedIn && !wanted && wallet ? wallet.address : null));
  if (wanted && signedIn && draft.isPending) {
    return <Skeleton label="Opening your form" className="mt-8 h-96" />;
  }
  if (wanted && draft.isError) {
    return (
      <ErrorState
        className="mt-8"
        title="Your saved form could not be opened"
        actions={
          <>
            <Button busy={draft.isFetching} onClick={() => void draft.refetch()}>
              Try Again
            </Button>
            <Button variant="secondary" onClick={() => setAfresh(true)}>
              Start with an empty form
            </Button>
          </>
        }
      >
        {messageOf(draft.error)}
      </ErrorState>
    );
  }
  /** Someone who signs in with a newly filled form keeps what they entered. */
  async function signInToProceed(): Promise<boolean> {
    keep();
    return signIn();
  }
  const opened = wanted && draft.data?.insurance_type === product ? draft.data : null;
  const fresh = begun ? newForm(product, link, Date.now()) : blankForm(product, today);
  const first = opened ? formOfDraft(product, opened, Date.now()) : fresh;
  return (
    <>
      {wanted && !signedIn && (
        <div className="mt-6">
          <SignInNotice signIn={signIn} />
        </div>
      )}
      {wanted && signedIn && !opened && (
        <div className="mt-6">
          <Notice tone="waiting">Your saved form has expired. Please fill it in again.</Notice>
        </div>
      )}
      <QuoteForm
        key={opened?.draft_id ?? 'new'}
        product={product}
        first={first}
        draft={draftId}
        known={wanted ? undefined : answers.data}
        connected={connected}
        signedIn={signedIn}
        signIn={signInToProceed}
        leave={props.leave}
        onSaved={props.onSaved}
        onEdit={opened ? undefined : keep}
      />
    </>
  );
}

/** The page around the form, and around its place while we don't know who is here. */
function Page({ product, back, children }: { product: ProductKey; back: ReactNode; children: ReactNode }) {
  return (
    <div className="page flex flex-col pt-2 max-sm:min-h-[calc(100dvh-4rem-1px)] sm:py-8">
      {back}
      {/* A phone has the product's name with each question. */}
      <h1 className="mt-3 text-3xl max-sm:sr-only">{PRODUCTS[product].label}</h1>
      <p className="mt-2 text-muted max-sm:hidden">Tell us what to insure and for how long.</p>
      {children}
    </div>
  );
}

/** Stands in for the form until we know whether a wallet was connected. */
export function QuotePlaceholder({ product }: { product: ProductKey }) {
  return (
    <Page product={product} back={<div className="h-12 max-sm:hidden" />}>
      <Skeleton label="Restoring your wallet" className="mt-8 h-96" />
    </Page>
  );
}

export function QuoteScreen(props: Omit<QuoteScreenProps, 'leave'>) {
  const navigate = useNavigate();
  const leave = {
    label: props.connected ? 'Back to dashboard' : 'Back to the home page',
    go: () => void navigate({ to: props.connected ? '/dashboard' : '/' }),
  };
  const back = (
    <Button
      variant="quiet"
      className="-ml-4 self-start text-muted max-sm:hidden"
      onClick={leave.go}
      icon={ArrowLeft}
    >
      {leave.label}
    </Button>
  );
  return (
    <Page product={props.product} back={back}>
      <Form {...props} leave={leave} />
    </Page>
  );
}
