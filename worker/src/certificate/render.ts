import { Flow, MARGIN, SMALL, WIDTH } from '../pdf/flow.ts';
import { FontBook, type Wanted } from '../pdf/fonts/book.ts';
import type { FontSource } from '../pdf/fonts/source.ts';
import { momentText } from '../pdf/format.ts';
import { PAGE, Paper } from '../pdf/paper/document.ts';
import { type CertificateData, holderName } from './data.ts';
import { proofOf } from './proof.ts';
import { figures, head, insured, policyholder, proofText, registry, term, wordingText } from './sections.ts';

/** Every text in the data, whatever it is nested in, and the names of its fields. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...textsOf(entry)]);
}

/**
 * The insurance certificate as a PDF: A4, English, with the fonts that its names need and the proof of the insured
 * details attached. The same data gives the same bytes. Any text can be set; a character that no font has shows as �.
 * Throws when the details do not hash to the quote's details hash, or when a font file cannot be read.
 * @param fonts reads `/fonts/index.json` and the slices beside it
 */
export async function renderCertificate(data: CertificateData, fonts: FontSource): Promise<Uint8Array> {
  const proof = proofOf(data);
  const { policy } = data;
  const wanted: Wanted[] = textsOf(data).map((text) => ({ text, weight: 400 }));
  const book = await FontBook.open(fonts, [...wanted, { text: holderName(data), weight: 600 }]);
  const paper = new Paper();
  const flow = new Flow(paper, book, `Certificate of insurance ${policy.policy_number}`);

  head(flow, data);
  figures(flow, data);
  policyholder(flow, data);
  insured(flow, data);
  term(flow, data);
  registry(flow, data);
  wordingText(flow, data);
  proofText(flow, data, proof);

  const footer = `Mooring  ·  ${policy.policy_number}  ·  Issued ${momentText(data.issued_at)}`;
  for (const [index, canvas] of paper.pages.entries()) {
    flow.canvas = canvas;
    canvas.rule(MARGIN, 48, WIDTH);
    flow.at(footer, MARGIN, 35, SMALL);
    flow.right(`Page ${index + 1} of ${paper.pages.length}`, PAGE.width - MARGIN, 35, SMALL);
  }

  return paper.save(
    {
      title: `Certificate of insurance ${policy.policy_number}`,
      subject: `${policy.policy_type} insurance, policy ${policy.quote_id}`,
      issuedAt: new Date(data.issued_at),
    },
    { name: proof.fileName, description: 'The insured details with their salt', bytes: proof.file },
  );
}
