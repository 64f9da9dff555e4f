import { Dialog } from '#web/ui/dialog.tsx';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j / k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close the panel'],
  ['/', 'Search the list'],
  ['f', 'Go to the filters'],
  ['x', 'Select the row, where rows can be selected'],
  ['a / r', 'Approve or confirm; reject, refuse or send back'],
  ['d', 'Ask for documents, on a claim'],
  ['p / o', 'Pay or refund; pay a claim by another method'],
  ['r', 'Write a reply, on a message'],
  ['m / n', 'Assign a claim or message to me, write a note'],
  ['Ctrl Enter or ⌘ Enter', 'Send the form'],
  ['t', 'Change between a chart and its table, on the chart'],
  ['← / →', 'Read the values of a chart, on the chart'],
  ['Ctrl K or ⌘ K', 'Find a customer, policy, claim, message or command'],
  ['?', 'Show these keys'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys">
      <dl className="flex flex-col gap-2 text-sm">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="flex items-baseline justify-between gap-6">
            <dt className="text-muted">{does}</dt>
            <dd>
              <kbd className="rounded-[5px] border border-line bg-sunken px-1.5 py-0.5 font-sans whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
