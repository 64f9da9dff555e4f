import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// The other build needs functions that only browsers of the last months have.
GlobalWorkerOptions.workerSrc = worker;

/** The 14 fonts that a PDF may use without containing them, by file name. */
const FONTS = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** Serves the fonts from this site, and nothing else that a document may name. */
class OwnFonts {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = kind === 'standardFontDataUrl' ? FONTS[filename] : undefined;
    if (url === undefined) throw new Error(`This viewer does not load ${filename}.`);
    const answer = await fetch(url, { credentials: 'omit' });
    if (!answer.ok) throw new Error(`${filename} could not be loaded.`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

export interface OpenPdf {
  pages: number;
  /** Draws page `number` (from 1) `width` CSS pixels wide; resolves once it is drawn or `signal` aborts. */
  draw(number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Largest canvas side in device pixels; browsers show nothing beyond their own limits. */
const MAX_SIDE = 8_000;

async function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const ratio = window.devicePixelRatio || 1;
  const wanted = (width * ratio) / natural.width;
  const scale = Math.min(wanted, MAX_SIDE / natural.width, MAX_SIDE / natural.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${Math.round((width * natural.height) / natural.width)}px`;
  // What is filled into a form is painted too, but there is no layer on top: no links, no fields, no scripts.
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Opens a PDF in a worker. This version of pdf.js has no `eval`, and runs a document's scripts only in a sandbox that is not loaded. */
const load = async (blob: Blob) =>
  getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    BinaryDataFactory: OwnFonts,
    standardFontDataUrl: '/',
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    // Fonts become paths, so that the document brings no font of its own into the page.
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 64 * 1024 * 1024,
    verbosity: VerbosityLevel.ERRORS,
  });

/** Opens a PDF for drawing. */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const task = await load(blob);
  const document = await task.promise;
  return {
    pages: document.numPages,
    draw: (number, canvas, width, signal) => draw(document, number, canvas, width, signal),
    close: () => void task.destroy(),
  };
}

/** Whether a PDF opens only with a password. One that is merely locked against printing or copying opens without. */
export async function needsPassword(blob: Blob): Promise<boolean> {
  const task = await load(blob);
  try {
    await task.promise;
    return false;
  } catch (error) {
    return error instanceof PasswordException;
  } finally {
    void task.destroy();
  }
}
