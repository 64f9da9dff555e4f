import { DeskScreen } from '../parts/screen.tsx';
import { useAdmin } from '../use-admin.ts';
import { PasswordCard, ProfileCard, SecondFactorCard, SessionsCard } from './account-cards.tsx';
import { AdministratorsCard } from './administrators.tsx';

/** The administrator's own account, and the other administrators for who manages them. */
export function SettingsScreen() {
  const admin = useAdmin();
  return (
    <DeskScreen title="Settings">
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <ProfileCard />
          <PasswordCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecondFactorCard />
          <SessionsCard />
        </div>
        {admin.may('admins.manage') && (
          <div className="min-w-0 lg:col-span-2">
            <AdministratorsCard />
          </div>
        )}
      </div>
    </DeskScreen>
  );
}
