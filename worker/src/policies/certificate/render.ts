import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';
import { type CertificateData, holderName } from './data.ts';
import { keepPage } from './keep-page.ts';
import { proofFile } from './proof.ts';
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
