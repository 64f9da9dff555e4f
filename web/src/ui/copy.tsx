import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { copyText, NOT_COPIED } from '#web/lib/copy-text.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** Copies `text`, and says for two seconds that it did. */
function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text).then((done) => (done ? setCopied(true) : toast.error(NOT_COPIED)));
  return { copied, copy };
}

/** Says it to a screen reader, which may not notice that a button's name changes. */
const Said = ({ copied }: { copied: boolean }) => (
  <span role="status" className="sr-only">
    {copied && 'Copied'}
  </span>
);

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={copied ? 'Copied' : label}
        onClick={copy}
        className="-my-1.5 grid size-8 shrink-0 place-items-center rounded-[8px] text-muted hover:bg-sunken hover:text-ink"
      >
        {copied ? (
          <Check aria-hidden className="size-4 text-teal" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
      </button>
      <Said copied={copied} />
    </>
  );
}

interface CopyTextProps {
  text: string;
  label: string;
  size?: ComponentProps<typeof Button>['size'];
}

export function CopyText({ text, label, size }: CopyTextProps) {
  const { copied, copy } = useCopy(text);
  return (
    <>
      <Button variant="secondary" size={size} onClick={copy}>
        {copied ? <Check aria-hidden className="text-teal" /> : <Copy aria-hidden />}
        {copied ? 'Copied' : label}
      </Button>
      <Said copied={copied} />
    </>
  );
}

export function CopyDetails({ text }: { text: string }) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() =>
        void copyText(text).then((done) => (done ? toast.success('Details copied') : toast.error(NOT_COPIED)))
      }
    >
      <Copy aria-hidden />
      Copy details
    </Button>
  );
}
