import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SKIPPED_FILES } from '#domain/files.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { fakeUploads } from '#web/test/fake-upload.ts';
import { mount } from '#web/test/mount.tsx';
import { claim, insured, document as stored } from '#web/test/sample-claim.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import type { ClaimStep } from './steps.ts';
import { SubmitClaim } from './submit-claim.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const PATH = '/claims/7/documents';
const answer = { data: { added: [stored()], documents: [stored()] } };
const refusal = { status: 422, message: '“b.pdf” is no PDF.' };

const file = (name: string, type: string) => new File([name], name, { type });
const photo = file('a.jpg', 'image/jpeg');
const invoice = file('b.pdf', 'application/pdf');
const plan = file('c.png', 'image/png');

let toasts: ToastCall[] = [];
const onDone = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00Z'), toFake: ['Date'] });
  onDone.mockReset();
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setConnected(evmWallet(ADDRESS));
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

function Screen() {
  const [step, setStep] = useState<ClaimStep>('details');
  return (
    <SubmitClaim
      policyId={12}
      step={step}
      onStep={setStep}
      onDone={onDone}
      leave={{ label: 'Back to My Claims', go: () => {} }}
      signedIn
      signIn={() => Promise.resolve()}
    />
  );
}

const serve = (more: Parameters<typeof fakeApi>[0] = {}): ApiCall[] =>
  fakeApi({
    [`GET /insurance/active-policies/${ADDRESS}`]: { data: [insured()] },
    [`GET /claims/${ADDRESS}`]: { data: [] },
    'POST /claims/submit': { status: 201, data: claim({ id: 7 }) },
    ...more,
  });

const press = (name: string | RegExp) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Drop files here, or choose them'), { target: { files } });

/** The form with these files, at its second step. */
async function reviewed(...files: File[]): Promise<void> {
  mount(<Screen />);
  await screen.findByText('POL-012');
  type('Date of incident', '11/25/2026');
  type('Estimated claim amount', '4000');
  type('Detailed description', 'The storm broke two windows.');
  if (files.length > 0) choose(...files);
  press('Continue to Review');
  await screen.findByText('What would be paid at most');
}

describe('choosing documents', () => {
  it('chosen documents show their name and size, can be removed, and skipped ones are named @claims-12', async () => {
    serve();
    mount(<Screen />);
    await screen.findByText('POL-012');
    choose(photo, file('notes.txt', 'text/plain'), invoice);
    expect(await screen.findByText('a.jpg')).toBeDefined();
    expect(screen.getByText('b.pdf')).toBeDefined();
    expect(screen.getByText(SKIPPED_FILES, { exact: false }).textContent).toBe(`${SKIPPED_FILES} notes.txt`);
    expect(screen.getByText(/8 more files can be added/)).toBeDefined();
    fireEvent.click(screen.getByLabelText('Remove a.jpg'));
    expect(screen.queryByText('a.jpg')).toBeNull();
    expect(screen.getByText(/9 more files can be added/)).toBeDefined();
  });

  it('chosen images are previewed @claims-12', async () => {
    serve();
    mount(<Screen />);
    await screen.findByText('POL-012');
    choose(photo, invoice);
    await screen.findByText('a.jpg');
    await waitFor(() => expect(document.querySelectorAll('img[src^="blob:"]')).toHaveLength(1));
  });

  it('no more than ten documents can be chosen @claims-12', async () => {
    serve();
    mount(<Screen />);
    await screen.findByText('POL-012');
    choose(...Array.from({ length: 11 }, (_, index) => file(`${index}.png`, 'image/png')));
    expect(await screen.findByText(/A claim takes 10 documents at most/)).toBeDefined();
    const drop = screen.getByLabelText<HTMLInputElement>('No more files can be added');
    expect(drop.disabled).toBe(true);
    expect(screen.getAllByLabelText(/^Remove /)).toHaveLength(10);
  });

  it('chosen documents are listed in the review', async () => {
    serve();
    await reviewed(photo, invoice);
    expect(screen.getByText('a.jpg')).toBeDefined();
    expect(screen.getByText('b.pdf')).toBeDefined();
  });
});

