import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/pairs.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

/** What the customer asks to look at again, and who has decided it before. */
export function SecondLook({ claim }: { claim: AdminClaimDetail }) {
  const look = claim.second_look;
  if (look === null) return null;
  const words = claim.timeline.findLast(({ kind }) => kind === 'second_look')?.message;
  return (
    <PanelSection title="Second look">
      <FactList
        dense
        rows={[
          ['Asked', <ShortMoment key="at" at={look.asked_at} />],
          look.other !== null && [
            claim.status === 'paid' && look.other.id > claim.id ? 'Looked at as' : 'About',
            <DeskLink key="other" to="/admin/claims" open={look.other.id}>
              {look.other.claim_id}
            </DeskLink>,
          ],
          look.not_by.length > 0 && ['Decided before by', look.not_by.join(', ')],
        ]}
      />
      {words !== undefined && (
        <p dir="auto" className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere">
          {words}
        </p>
      )}
    </PanelSection>
  );
}
