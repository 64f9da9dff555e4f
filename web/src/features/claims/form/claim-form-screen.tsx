import { type FormEvent, useRef, useState } from 'react';
import type { ClaimAnswer } from '#domain/claims/schema.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { type UploadEntry, useUploads } from '#web/features/claims/documents/use-uploads.ts';
import { ApiError, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { useNarrow } from '#web/lib/use-narrow.ts';
import { useQuestions } from '#web/lib/use-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { FormSteps } from '#web/ui/form-steps.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Question } from '#web/ui/question.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { CLAIM_FIELDS, type ClaimChecked } from './claim-form.ts';
import { ClaimBar, claimQuestions } from './questions.tsx';
import { Review } from './review-step.tsx';
import { SendingStep, useSubmit } from './sending-step.tsx';
import { type ClaimStep, STEPS } from './steps.ts';
import { type Given, useClaimForm, writeClaimDraft } from './use-claim-form.ts';

const FAILED = 'Failed to submit claim. Please try again.';
/** The first attempt got no answer, and the form has changed since. */
const MAY_HAVE_ARRIVED =
  'We may have received your claim the first time, as you entered it then. Please check My Claims before you send it again.';

export interface ClaimScreenProps {
  step: ClaimStep;
  onStep: (step: ClaimStep) => void;
  onDone: () => void;
  /** The way out of the form, for a phone. */
  leave: { label: string; go: () => void };
  signedIn: boolean;
  /** Asks the wallet for the free sign-in signature; throws the wallet's message. */
  signIn: () => Promise<void>;
}

/** The two steps of a claim and its uploads. Entries and files are kept until they are sent. */
export function ClaimFormScreen(props: Given & ClaimScreenProps) {
  const { address, policies, policyId, step, onStep, onDone, leave, signedIn, signIn } = props;
  const state = useClaimForm(props);
  const { form, chosen, traveler, checked } = state;
  const uploads = useUploads(null);
  const { submitting, submit } = useSubmit();
  const [claim, setClaim] = useState<ClaimAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const finished = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const reviewed = step === 'review' &&
    checked !== null &&
    chosen !== null && {
      policy: chosen,
      claim: checked,
      traveler,
      files: uploads.entries.map(({ file }) => file),
      left: state.chosenLeft,
    };
  const reviewing = reviewed !== false;
  const narrow = useNarrow();
  const questions = claimQuestions({
    claim: state,
    narrow,
    uploads,
    review: reviewed && <Review {...reviewed} />,
  });
  const asked = useQuestions({ questions, form: box, check: state.check, refusals, ending: reviewing });
  const { at } = asked;
  const end = questions.length - 1;
  const last = at === end - 1;
  const named = chosen !== null && (at > 0 || !state.asksPolicy);
  const about = named ? `${PRODUCTS[chosen.policy_type].label} ${chosen.policy_number}` : 'Submit Claim';

  /** Leads to the first missing or wrong field. */
  const refuse = () => setRefusals((count) => count + 1);

  function review(values: ClaimChecked): void {
    if (state.missing.size > 0) {
      state.askTraveler();
      refuse();
      return;
    }
    setFailure(null);
    state.pass(values);
    onStep('review');
  }

  /** Continues, or focuses the first error once the errors are rendered. */
  async function check(event: FormEvent): Promise<void> {
    let faulty = false;
    await form.handleSubmit(review, () => {
      faulty = true;
    })(event);
    if (faulty) refuse();
  }

  function finish(): void {
    finished.current = true;
    toast.success(
      'Your claim has been submitted successfully!',
      "Your claim has been submitted and is being reviewed. You'll receive updates via messages.",
    );
    onDone();
  }

  async function upload(to: ClaimAnswer, entries: readonly UploadEntry[]): Promise<void> {
    const sent = await uploads.send(to.id, entries);
    const others = uploads.entries.filter(({ key }) => !entries.some((entry) => entry.key === key));
    if (sent.length === entries.length && others.every(({ state }) => state === 'sent')) finish();
  }

  async function send(): Promise<void> {
    if (checked === null || chosen === null) return;
    setFailure(null);
    try {
      if (!signedIn) await signIn();
      const made = await submit({
        wallet_address: address,
        policy_type: chosen.policy_type,
        policy_id: chosen.id,
        claim_amount: (checked.claim_amount / 100).toFixed(2),
        description: checked.description,
        incident_date: checked.incident_date,
        ...(checked.cause && causeLabel(chosen.policy_type, checked.cause) ? { cause: checked.cause } : {}),
        ...(traveler === null ? {} : { traveler }),
        documents_count: uploads.entries.length,
      });
      void writeClaimDraft(null);
      if (uploads.entries.length === 0) return finish();
      setClaim(made);
      await upload(made, uploads.entries);
    } catch (error) {
      showFailure(error);
    }
  }

  function showFailure(error: unknown): void {
    const arrived = error instanceof ApiError && error.code === 'idempotency_mismatch';
    const sentence = arrived ? MAY_HAVE_ARRIVED : messageOf(error);
    toast.error(FAILED, sentence);
    setFailure(sentence);
    const known = issuesOf(error).flatMap(({ path, message }) => {
      const field = CLAIM_FIELDS.find((name) => name === path);
      return field ? [{ field, message }] : [];
    });
    if (known.length === 0) return;
    for (const { field, message } of known) form.setError(field, { message });
    onStep('details');
    refuse();
  }

  if (claim) {
    return (
      <>
        <LeaveGuard active={() => !finished.current}>
          Some documents are not uploaded yet. Your claim is submitted, and you can add them on its page.
        </LeaveGuard>
        <SendingStep
          claim={claim}
          entries={uploads.entries}
          onRetry={(entries) => void upload(claim, entries)}
          onDone={finish}
        />
      </>
    );
  }
  return (
    <form
      ref={box}
      noValidate
      aria-label="Claim"
      className="flex flex-col gap-6 max-sm:-mb-10 max-sm:grow max-sm:gap-4"
      onSubmit={(event) => {
        if (!reviewing && (!narrow || last)) return void check(event);
        event.preventDefault();
        if (!reviewing) void asked.next();
      }}
    >
      <FormSteps steps={STEPS} current={reviewing ? 1 : 0} />
      {!signedIn && (
        <Notice>
          Your session has ended. What you have entered is still here; your wallet will ask you to sign in
          when you continue.
          <NothingThere />
        </Notice>
      )}
      {policyId !== null && !policies.some(({ id }) => id === policyId) && (!narrow || at === 0) && (
        <Notice tone="waiting">
          You can’t claim on the policy you came from: its cover hasn’t begun, or ended more than a year ago.
        </Notice>
      )}
      {questions.map(
        ({ title, part, content }, index) =>
          (narrow ? index === at : reviewing === (index === end)) && (
            <Question
              key={title}
              title={title}
              part={part}
              about={about}
              place={index + 1}
              of={questions.length}
              shown="always"
              back={narrow ? (asked.back ?? leave) : null}
            >
              {content}
            </Question>
          ),
      )}
      {narrow ? (
        <ClaimBar
          claim={state}
          stage={reviewing ? 'review' : last ? 'last' : 'asking'}
          failure={reviewing && failure !== null ? `${FAILED} ${failure}` : null}
          busy={submitting}
          onSend={() => void send()}
        />
      ) : (
        <>
          {failure !== null && <ErrorState title={FAILED}>{failure}</ErrorState>}
          <div className="flex flex-row-reverse flex-wrap gap-3">
            {reviewing ? (
              <>
                <Button size="large" busy={submitting} onClick={() => void send()}>
                  {submitting ? 'Submitting...' : 'Submit Claim'}
                </Button>
                <Button
                  size="large"
                  variant="secondary"
                  disabled={submitting}
                  onClick={() => onStep('details')}
                >
                  Back to Claim Details
                </Button>
              </>
            ) : (
              <Button type="submit" size="large">
                Continue to Review
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}
