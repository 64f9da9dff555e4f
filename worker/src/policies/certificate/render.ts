import { canonicalJson } from '#domain/quote/details-hash.ts';
import { BODY, type Flow, MARGIN, SMALL, WIDTH } from '#worker/platform/pdf/flow.ts';
import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';
import { INK } from '#worker/platform/pdf/paper.ts';
import { type CertificateData, holderName } from './data.ts';
import {
  figures,
  head,
  insured,
  policyholder,
  registry,
  term,
  travelers,
  unenforced,
  whenNeeded,
  wordingText,
} from './sections.ts';

const PROVEN = {
  contract: 'which is part of the quote that Mooring signed',
  records: 'which is part of the registry id that the payment names',
} as const;

/** Where values and salts begin, in points from the margin. */
const COLUMN = 160;
const GAP = 4.5;

/** A page of its own with every field that the policy commits to and its salt: what its holder needs to prove any of them. */
function keepPage(flow: Flow, { policy, proof }: CertificateData): void {
  flow.newPage();
  flow.heading('Keep this page');
  flow.y += 4;
  flow.block(
    `With this page you can prove any single field of your policy to anyone, without us and without showing the others. Whoever knows a field's salt can test guesses about that field, so keep the page to yourself: to prove some fields, share a link or file of only those from your policy's page. Each field is hashed with its salt, and together they give the details hash, ${PROVEN[policy.enforced_by]}. The attached file has the same in a form that the page “Verify a policy” reads.`,
    MARGIN,
    WIDTH,
    BODY,
  );
  flow.y += GAP;
  flow.hashFact('Details hash', policy.details_hash);
  flow.hashFact('Registry id', policy.quote_id);
  flow.fact('Bought by', proof.terms.holder);
  flow.fact('Amount', `${proof.terms.amount} base units of ${policy.payment_currency}`);
  flow.fact('Quote valid until', proof.terms.valid_until);
  flow.y += GAP;
  for (const { name, value, salt } of proof.fields) {
    flow.need(BODY.leading + SMALL.leading + GAP);
    flow.y += GAP;
    flow.at(name, MARGIN, flow.y + BODY.leading, { ...SMALL, weight: 600, color: INK });
    flow.block(canonicalJson(value), MARGIN + COLUMN, WIDTH - COLUMN, BODY);
    flow.block(salt, MARGIN + COLUMN, WIDTH - COLUMN, SMALL);
  }
}

const FORMULA =
  'leaf = keccak256(keccak256(abi.encode(name, canonical JSON of value, salt))) with types string, string, bytes32; canonical JSON has sorted keys, no white space and text in Unicode NFC; a leaf and its siblings, each pair hashed by keccak256 with the smaller first, lead to the details hash; terms and details hash give quote_id';

/**
 * What the holder needs to prove the insured details without us, as JSON: the whole proof, which the verify page reads, with
 * the text of the wording.
 */
function proofFile({ policy, proof, wording }: CertificateData): { name: string; bytes: Uint8Array } {
  const content = { formula: FORMULA, details_hash: policy.details_hash, ...proof, wording };
  return {
    name: `mooring-${policy.policy_number}-details.json`,
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  };
}

/**
 * Renders the insurance certificate as a PDF: A4, English, with the fonts its text needs and the proof of
 * the insured details attached. The same data gives the same bytes. A character that no font covers shows
 * as �. Throws if a font file can't be read.
 * @param fonts reads `/fonts/index.json` and the font files next to it
 */
export async function renderCertificate(data: CertificateData, fonts: FontSource): Promise<Uint8Array> {
  const { policy } = data;
  const title = `Certificate of insurance ${policy.policy_number}`;
  const flow = await openDocument(
    fonts,
    data,
    [holderName(data), ...data.policy.travelers.map(({ name }) => name)],
    {
      title,
      subject: `${policy.policy_type} insurance, policy ${policy.quote_id}`,
      issuedAt: new Date(data.issued_at),
    },
  );

  head(flow, data);
  figures(flow, data);
  policyholder(flow, data);
  insured(flow, data);
  term(flow, data);
  registry(flow, data);
  travelers(flow, data);
  wordingText(flow, data);
  whenNeeded(flow, data);
  unenforced(flow, data);
  keepPage(flow, data);
  drawFeet(flow, `Mooring  ·  ${policy.policy_number}  ·  Issued ${momentText(data.issued_at)}`);

  return flow.paper.save({
    ...proofFile(data),
    description: 'The insured details with their salts and proofs',
  });
}
