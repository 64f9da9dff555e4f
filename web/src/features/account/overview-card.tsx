import type { ActivityEntry, ProfileAnswer } from '#domain/account/profile-schema.ts';
import { formatCount, longDate } from '#web/lib/format.ts';
import { AddressText } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Timeline } from '#web/ui/timeline.tsx';

export function OverviewCard({ profile }: { profile: ProfileAnswer }) {
  return (
    <Section title="Account overview">
      <FactList
        rows={[
          ['Wallet', <AddressText key="wallet" address={profile.wallet_address} />],
          ['Member since', longDate(profile.member_since)],
          [
            'Policies',
            <TextLink
              key="policies"
              to="/my-policies"
              aria-label={`${formatCount(profile.total_policies)}, My Policies`}
            >
              {formatCount(profile.total_policies)}
            </TextLink>,
          ],
          [
            'Claims',
            <TextLink
              key="claims"
              to="/my-claims"
              aria-label={`${formatCount(profile.total_claims)}, My Claims`}
            >
              {formatCount(profile.total_claims)}
            </TextLink>,
          ],
        ]}
      />
    </Section>
  );
}

export function ActivityCard({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <Section title="Recent activity">
      {entries.length === 0 ? (
        <p className="text-muted">Nothing has happened yet.</p>
      ) : (
        <Timeline
          label="Recent activity"
          items={entries.map(({ timestamp: at, action: title, description: note }) => ({ at, title, note }))}
        />
      )}
    </Section>
  );
}
