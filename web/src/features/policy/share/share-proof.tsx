import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import * as policyApi from '#domain/policy/api.ts';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { fieldLabel } from '#domain/registry/field-label.ts';
import { api } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/section.tsx';
import { Failure, Loaded, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { Moment } from '#web/ui/values.tsx';
import { shareLink, sharesQuery } from './queries.ts';
import type { SharedPolicy } from './share-dialog.tsx';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

interface OpenLinkProps {
  policyId: number;
  product: ProductKey;
  share: ShareAnswer;
}

function OpenLink({ policyId, product, share }: OpenLinkProps) {
  const queryClient = useQueryClient();
  const names = share.fields.map((name) => fieldLabel(product, name)).join(', ');
  const revoke = useMutation({
    mutationFn: () => api.ask(policyApi.revokeShare, { id: policyId, share_id: share.id }),
    onSuccess: (left) => {
      queryClient.setQueryData(sharesQuery(policyId).queryKey, left);
      toast.success('Link revoked');
    },
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-56 text-[0.9375rem]">
          <p className="wrap-anywhere">{names}</p>
          <p className="text-sm text-muted">
            Open until <Moment at={share.expires_at} />
          </p>
        </div>
        <div className="flex items-center gap-1">
          <CopyButton text={shareLink(share)} label={`Copy the link to ${names}`} />
          <Button
            variant="quiet"
            size="small"
            busy={revoke.isPending}
            aria-label={`Revoke the link to ${names}`}
            onClick={() => revoke.mutate()}
          >
            Revoke
          </Button>
        </div>
      </div>
      <Failure title="The link could not be revoked" className="mt-2" error={revoke.error} />
    </li>
  );
}

/** Links that prove chosen fields of a policy to others, until they expire or are revoked. */
export function ShareProof({ policy }: { policy: SharedPolicy & { policy_type: ProductKey } }) {
  const [open, setOpen] = useState(false);
  const query = useQuery(sharesQuery(policy.id));
  return (
    <Section
      title="Share a proof"
      note="Show a bank, a landlord or a visa office that you are covered, and only what they need to see."
      className="print:hidden"
    >
      <Loaded
        query={query}
        name="your links"
        failed="Your links could not be loaded"
        loading={<Skeleton className="h-11" />}
        small
      >
        {(shares) =>
          shares.length > 0 && (
            <ul aria-label="Open links" className="-mt-2 mb-3 divide-y divide-line">
              {shares.map((share) => (
                <OpenLink key={share.id} policyId={policy.id} product={policy.policy_type} share={share} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button variant="secondary" size="small" icon={Share2} onClick={() => setOpen(true)}>
        Share a proof…
      </Button>
      <ShareDialog when={open} policy={policy} onClose={() => setOpen(false)} />
    </Section>
  );
}
