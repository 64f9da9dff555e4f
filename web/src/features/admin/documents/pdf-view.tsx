import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import { messageOf } from '#web/lib/api/errors.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { OpenPdf } from '#web/lib/pdf.ts';
import { Notice, Skeleton } from '#web/ui/states.tsx';

/** A PDF page by page on a canvas. `zoom` is relative to the width of its box. */
export default function PdfView({
  blob,
  name,
  zoom,
  turn,
}: {
  blob: Blob;
  name: string;
  zoom: number;
  /** Quarter turns, clockwise. */
  turn: number;
}) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let current = true;
    let opened: OpenPdf | null = null;
    setPdf(null);
    setProblem(null);
    setPage(1);
    loadPart(() => import('#web/lib/pdf.ts'))
      .then(({ openPdf }) => openPdf(blob))
      .then(
        (done) => {
          if (!current) return done.close();
          opened = done;
          setPdf(done);
        },
        (error: unknown) => current && setProblem(messageOf(error)),
      );
    return () => {
      current = false;
      opened?.close();
    };
  }, [blob]);

  useEffect(() => {
    if (pdf === null || canvas.current === null || box.current === null) return;
    const leaving = new AbortController();
    pdf.draw(page, canvas.current, Math.round(box.current.clientWidth * zoom), leaving.signal).then(
      () => undefined,
      (error: unknown) => !leaving.signal.aborted && setProblem(messageOf(error)),
    );
    return () => leaving.abort();
  }, [pdf, page, zoom]);

  if (problem !== null) {
    return (
      <Notice tone="danger">
        This PDF can’t be drawn ({problem}). You can download it and open it yourself.
      </Notice>
    );
  }
  return (
    <div className="flex min-h-0 flex-col gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div ref={box} tabIndex={0} className="max-h-[70dvh] overflow-auto rounded-[6px] bg-sunken">
        {pdf === null && <Skeleton className="h-80" />}
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${name}, page ${page}`}
          hidden={pdf === null}
          style={{ rotate: `${turn * 90}deg` }}
        />
      </div>
      {pdf !== null && pdf.pages > 1 && (
        <div className="flex items-center justify-center gap-2 text-sm">
          <IconButton
            icon={ChevronLeft}
            label="Previous page of the document"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          />
          <span className="figures" role="status">
            Page {page} of {pdf.pages}
          </span>
          <IconButton
            icon={ChevronRight}
            label="Next page of the document"
            disabled={page === pdf.pages}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </div>
  );
}
