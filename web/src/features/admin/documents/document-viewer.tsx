import { useQuery } from '@tanstack/react-query';
import { Download, FileText, ImageIcon, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { longMoment } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { type ClaimDocumentEntry, documentQuery } from './queries.ts';

/** Loaded with the first PDF that someone looks at. */
const PdfView = lazy(() => import('./pdf-view.tsx'));

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

function TypeIcon({ document }: { document: ClaimDocumentEntry }) {
  const Icon = document.is_image ? ImageIcon : FileText;
  return <Icon aria-hidden className="size-3.5 shrink-0" />;
}

/** A claim's documents: a list, and the chosen one to zoom into. Nothing of a document runs or navigates. */
export function DocumentViewer({
  claimId,
  documents,
  mayOpen,
}: {
  claimId: number;
  documents: readonly ClaimDocumentEntry[];
  /** Without this only the names are shown. */
  mayOpen: boolean;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const open = documents.find(({ id }) => id === chosen) ?? documents[0];
  if (!open) return <p className="text-sm text-muted">The customer has not added documents.</p>;
  if (!mayOpen) {
    return (
      <div className="flex min-w-0 flex-col gap-2 text-[0.8125rem]">
        <ul aria-label="Supporting documents" className="flex flex-col gap-1">
          {documents.map((document) => (
            <li key={document.id} className="flex min-w-0 items-center gap-1.5">
              <TypeIcon document={document} />
              <span className="min-w-0 truncate">{document.file_name}</span>
              <span className="figures shrink-0 text-muted">{document.formatted_size}</span>
            </li>
          ))}
        </ul>
        <p className="text-muted">Your role does not open documents.</p>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ul aria-label="Supporting documents" className="flex flex-wrap gap-1.5">
        {documents.map((document) => (
          <li key={document.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={document.id === open.id}
              onClick={() => setChosen(document.id)}
              className={cn(
                'flex max-w-full items-center gap-1.5 rounded-[8px] border px-2 py-1 text-left text-[0.8125rem]',
                document.id === open.id
                  ? 'border-teal bg-teal-soft text-ink'
                  : 'border-line text-ink hover:bg-sunken',
              )}
            >
              <TypeIcon document={document} />
              <span className="max-w-56 truncate">{document.file_name}</span>
              <span className="figures shrink-0 text-muted">{document.formatted_size}</span>
            </button>
          </li>
        ))}
      </ul>
      <Shown key={open.id} claimId={claimId} document={open} />
    </div>
  );
}

function Shown({ claimId, document }: { claimId: number; document: ClaimDocumentEntry }) {
  const [step, setStep] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(documentQuery(claimId, document.id));
  const zoom = ZOOMS[step] ?? 1;
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
        <span title={`SHA-256 ${document.sha256}`}>Added {longMoment(document.uploaded_at)}</span>
        <span className="flex items-center">
          <Button
            variant="quiet"
            size="denseIcon"
            aria-label="Zoom out"
            disabled={step === 0}
            onClick={() => setStep(step - 1)}
          >
            <ZoomOut aria-hidden />
          </Button>
          <span className="figures w-11 text-center" role="status">
            {Math.round(zoom * 100)}%
          </span>
          <Button
            variant="quiet"
            size="denseIcon"
            aria-label="Zoom in"
            disabled={step === ZOOMS.length - 1}
            onClick={() => setStep(step + 1)}
          >
            <ZoomIn aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="denseIcon"
            aria-label={`Download ${document.file_name}`}
            disabled={!data}
            onClick={() => data && saveFile({ blob: data.blob, filename: document.file_name })}
          >
            <Download aria-hidden />
          </Button>
        </span>
      </figcaption>
      {error && !data && (
        <LoadError title="Failed to load the document" small busy={isFetching} onRetry={refetch}>
          {messageOf(error)}
        </LoadError>
      )}
      {!data && !error && <Skeleton className="h-80" />}
      {data && document.is_image && <Picture blob={data.blob} document={document} zoom={zoom} />}
      {data && !document.is_image && (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <PdfView blob={data.blob} name={document.file_name} zoom={zoom} />
        </Suspense>
      )}
    </figure>
  );
}

/** An image as the type that the server found in its bytes, never as the type a response may claim. */
function Picture({ blob, document, zoom }: { blob: Blob; document: ClaimDocumentEntry; zoom: number }) {
  const [typed, setTyped] = useState<Blob | null>(null);
  useEffect(() => setTyped(new Blob([blob], { type: document.type })), [blob, document.type]);
  const url = useObjectUrl(typed);
  const [broken, setBroken] = useState(false);
  if (broken) return <p className="text-sm text-muted">This image can’t be shown. You can download it.</p>;
  if (url === null) return <Skeleton className="h-80" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div tabIndex={0} className="max-h-[70dvh] overflow-auto rounded-[6px] bg-sunken">
      <img
        src={url}
        alt={document.file_name}
        onError={() => setBroken(true)}
        style={{ width: `${zoom * 100}%`, maxWidth: 'none' }}
      />
    </div>
  );
}
