import { LoaderCircle, Smartphone } from 'lucide-react';
import { create } from 'qrcode';
import { useMemo } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy.tsx';
import { Skeleton } from '#web/ui/states.tsx';

/** The light border that scanners need, in modules. */
const QUIET = 4;

/** Black on white in both themes, because scanners expect it. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'L' });
    let drawn = '';
    for (let index = 0; index < modules.data.length; index++) {
      if (modules.data[index]) {
        drawn += `M${(index % modules.size) + QUIET} ${Math.floor(index / modules.size) + QUIET}h1v1h-1z`;
      }
    }
    return { size: modules.size + 2 * QUIET, path: drawn };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label="QR code for your wallet app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-64 max-w-full rounded-[10px] border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

export default function PairingStep({ uri, onCancel }: { uri: string | null; onCancel: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-4">
        {uri === null ? <Skeleton className="size-64 max-w-full" /> : <QrCode text={uri} />}
        <div role="status" className="text-center">
          <p className="flex items-center justify-center gap-2 font-medium">
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
            Connecting…
          </p>
          <p className="mt-1 text-sm text-muted">
            {uri === null
              ? 'Asking WalletConnect for a code.'
              : 'Scan the code with the wallet app on your phone and confirm there. It is valid for 5 minutes.'}
          </p>
        </div>
      </div>
      {uri !== null && (
        <div className="hidden pointer-coarse:block">
          <a href={uri} className={buttonClass({ wide: true })}>
            <Smartphone aria-hidden />
            Open in your wallet app
          </a>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        {uri !== null && <CopyText text={uri} label="Copy link" />}
      </div>
    </div>
  );
}
