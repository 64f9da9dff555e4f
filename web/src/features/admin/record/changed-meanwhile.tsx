import { Button } from '../../../ui/button.tsx';

/** One line of a record as someone saw it and as it is now. */
export interface Difference {
  label: string;
  seen: string;
  now: string;
}

/** The lines that differ between two versions of a record. */
export function differences(
  seen: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): Difference[] {
  return Object.keys(now)
    .filter((label) => seen[label] !== now[label])
    .map((label) => ({ label, seen: seen[label] ?? '–', now: now[label] ?? '–' }));
}

/** Someone else changed the record first: both versions, where the hand is. */
export function ChangedMeanwhile({
  message,
  lines,
  onClose,
}: {
  message: string;
  lines: readonly Difference[];
  onClose: () => void;
}) {
  return (
    <div role="alert" className="rounded-card border border-amber/35 bg-amber-soft px-4 py-3 text-sm">
      <p className="font-medium">{message}</p>
      {lines.length > 0 && (
        <table className="mt-2 w-full text-left text-[0.8125rem]">
          <thead>
            <tr>
              <td />
              <th scope="col" className="font-medium">
                You saw
              </th>
              <th scope="col" className="font-medium">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, seen, now }) => (
              <tr key={label}>
                <th scope="row" className="pr-3 align-top font-normal text-muted">
                  {label}
                </th>
                <td className="pr-3 align-top wrap-anywhere">{seen}</td>
                <td className="align-top wrap-anywhere">{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2 text-muted">Your change was not saved. Below is the newest version.</p>
      <Button variant="secondary" size="dense" className="mt-2" onClick={onClose}>
        Got It
      </Button>
    </div>
  );
}
