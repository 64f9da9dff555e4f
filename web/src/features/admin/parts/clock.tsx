import { longMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A promise that breaks in less than this is urgent. */
const URGENT = 4 * HOUR;

/** `5 h left`, `2 days left`, or `3 h late`. */
export function timeLeft(due: number, now: number): string {
  const ms = Math.abs(due - now);
  const amount =
    ms < HOUR
      ? `${Math.max(1, Math.floor(ms / MINUTE))} min`
      : ms < 2 * DAY
        ? `${Math.floor(ms / HOUR)} h`
        : `${Math.floor(ms / DAY)} days`;
  return `${amount} ${due < now ? 'late' : 'left'}`;
}

/** How long a promise still holds: amber under four hours, coral once it is broken. */
export function Clock({ due }: { due: string | null }) {
  const now = useNow(30_000);
  if (due === null) return <span className="text-muted">—</span>;
  const at = Date.parse(due);
  const tone =
    at < now ? 'bg-coral-soft text-coral' : at - now < URGENT ? 'bg-amber-soft text-amber' : 'text-muted';
  return (
    <time
      dateTime={due}
      title={`Due ${longMoment(due)}`}
      className={`figures inline-flex rounded-full px-2 py-0.5 text-[0.8125rem] font-medium whitespace-nowrap ${tone}`}
    >
      {timeLeft(at, now)}
    </time>
  );
}
