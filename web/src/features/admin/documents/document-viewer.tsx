import { useQuery } from '@tanstack/react-query';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Download,
  FileText,
  ImageIcon,
  Maximize,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { claimDocumentEntry } from '#domain/admin/claims-schema.ts';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { cn } from '#web/lib/cn.ts';
import { longMoment } from '#web/lib/format.ts';
import { useObjectUrl } from '#web/lib/hooks.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Loaded, Skeleton } from '#web/ui/states.tsx';

export type ClaimDocumentEntry = z.output<typeof claimDocumentEntry>;

/** A document's bytes, with the administrator's token. Forgotten a minute after nobody looks at it. */
const documentQuery = (id: number, document_id: string) =>
  adminApi.downloadQuery(claimsApi.openClaimDocument, { id, document_id });

/** Loaded with the first PDF that someone looks at. */
const PdfView = lazyPart(() => import('./pdf-view.tsx'));

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

function TypeIcon({ document }: { document: ClaimDocumentEntry }) {
  const Icon = document.is_image ? ImageIcon : FileText;
  return <Icon aria-hidden className="size-3.5 shrink-0" />;
}

/** A claim's documents: a list, and the one that was opened, to zoom into. Nothing of a document runs or navigates. */
export function DocumentViewer({
  claimId,
  documents,
  mayOpen,
  first = null,
}: {
  claimId: number;
  documents: readonly ClaimDocumentEntry[];
  /** Without this only the names are shown. */
  mayOpen: boolean;
  /** Id of the document that a link is about. */
  first?: string | null;
}) {
  const [chosen, setChosen] = useState(first);
  // The server knows it too, and answers it with the claim's next reading.
  const [viewed, setViewed] = useState<ReadonlySet<string>>(new Set());
  const open = documents.find(({ id }) => id === chosen);
  if (documents.length === 0)
    return <p className="text-sm text-muted">The customer has not added documents.</p>;
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
        <p className="text-muted">Your role cannot open documents.</p>
      </div>
    );
  }
  const at = open ? documents.indexOf(open) : 0;
  const move = (by: 1 | -1) =>
    setChosen(documents[(at + by + documents.length) % documents.length]?.id ?? null);
  const isViewed = ({ id, viewed_at: before }: ClaimDocumentEntry) => before !== null || viewed.has(id);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ul aria-label="Supporting documents" className="flex flex-wrap gap-1.5">
        {documents.map((document) => (
          <li key={document.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={document === open}
              onClick={() => setChosen(document.id)}
              className={cn(
                'flex max-w-full items-center gap-1.5 rounded-[8px] border px-2 py-1 text-left text-[0.8125rem]',
                document === open
                  ? 'border-teal bg-teal-soft text-ink'
                  : 'border-line text-ink hover:bg-sunken',
              )}
            >
              <TypeIcon document={document} />
              <span className="max-w-56 truncate">{document.file_name}</span>
              <span className="figures shrink-0 text-muted">{document.formatted_size}</span>
              {isViewed(document) && <Check aria-label="Viewed" className="size-3.5 shrink-0 text-teal" />}
            </button>
          </li>
        ))}
      </ul>
      {/* Nothing is opened unasked: who has viewed a document is on record. */}
      {open && (
        <Shown
          key={open.id}
          claimId={claimId}
          document={open}
          place={`${at + 1} of ${documents.length}`}
          onViewed={() => setViewed((before) => new Set(before).add(open.id))}
          onMove={documents.length > 1 ? move : null}
        />
      )}
    </div>
  );
}

const LOADING = <Skeleton className="h-80" />;

interface ShownProps {
  claimId: number;
  document: ClaimDocumentEntry;
  /** Such as `1 of 3`. */
  place: string;
  onViewed: () => void;
  /** Null when there is no other. */
  onMove: ((by: 1 | -1) => void) | null;
}

function Shown({ claimId, document, place, onViewed, onMove }: ShownProps) {
  const [step, setStep] = useState(0);
  const [turn, setTurn] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const query = useQuery(documentQuery(claimId, document.id));
  const { data } = query;
  const loaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived.
  useEffect(() => {
    if (loaded) onViewed();
  }, [loaded]);
  const zoom = ZOOMS[step] ?? 1;
  return (
    <figure
      ref={frame}
      className="flex min-w-0 flex-col gap-2 bg-surface fullscreen:overflow-auto fullscreen:p-4"
    >
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
        <span title={`SHA-256 ${document.sha256}`}>Added {longMoment(document.uploaded_at)}</span>
        <span className="flex items-center">
          <IconButton
            icon={ZoomOut}
            label="Zoom out"
            disabled={step === 0}
            onClick={() => setStep(step - 1)}
          />
          <span className="figures w-11 text-center" role="status">
            {Math.round(zoom * 100)}%
          </span>
          <IconButton
            icon={ZoomIn}
            label="Zoom in"
            disabled={step === ZOOMS.length - 1}
            onClick={() => setStep(step + 1)}
          />
          <IconButton icon={RotateCw} label="Rotate" onClick={() => setTurn((turn + 1) % 4)} />
          <IconButton
            icon={Maximize}
            label="Full screen"
            onClick={() =>
              void (window.document.fullscreenElement
                ? window.document.exitFullscreen()
                : frame.current?.requestFullscreen?.())
            }
          />
          {onMove && (
            <>
              <IconButton icon={ChevronLeft} label="Previous document" onClick={() => onMove(-1)} />
              <span className="figures whitespace-nowrap">{place}</span>
              <IconButton icon={ChevronRight} label="Next document" onClick={() => onMove(1)} />
            </>
          )}
          <IconButton
            icon={Download}
            label={`Download ${document.file_name}`}
            disabled={!data}
            onClick={() => data && saveFile({ blob: data.blob, filename: document.file_name })}
          />
        </span>
      </figcaption>
      <Loaded query={query} name="the document" failed="Failed to load the document" loading={LOADING} small>
        {({ blob }) =>
          document.is_image ? (
            <Picture blob={blob} document={document} zoom={zoom} turn={turn} />
          ) : (
            <PdfView fallback={LOADING} blob={blob} name={document.file_name} zoom={zoom} turn={turn} />
          )
        }
      </Loaded>
    </figure>
  );
}

interface PictureProps {
  blob: Blob;
  document: ClaimDocumentEntry;
  zoom: number;
  /** Quarter turns, clockwise. */
  turn: number;
}

/** An image as the type that the server found in its bytes, never as the type a response may claim. */
function Picture({ blob, document, zoom, turn }: PictureProps) {
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
        style={{ width: `${zoom * 100}%`, maxWidth: 'none', rotate: `${turn * 90}deg` }}
      />
    </div>
  );
}
