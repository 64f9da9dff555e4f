import { COMPLEX_CLAIM_USD } from '#domain/claims/rules.ts';
import { formatUsd } from '#domain/money.ts';
import { PAYOUT_PROMISE, PROMISES } from '#domain/promises.ts';

const DAYS = `3-${PROMISES.complexClaimBusinessDays} business days`;

export function NextSteps({ complex }: { complex?: boolean }) {
  const times =
    complex === undefined
      ? `within 24-${PROMISES.claimReviewHours} hours, and a claim for more than ${formatUsd(COMPLEX_CLAIM_USD)} in ${DAYS}`
      : complex
        ? `in ${DAYS}, because it is for more than ${formatUsd(COMPLEX_CLAIM_USD)}`
        : `within 24-${PROMISES.claimReviewHours} hours`;
  const steps = [
    ['Review', `We look at your claim ${times}. If something is missing, we will ask for it.`],
    ['Decision', 'You get it as a message, with the reason, and by email if you wish.'],
    [
      'Payment',
      `An approved claim is paid ${PAYOUT_PROMISE}. We send it on chain, to the wallet that holds the policy.`,
    ],
  ] as const;
  return (
    <ol className="flex flex-col gap-3.5">
      {steps.map(([title, text], index) => (
        <li key={title} className="flex gap-3 text-[0.9375rem]">
          <span
            aria-hidden
            className="figures grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.8125rem] ring-1 ring-line ring-inset"
          >
            {index + 1}
          </span>
          <span>
            <span className="font-medium">{title}.</span> <span className="text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
