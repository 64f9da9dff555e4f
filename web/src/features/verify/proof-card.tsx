import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Section } from '#web/ui/section.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import type { CheckedField } from './proof.ts';
import { placesQuery, sharedProofQuery } from './queries.ts';

const TITLE = 'What the proof shows';

function Summary({ fields }: { fields: readonly CheckedField[] }) {
  const wrong = fields.filter(({ proven }) => !proven).length;
  const all = fields.length;
  const count = `${all} ${all === 1 ? 'field' : 'fields'}`;
  if (wrong === 0) {
    return (
      <Notice tone="good">
        {all === 1 ? 'The field was' : `All ${count} were`} part of this policy when it was bought.
      </Notice>
    );
  }
  return (
    <Notice tone="danger">
      {wrong === all
        ? 'This proof shows nothing about this policy: none of its fields fits.'
        : `${wrong} of ${count} ${wrong === 1 ? 'was' : 'were'} not part of this policy. Someone has changed the proof.`}
    </Notice>
  );
}

/** What each field shows, with a sentence over all of them. */
export function Verdicts({ fields }: { fields: readonly CheckedField[] }) {
  return (
    <>
      <Summary fields={fields} />
      <ul aria-label={TITLE} className="mt-4 divide-y divide-line">
        {fields.map(({ name, label, value, proven }) => {
          const Icon = proven ? CircleCheck : TriangleAlert;
          return (
            <li key={name} className="flex gap-2.5 py-3 text-[0.9375rem]">
              <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${proven ? 'text-teal' : 'text-coral'}`} />
              <p className="min-w-0 wrap-anywhere">
                <strong className="font-semibold">
                  {label}: <bdi>{value}</bdi>
                </strong>{' '}
                {proven ? (
                  <span className="sr-only">was part of this policy.</span>
                ) : (
                  'was not part of this policy.'
                )}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-sm text-muted">
        This browser computed it. The registry id is the hash of its terms and of all its fields, so nobody
        could change one since it was bought, not even Mooring.
      </p>
    </>
  );
}

interface ProofCardProps {
  quoteId: string;
  packed: string;
  /** Whether only our records say that this policy was sold, because no contract checked our signature. */
  recorded?: boolean;
}

/** What the proof in the link shows of a policy that was found on chain. */
export function ProofCard({ quoteId, packed, recorded = false }: ProofCardProps) {
  const { data } = useQuery(sharedProofQuery(packed));
  const records = useQuery({ ...placesQuery(quoteId), enabled: recorded });
  if (data === undefined || (recorded && records.isPending)) {
    return (
      <Section title={TITLE}>
        <Skeleton label="Checking the proof" className="h-24" />
      </Section>
    );
  }
  return (
    <Section title={TITLE}>
      {data === null ? (
        <Notice tone="danger">
          The proof in this link is incomplete or damaged. Please ask for the whole link again, or for the
          file.
        </Notice>
      ) : data.proof.quote_id.toLowerCase() !== quoteId.toLowerCase() ? (
        <Notice tone="danger">The proof in this link is about another policy.</Notice>
      ) : recorded && records.data === null ? (
        <Notice tone="danger">
          We have no policy with this id, so the proof shows nothing about an insurance with us.
        </Notice>
      ) : (
        <>
          {recorded && records.isError && (
            <div className="mb-3">
              <Notice tone="waiting">
                Our records could not be read. The payment names these fields, but only our records say
                whether we sold this policy.
              </Notice>
            </div>
          )}
          <Verdicts fields={data.fields} />
        </>
      )}
    </Section>
  );
}

/** In place of the card where the policy was not found. */
export function UncheckedProof() {
  return (
    <Notice tone="waiting">
      This link carries a proof of some of the policy’s details. It can be checked once the policy itself is
      found.
    </Notice>
  );
}
