import { Copy, Download } from 'lucide-react';
import { copyText, NOT_COPIED } from '#web/lib/copy-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

/** Recovery codes, which the server tells only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="waiting">
        Keep these codes in a safe place. Each signs you in once without your phone. They are not shown again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-card border border-line bg-sunken p-4 text-center"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          size="dense"
          variant="secondary"
          onClick={() =>
            void copyText(text).then((done) =>
              done ? toast.success('Codes copied') : toast.error(NOT_COPIED),
            )
          }
        >
          <Copy aria-hidden />
          Copy
        </Button>
        <Button
          size="dense"
          variant="secondary"
          onClick={() =>
            saveFile({
              blob: new Blob([text], { type: 'text/plain' }),
              filename: 'mooring-recovery-codes.txt',
            })
          }
        >
          <Download aria-hidden />
          Download
        </Button>
        <Button size="dense" className="ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
