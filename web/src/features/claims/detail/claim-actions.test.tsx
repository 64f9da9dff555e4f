import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { SKIPPED_FILES } from '#domain/files.ts';
import { localZone } from '#web/lib/local-time.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { fakeUploads } from '#web/test/fake-upload.ts';
import { mount } from '#web/test/mount.tsx';
import { claimDetail, document as stored } from '#web/test/sample-claim.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { ClaimDetail } from './claim-detail.tsx';

const PATH = '/claims/detail/7';
const window1 = stored({ id: 'doc_1', file_name: 'window.jpg' });
const report = stored({ id: 'doc_2', file_name: 'report.pdf', type: 'application/pdf', size: 1_500_000 });
const pdf = (name: string) =>
  new Response('bytes', {
    headers: { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` },
  });

let toasts: ToastCall[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00Z'), toFake: ['Date'] });
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(`0x${'9'.repeat(40)}`, { type: 'demo', name: 'Demo Wallet' }));
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

async function show(
  change: Partial<ClaimDetailAnswer> = {},
  more: Parameters<typeof fakeApi>[0] = {},
): Promise<ApiCall[]> {
  const calls = fakeApi({ [`GET ${PATH}`]: { data: claimDetail(change) }, ...more });
  mount(<ClaimDetail claimId="7" />);
  await screen.findByText('Claim CLM-007');
  return calls;
}

/** Names of the files that were downloaded. */
function saved(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Drop files here, or choose them'), { target: { files } });
const photo = new File(['photo'], 'new.jpg', { type: 'image/jpeg' });

describe('documents of a claim', () => {
  it('claim documents show their name, size and a short SHA-256 that can be copied in full @claims-35', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      onLine: true,
      clipboard: { writeText: async (text: string) => copied.push(text) },
    });
    await show({ documents: [window1, report] });
    const items = within(screen.getByRole('list', { name: 'Documents' })).getAllByRole('listitem');
    expect(items[0]?.textContent).toContain('window.jpg');
    expect(items[0]?.textContent).toContain('305 KB');
    expect(items[1]?.textContent).toContain('1.4 MB');
    expect(items[0]?.textContent).toContain(`${window1.sha256.slice(0, 8)}…`);
    fireEvent.click(screen.getByLabelText('Copy the SHA-256 of window.jpg'));
    await waitFor(() => expect(copied).toEqual([window1.sha256]));
  });

  it('a claim document downloads through the session under its own name @claims-35', async () => {
    const names = saved();
    const calls = await show(
      { documents: [report] },
      { 'GET /claims/7/documents/doc_2': pdf('report_.pdf') },
    );
    fireEvent.click(screen.getByLabelText('Download report.pdf'));
    await waitFor(() => expect(names).toEqual(['report.pdf']));
    expect(calls.at(-1)?.path).toBe('/claims/7/documents/doc_2');
  });

  it('a claim document that cannot be downloaded says so', async () => {
    await show({ documents: [report] });
    fireEvent.click(screen.getByLabelText('Download report.pdf'));
    await waitFor(() => expect(toasts).toMatchObject([{ message: 'The document could not be downloaded' }]));
  });

  it('photos of a claim have thumbnails, which load when they come near the screen @claims-35', async () => {
    let near: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: typeof near) {
          near = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    const image = new Response('bytes', { headers: { 'content-type': 'image/jpeg' } });
    const calls = await show({ documents: [window1, report] }, { 'GET /claims/7/documents/doc_1': image });
    const pictures = () => calls.filter(({ path }) => path.startsWith('/claims/7/documents/'));
    expect(pictures()).toEqual([]);
    act(() => near([{ isIntersecting: true }]));
    await waitFor(() => expect(document.querySelectorAll('img[src^="blob:"]')).toHaveLength(1));
    expect(new Set(pictures().map(({ path }) => path))).toEqual(new Set(['/claims/7/documents/doc_1']));
  });

  it('a claim document is previewed only on request if it is a large image, and never if it is none @claims-35', async () => {
    const image = new Response('bytes', { headers: { 'content-type': 'image/jpeg' } });
    const large = { ...window1, size: 4_000_000 };
    const calls = await show({ documents: [large, report] }, { 'GET /claims/7/documents/doc_1': image });
    const pictures = () => calls.filter(({ path }) => path === '/claims/7/documents/doc_1');
    expect(pictures()).toEqual([]);
    expect(screen.queryByLabelText('Show a preview of report.pdf')).toBeNull();
    fireEvent.click(screen.getByLabelText('Show a preview of window.jpg'));
    await waitFor(() => expect(document.querySelectorAll('img[src^="blob:"]')).toHaveLength(1));
    expect(pictures()).toHaveLength(1);
  });
});

describe('adding documents', () => {
  it('added documents upload at once, each with its own progress, and then the claim reloads @claims-36', async () => {
    let documents = [window1];
    const calls = fakeApi({
      [`GET ${PATH}`]: () => ({ data: claimDetail({ documents, documents_left: 9 }) }),
    });
    const uploads = fakeUploads();
    mount(<ClaimDetail claimId="7" />);
    await screen.findByText('Claim CLM-007');
    choose(photo, new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.path).toBe('/claims/7/documents');
    expect(screen.getByText(SKIPPED_FILES, { exact: false }).textContent).toContain('notes.txt');
    uploads[0]?.progress(0.75);
    await waitFor(() =>
      expect(screen.getByLabelText('Uploading new.jpg').getAttribute('aria-valuenow')).toBe('75'),
    );
    expect(screen.getByText(/8 more files can be added/)).toBeDefined();
    const before = calls.length;
    documents = [window1, stored({ id: 'doc_3', file_name: 'new.jpg' })];
    uploads[0]?.answer({ data: { added: [documents[1]], documents } });
    expect(await screen.findByLabelText('Download new.jpg')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    expect(calls).toHaveLength(before + 1);
    expect(toasts).toMatchObject([{ kind: 'success', message: 'Document uploaded successfully!' }]);
  });

  it('a failed upload stays with its reason until it is retried or removed @claims-36', async () => {
    let fails = true;
    await show();
    const uploads = fakeUploads(() =>
      fails ? { status: 422, message: '“new.jpg” is damaged.' } : { data: { added: [], documents: [] } },
    );
    choose(photo);
    expect(await screen.findByText('“new.jpg” is damaged.')).toBeDefined();
    fails = false;
    fireEvent.click(screen.getByLabelText('Retry new.jpg'));
    await waitFor(() => expect(screen.queryByText('new.jpg')).toBeNull());
    expect(uploads).toHaveLength(2);
    fails = true;
    choose(photo);
    await screen.findByText('“new.jpg” is damaged.');
    fireEvent.click(screen.getByLabelText('Remove new.jpg'));
    expect(screen.queryByText('new.jpg')).toBeNull();
  });

  it('an upload continues when the missing document is no longer requested', async () => {
    let requested: string | null = 'The police report, please.';
    fakeApi({ [`GET ${PATH}`]: () => ({ data: claimDetail({ requested_documents: requested }) }) });
    const uploads = fakeUploads();
    mount(<ClaimDetail claimId="7" />);
    await screen.findByText('The police report, please.');
    choose(photo);
    await waitFor(() => expect(uploads).toHaveLength(1));
    requested = null;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByText('The police report, please.')).toBeNull());
    expect(uploads[0]?.aborted).toBe(false);
    expect(screen.getByLabelText('Uploading new.jpg')).toBeDefined();
  });

  it('uploads are not offered when the claim accepts no more documents @claims-36', async () => {
    await show({ status: 'paid', documents_left: 0 });
    expect(screen.getByText('Nothing has been uploaded yet.')).toBeDefined();
    expect(document.querySelector('input[type="file"]')).toBeNull();
  });

  it('an upload is canceled when the customer leaves the page', async () => {
    fakeApi({ [`GET ${PATH}`]: { data: claimDetail() } });
    const uploads = fakeUploads();
    const view = mount(<ClaimDetail claimId="7" />);
    await screen.findByText('Claim CLM-007');
    choose(photo);
    await waitFor(() => expect(uploads).toHaveLength(1));
    view.unmount();
    expect(uploads[0]?.aborted).toBe(true);
  });
});

describe('the quick actions', () => {
  it('the quick action opens the claim’s messages @claims-40', async () => {
    await show();
    expect(screen.getByText('Contact Support').getAttribute('href')).toBe('/messages?thread=31');
  });

  it('the quick action downloads the claim summary @claims-41', async () => {
    const names = saved();
    await show({}, { 'GET /claims/7/summary': pdf('CLM-007.pdf') });
    press('Download Claim Summary');
    await waitFor(() => expect(names).toEqual(['CLM-007.pdf']));
    expect(toasts[0]?.message).toBe('Claim summary downloaded successfully!');
  });

  it('the page says when the claim summary cannot be downloaded @claims-41', async () => {
    await show();
    press('Download Claim Summary');
    await waitFor(() =>
      expect(toasts).toMatchObject([{ kind: 'error', message: 'The claim summary could not be downloaded' }]),
    );
  });

  it('the quick actions quote the current response times @claims-43', async () => {
    await show();
    expect(
      screen.getByText('Claims are reviewed in 24-48 hours, complex claims 3-5 business days.'),
    ).toBeDefined();
    expect(
      screen.getByText(
        'Approved claims are paid within 48 hours, or within 9 days if the amount is large enough to require a waiting period on chain.',
      ),
    ).toBeDefined();
    expect(screen.getByText('Messages are answered within 24 hours.')).toBeDefined();
  });

  it('the page names the call that was requested', async () => {
    await show({
      call: { preferred_at: '2026-11-30T15:00:00.000Z', requested_at: '2026-11-27T09:00:00.000Z' },
    });
    expect(screen.getByText(/You asked to be called on Monday, November 30, 2026/)).toBeDefined();
  });
});

describe('Schedule Call', () => {
  const CALL = 'POST /claims/7/call';
  const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'POST');

  async function open(more: Parameters<typeof fakeApi>[0] = {}) {
    const calls = await show({}, more);
    press('Schedule Call');
    await screen.findByText('Request the call');
    return calls;
  }
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  /** The times on offer, with the list open. */
  const times = () => {
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Time' }), { key: 'Enter' });
    return screen.getAllByRole('option');
  };
  const clock = (at: number) =>
    new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  function chooseTime(at: string): void {
    const wanted = times().find((option) => option.textContent?.startsWith(`${clock(Date.parse(at))} (`));
    if (!wanted) throw new Error(`${at} is not on offer`);
    fireEvent.keyDown(wanted, { key: 'Enter' });
  }

  it('the call dialog shows the customer’s time zone, our hours and that we answer by message @claims-42', async () => {
    await open();
    const dialog = screen.getByRole('dialog').textContent;
    expect(dialog).toContain(`Your own time, ${localZone()}. Our phone lines are open Mon-Fri 9AM-6PM EST.`);
    expect(dialog).toContain('We confirm the time, or offer another, by message within 24 hours.');
  });

  it('the call dialog marks every missing field and sends nothing', async () => {
    const calls = await open();
    press('Request the call');
    for (const words of [
      'Please choose a day and a time.',
      'Please choose a time.',
      'Please enter a valid phone number',
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Day')));
    expect(writes(calls)).toEqual([]);
  });

  it('the call request carries the moment shown on the customer’s clock @claims-42', async () => {
    const answer = { preferred_at: '2026-11-30T15:30:00.000Z', requested_at: '2026-11-27T10:00:00.000Z' };
    const calls = await open({ [CALL]: { status: 201, data: answer } });
    type('Day', '11/30/2026');
    chooseTime('2026-11-30T15:30:00Z');
    type('Phone number', '+44 20 7946 0000');
    type('Note (optional)', 'In the afternoon, please.');
    press('Request the call');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes(calls).map(({ body }) => body)).toEqual([
      {
        preferred_at: '2026-11-30T15:30:00.000Z',
        telephone: '+44 20 7946 0000',
        note: 'In the afternoon, please.',
      },
    ]);
    expect(toasts[0]).toMatchObject({ kind: 'success', message: 'Your call is requested.' });
    expect(toasts[0]?.description).toContain('We will reply by message.');
  });

  it('the call dialog offers only times within our phone hours and shows our time beside the customer’s @claims-42', async () => {
    await open();
    type('Day', '11/30/2026');
    const offered = times().map((option) => option.textContent);
    expect(offered).toHaveLength(18);
    expect(offered[0]).toBe(`${clock(Date.UTC(2026, 10, 30, 14, 0))} (9:00 AM in New York)`);
    expect(offered.at(-1)).toBe(`${clock(Date.UTC(2026, 10, 30, 22, 30))} (5:30 PM in New York)`);
  });

  it('the call dialog offers no Saturday and rejects one that is typed @claims-42', async () => {
    const calls = await open();
    fireEvent.click(screen.getByLabelText('Choose the day of the call from the calendar'));
    const calendar = within(await screen.findByLabelText('the day of the call'));
    expect(calendar.getByLabelText<HTMLButtonElement>(/November 28, 2026/).disabled).toBe(true);
    expect(calendar.getByLabelText<HTMLButtonElement>(/November 30, 2026/).disabled).toBe(false);
    type('Day', '11/28/2026');
    type('Phone number', '+44 20 7946 0000');
    press('Request the call');
    expect(
      await screen.findByText(
        'Please choose a day within the next 30 days on which our phone lines are open.',
      ),
    ).toBeDefined();
    expect(writes(calls)).toEqual([]);
  });

  it('the call dialog rejects a time that passed while it was open', async () => {
    vi.setSystemTime(Date.parse('2026-11-27T14:50:00Z'));
    const calls = await open();
    const now = new Date();
    type('Day', `${now.getMonth() + 1}/${now.getDate()}/${now.getFullYear()}`);
    chooseTime('2026-11-27T15:00:00Z');
    type('Phone number', '+44 20 7946 0000');
    vi.setSystemTime(Date.parse('2026-11-27T15:01:00Z'));
    press('Request the call');
    expect(await screen.findByText('Please choose a time in the future.')).toBeDefined();
    expect(writes(calls)).toEqual([]);
  });

  it('the call dialog stays open with its values when the server rejects the request, and says where', async () => {
    const message = 'Please choose a time when our phone lines are open: Mon-Fri 9AM-6PM EST.';
    await open({ [CALL]: { status: 422, message, issues: [{ path: 'preferred_at', message }] } });
    type('Day', '11/30/2026');
    chooseTime('2026-11-30T15:30:00Z');
    type('Phone number', '+44 20 7946 0000');
    press('Request the call');
    expect((await screen.findAllByText(message)).length).toBe(2);
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('+44 20 7946 0000');
  });
});

describe('second look', () => {
  const look = { until: '2027-02-25', open: true, asked_at: null, other: null, last_word: null };
  const none = { ...look, until: null, open: false };
  const refused = { status: 'rejected', decision_reason: 'The window was open.' } as const;

  it('it is asked for in the customer’s words, and what was typed survives a refusal', async () => {
    let refuses = true;
    const looked = claimDetail({
      status: 'under_review',
      second_look: { ...none, asked_at: '2026-11-27T10:00:00.000Z' },
    });
    const calls = await show(
      { ...refused, second_look: look },
      {
        'POST /claims/7/second-look': () =>
          refuses ? { status: 409, message: 'This claim was just changed.' } : { data: looked },
      },
    );
    expect(screen.getByText(/ask once, free of charge, until February 25, 2027/)).toBeDefined();
    press('Ask for a second look');
    const dialog = within(await screen.findByRole('dialog'));
    const send = () => fireEvent.click(dialog.getByText('Ask for a second look', { selector: 'button' }));
    send();
    expect(await dialog.findByText(/in at least 10 characters/)).toBeDefined();
    const words = dialog.getByLabelText<HTMLTextAreaElement>('What should we look at again?');
    fireEvent.change(words, { target: { value: 'The lock was broken from outside.' } });
    send();
    expect(await dialog.findByText('This claim was just changed.')).toBeDefined();
    expect(words.value).toBe('The lock was broken from outside.');
    refuses = false;
    send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'The lock was broken from outside.',
    });
    expect(toasts.map(({ message }) => message)).toEqual(['Your second look is requested.']);
  });

  it.each([
    ['while it is open', { ...none, asked_at: '2026-11-27T10:00:00.000Z' }, /Someone new will decide/],
    [
      'after its decision',
      { ...none, asked_at: '2026-11-27T10:00:00.000Z', last_word: 'Turn to the Ombudsman.' },
      /^Turn to the Ombudsman\.$/,
    ],
    [
      'once its time is over',
      { ...look, until: '2026-11-20', open: false },
      /could ask for a second look until November 20, 2026/,
    ],
  ])('the claim page says where it stands %s, and asks for nothing', async (_, second_look, said) => {
    await show({ ...refused, second_look });
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.queryByText('Ask for a second look')).toBeNull();
  });

  it('a paid claim links to the claim for what was not paid', async () => {
    const other = { id: 12, claim_number: 'CLM-012' };
    await show({ status: 'paid', second_look: { ...none, asked_at: '2026-11-27T10:00:00.000Z', other } });
    expect(screen.getByText('CLM-012').getAttribute('href')).toBe('/claim/12');
    expect(screen.getByText(/What was not paid is now/)).toBeDefined();
  });
});
