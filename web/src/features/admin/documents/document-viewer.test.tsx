import { fireEvent, screen, waitFor } from '@testing-library/react';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { deskClaim } from '#web/test/sample-case.ts';
import { type ClaimDocumentEntry, DocumentViewer } from './document-viewer.tsx';

const PATH = 'GET /admin/claims/7/documents/doc-1';
const image = deskClaim().documents[0] as ClaimDocumentEntry;
const pdf: ClaimDocumentEntry = {
  ...image,
  file_name: 'estimate.pdf',
  type: 'application/pdf',
  is_image: false,
};
const file = (bytes: BodyInit, type: string) =>
  new Response(bytes, {
    headers: { 'content-type': type, 'content-disposition': 'attachment; filename="document"' },
  });

async function twoPages(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage([200, 100]);
  document.addPage([200, 400]);
  return new Uint8Array(await document.save());
}

let shown: Blob[];
beforeEach(() => {
  shown = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    shown.push(blob as Blob);
    return `blob:test-${shown.length}`;
  });
  // A canvas that takes everything that is drawn on it.
  const context: object = new Proxy(
    {
      canvas: document.createElement('canvas'),
      getTransform: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
    },
    { get: (target, key) => Reflect.get(target, key) ?? (() => undefined), set: () => true },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});
afterEach(() => vi.restoreAllMocks());

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const view = (document: ClaimDocumentEntry) => {
  const { container } = mount(<DocumentViewer claimId={7} documents={[document]} mayOpen />);
  click(new RegExp(`^${document.file_name}`));
  return container;
};
const active = (container: HTMLElement) => container.querySelectorAll('iframe, object, embed, a[href]');

describe('an image', () => {
  it('it is shown as the type that the server found in its bytes, and can be zoomed', async () => {
    fakeApi({ [PATH]: file('jpeg bytes', 'text/html') });
    const container = view(image);
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'window.jpg' });
    expect(shown.at(-1)?.type).toBe('image/jpeg');
    expect(await shown.at(-1)?.text()).toBe('jpeg bytes');
    expect(picture.style.width).toBe('100%');
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(picture.style.width).toBe('150%');
    expect(screen.getByText('150%')).toBeDefined();
    expect(active(container)).toHaveLength(0);
  });

  it('an image that the browser cannot show says so and stays downloadable', async () => {
    fakeApi({ [PATH]: file('not an image', 'image/jpeg') });
    view(image);
    fireEvent.error(await screen.findByRole('img', { name: 'window.jpg' }));
    expect(screen.getByText('This image can’t be shown. You can download it.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download window.jpg' }).disabled).toBe(
      false,
    );
  });
});

describe('a document that nobody chose', () => {
  it('is not loaded, so nobody has viewed it, unless a link is about it', async () => {
    const calls = fakeApi({ [PATH]: file('jpeg bytes', 'image/jpeg') });
    mount(<DocumentViewer claimId={7} documents={[image]} mayOpen />);
    expect(screen.getByText('window.jpg')).toBeDefined();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(calls).toEqual([]);
    mount(<DocumentViewer claimId={7} documents={[image]} mayOpen first="doc-1" />);
    await screen.findByRole('img', { name: 'window.jpg' });
  });
});

describe('several documents', () => {
  const second: ClaimDocumentEntry = { ...image, id: 'doc-2', file_name: 'floor.jpg', viewed_at: null };
  const both = () => {
    fakeApi({
      [PATH]: file('one', 'image/jpeg'),
      [PATH.replace('doc-1', 'doc-2')]: file('two', 'image/jpeg'),
    });
    mount(<DocumentViewer claimId={7} documents={[{ ...image, viewed_at: null }, second]} mayOpen />);
    click(/^window\.jpg/);
    return screen.findByRole('img', { name: 'window.jpg' });
  };

  it('follow one another in a circle, each marked once it was seen', async () => {
    await both();
    expect(screen.getByText('1 of 2')).toBeDefined();
    expect(await screen.findByRole('button', { name: /^window\.jpg .* Viewed$/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^floor\.jpg .* Viewed$/ })).toBeNull();
    click('Next document');
    await screen.findByRole('img', { name: 'floor.jpg' });
    expect(await screen.findByRole('button', { name: /^floor\.jpg .* Viewed$/ })).toBeDefined();
    click('Next document');
    await screen.findByRole('img', { name: 'window.jpg' });
    click('Previous document');
    expect(await screen.findByText('2 of 2')).toBeDefined();
  });

  it('are turned by quarters and shown on the full screen', async () => {
    const picture = (await both()) as HTMLImageElement;
    for (const turned of ['90deg', '180deg', '270deg', '0deg']) {
      click('Rotate');
      expect(picture.style.rotate).toBe(turned);
    }
    const full = vi.fn(async () => undefined);
    Object.assign(HTMLElement.prototype, { requestFullscreen: full });
    click('Full screen');
    expect(full).toHaveBeenCalledTimes(1);
  });
});

describe('a PDF', () => {
  it('it is drawn page by page on a canvas, and nothing in it can be clicked', async () => {
    fakeApi({ [PATH]: file(await twoPages(), 'application/pdf') });
    const container = view(pdf);
    await screen.findByText('Page 1 of 2');
    const canvas = screen.getByRole<HTMLCanvasElement>('img', { name: 'estimate.pdf, page 1' });
    Object.defineProperty(canvas.parentElement, 'clientWidth', { value: 300 });
    fireEvent.click(screen.getByRole('button', { name: 'Next page of the document' }));
    await screen.findByText('Page 2 of 2');
    await waitFor(() => expect([canvas.style.width, canvas.style.height]).toEqual(['300px', '600px']));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Next page/ }).disabled).toBe(true);
    expect(active(container)).toHaveLength(0);
  });

  it('bytes of another type are not drawn, and can be downloaded', async () => {
    fakeApi({ [PATH]: file('<script>alert(1)</script>', 'text/html') });
    const container = view(pdf);
    expect((await screen.findByText(/^This PDF can’t be drawn/)).textContent).toContain(
      'You can download it and open it yourself.',
    );
    expect(container.querySelectorAll('canvas, script')).toHaveLength(0);
    expect(active(container)).toHaveLength(0);
  });
});

describe('documents that are not there', () => {
  it('a refused load says why, and another try shows the document', async () => {
    fakeApi({ [PATH]: { status: 404, message: 'This document no longer exists.' } });
    view(image);
    await screen.findByText('This document no longer exists.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download window.jpg' }).disabled).toBe(
      true,
    );
    fakeApi({ [PATH]: file('jpeg bytes', 'image/jpeg') });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('img', { name: 'window.jpg' });
  });

  it('a page instead of a file is refused', async () => {
    fakeApi({ [PATH]: new Response('<p>Hi</p>', { headers: { 'content-type': 'text/html' } }) });
    view(image);
    await screen.findByText('Failed to load the document');
    await screen.findByText(
      'Server returned HTML instead of JSON. Please check if the backend API is running correctly.',
    );
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('a role that cannot open documents sees only their names, and nothing is loaded', () => {
    const calls = fakeApi({});
    mount(<DocumentViewer claimId={7} documents={[image]} mayOpen={false} />);
    expect(screen.getByText('window.jpg')).toBeDefined();
    expect(screen.getByText('Your role cannot open documents.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('a claim without documents says so', () => {
    mount(<DocumentViewer claimId={7} documents={[]} mayOpen />);
    expect(screen.getByText('The customer has not added documents.')).toBeDefined();
  });
});