describe('sending documents', () => {
  it('documents upload one after another, each with its own progress @claims-13', async () => {
    const calls = serve();
    const uploads = fakeUploads();
    await reviewed(photo, invoice);
    press('Submit Claim');
    await screen.findByText('Your claim CLM-007 is submitted');
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ documents_count: 2 });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({ method: 'POST', path: PATH });
    expect(uploads[0]?.file.name).toBe('a.jpg');
    uploads[0]?.progress(0.4);
    await waitFor(() =>
      expect(screen.getByLabelText('Uploading a.jpg').getAttribute('aria-valuenow')).toBe('40'),
    );
    expect(screen.getByText(/Waiting/)).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
    uploads[0]?.answer(answer);
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(screen.getByText(/Uploaded/)).toBeDefined();
    uploads[1]?.answer(answer);
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(toasts.map(({ message }) => message)).toEqual(['Your claim has been submitted successfully!']);
  });

  it('a failed upload keeps the claim and the file and retries only that file @claims-13', async () => {
    const calls = serve();
    let fails = true;
    const uploads = fakeUploads(({ file: { name } }) => (name === 'b.pdf' && fails ? refusal : answer));
    await reviewed(photo, invoice, plan);
    press('Submit Claim');
    expect(await screen.findByText('1 of 3 files could not be uploaded')).toBeDefined();
    expect(screen.getByText('“b.pdf” is no PDF.')).toBeDefined();
    expect(uploads.map((upload) => upload.file.name)).toEqual(['a.jpg', 'b.pdf', 'c.png']);
    expect(onDone).not.toHaveBeenCalled();
    expect(toasts).toEqual([]);
    fails = false;
    fireEvent.click(screen.getByLabelText('Retry b.pdf'));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(uploads.map((upload) => upload.file.name).slice(3)).toEqual(['b.pdf']);
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('all failed uploads are retried, and the page stays while one still fails', async () => {
    serve();
    const failing = new Set(['a.jpg', 'b.pdf']);
    fakeUploads(({ file: { name } }) => (failing.has(name) ? refusal : answer));
    await reviewed(photo, invoice);
    press('Submit Claim');
    expect(await screen.findByText('2 of 2 files could not be uploaded')).toBeDefined();
    failing.delete('a.jpg');
    press('Retry All');
    expect(await screen.findByText('1 of 2 files could not be uploaded')).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('the customer can continue without a document that cannot be uploaded', async () => {
    serve();
    fakeUploads(() => refusal);
    await reviewed(invoice);
    press('Submit Claim');
    await screen.findByText('1 of 1 files could not be uploaded');
    press('Continue without it');
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(toasts[0]?.message).toBe('Your claim has been submitted successfully!');
  });

  it('nothing is uploaded before the claim exists', async () => {
    serve({ 'POST /claims/submit': { status: 422, message: 'No.' } });
    const uploads = fakeUploads(() => answer);
    await reviewed(photo);
    press('Submit Claim');
    await screen.findByRole('alert');
    expect(uploads).toEqual([]);
    expect(screen.getByText('a.jpg')).toBeDefined();
  });
});

describe('the idempotency key', () => {
  /** The keys of all submissions so far. */
  function keys(): string[] {
    const seen: string[] = [];
    const { fetch: inner } = globalThis;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const key = new Headers(init?.headers).get('idempotency-key');
      if (key) seen.push(key);
      return inner(input, init);
    });
    return seen;
  }

  it('the idempotency key stays the same until the server rejects what was sent under it @claims-15', async () => {
    const replies: object[] = [
      { status: 401, message: 'Please sign in.' },
      { status: 409, message: 'This policy has just changed.' },
      { data: claim() },
    ];
    let next = 0;
    serve({ 'POST /claims/submit': () => replies[next++] ?? {} });
    const seen = keys();
    await reviewed();
    for (const words of ['Please sign in.', 'This policy has just changed.']) {
      press('Submit Claim');
      expect(await screen.findByText(words)).toBeDefined();
    }
    press('Submit Claim');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(seen).toHaveLength(3);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[0]);
  });

  it('a key that the server knows with other content means that the claim may already exist', async () => {
    const mismatch = {
      success: false,
      message: 'Another body.',
      code: 'idempotency_mismatch',
      request_id: 'r',
    };
    serve({ 'POST /claims/submit': Response.json(mismatch, { status: 409 }) });
    await reviewed();
    press('Submit Claim');
    expect(await screen.findByText(/may have received your claim the first time/)).toBeDefined();
  });
});
