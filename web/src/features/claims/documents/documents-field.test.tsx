import { fireEvent, screen, waitFor } from '@testing-library/react';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { mount } from '#web/test/mount.tsx';
import { DocumentsField } from './documents-field.tsx';

/** A page as a bank or shop sends it. */
const written = (name: string, options: PDFKit.PDFDocumentOptions) =>
  new Promise<File>((resolve) => {
    const document = new PDFDocument(options);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    document.on('data', (part: Uint8Array<ArrayBuffer>) => parts.push(part));
    document.on('end', () => resolve(new File(parts, name, { type: 'application/pdf' })));
    document.text('Statement');
    document.end();
  });

function choose(...files: File[]): () => string[] {
  const added: string[] = [];
  mount(
    <DocumentsField
      held={[]}
      capacity={10}
      onFiles={(more) => added.push(...more.map(({ name }) => name))}
    />,
  );
  fireEvent.change(screen.getByLabelText('Drop files here, or choose them'), { target: { files } });
  return () => added;
}

describe('a PDF that is chosen', () => {
  it('is refused with a sentence if it opens only with a password, and the files beside it are taken', async () => {
    const locked = await written('statement.pdf', { userPassword: 'secret', ownerPassword: 'other' });
    const open = await written('invoice.pdf', {});
    const added = choose(locked, open);
    expect((await screen.findByText(/^A PDF that needs a password/)).textContent).toBe(
      'A PDF that needs a password can’t be added, because nobody here could open it. Please save a copy without the password and add that. statement.pdf',
    );
    expect(added()).toEqual(['invoice.pdf']);
  });

  it('is taken if it is only locked against printing, or can’t be read here', async () => {
    const printLocked = await written('statement.pdf', { ownerPassword: 'secret', permissions: {} });
    const torn = new File(['%PDF-1.7 and then nothing'], 'torn.pdf', { type: 'application/pdf' });
    const added = choose(printLocked, torn);
    await waitFor(() => expect(added()).toEqual(['statement.pdf', 'torn.pdf']));
    expect(screen.queryByText(/password/)).toBeNull();
  });
});
