import { CalendarPlus } from 'lucide-react';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { RENEWAL_DAYS } from '#domain/policy/service-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { calendarFile } from '#web/lib/calendar-file.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from './button.tsx';

type Ending = Pick<PolicyAnswer, 'id' | 'policy_type' | 'policy_number' | 'policy_end_date' | 'name'>;

/** Saves the end of cover as an event for the holder's own calendar. */
export function CalendarButton({ policy }: { policy: Ending }) {
  const { id, policy_type: type, policy_number: number, policy_end_date: day, name } = policy;
  const renewed = isRenewed(type);
  const save = () => {
    const cover = `${PRODUCTS[type].label} ${number} covers until 24:00 UTC on this day.`;
    const event = {
      uid: `${number}-end-of-cover@${window.location.host}`,
      day,
      title: `Cover ends: ${name}`,
      text: renewed ? `${cover} It can be renewed from ${RENEWAL_DAYS} days before.` : cover,
      url: `${window.location.origin}/policy/${id}?type=${type}`,
      remindDays: renewed ? RENEWAL_DAYS : null,
    };
    saveFile({
      blob: new Blob([calendarFile(event, Date.now())], { type: 'text/calendar' }),
      filename: `mooring-${number}.ics`,
    });
  };
  return (
    <Button variant="secondary" icon={CalendarPlus} onClick={save}>
      Add to calendar
    </Button>
  );
}
