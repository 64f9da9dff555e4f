import { Link } from '@tanstack/react-router';
import type { ActivityEntry, ProfileAnswer } from '../../../../domain/account/profile-schema.ts';
import { shortAddress } from '../../../../domain/address.ts';
import { longDate } from '../../lib/format.ts';
import { Card, Fact } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Timeline } from '../../ui/timeline.tsx';

const linkClass = 'text-teal underline underline-offset-4 hover:decoration-2';

/** The wallet and its totals. */
export function OverviewCard({ profile }: { profile: ProfileAnswer }) {
  return (
    <Card className="p-6">
      <h2 className="text-lg">Account overview</h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Wallet">
          <span className="inline-flex items-center gap-1">
            <span title={profile.wallet_address}>{shortAddress(profile.wallet_address)}</span>
            <CopyButton text={profile.wallet_address} label="Copy address" />
          </span>
        </Fact>
        <Fact label="Member since">{longDate(profile.member_since)}</Fact>
        <Fact label="Policies">
          <Link to="/my-policies" className={linkClass}>
            {profile.total_policies}
          </Link>
        </Fact>
        <Fact label="Claims">
          <Link to="/my-claims" className={linkClass}>
            {profile.total_claims}
          </Link>
        </Fact>
      </dl>
    </Card>
  );
}

/** Recent activity, newest first. */
export function ActivityCard({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <Card className="p-6">
      <h2 className="mb-4 text-lg">Recent activity</h2>
      {entries.length === 0 ? (
        <p className="text-muted">Nothing has happened yet.</p>
      ) : (
        <Timeline
          label="Recent activity"
          items={entries.map(({ timestamp, action, description }) => ({
            at: timestamp,
            title: action,
            note: description,
          }))}
        />
      )}
    </Card>
  );
}
