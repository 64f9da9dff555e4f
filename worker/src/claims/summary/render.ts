import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';
import {
  decision,
  documents,
  figures,
  head,
  incident,
  insurance,
  payout,
  type SummaryData,
  timeline,
} from './sections.ts';

/** Renders a claim's summary as a PDF: A4, English, with the fonts its text needs. */
export async function renderSummary(data: SummaryData, fonts: FontSource): Promise<Uint8Array> {
  const { claim } = data;
  const title = `Claim Summary ${claim.claim_number}`;
  const flow = await openDocument(fonts, data, [], {
    title,
    subject: `Claim about policy ${claim.policy_number}`,
    issuedAt: new Date(data.issued_at),
  });

  head(flow, data);
  figures(flow, claim);
  insurance(flow, claim);
  incident(flow, claim);
  decision(flow, claim);
  payout(flow, data);
  timeline(flow, claim);
  documents(flow, claim);
  drawFeet(flow, `Mooring  ·  ${claim.claim_number}  ·  As of ${momentText(data.issued_at)}`);
  return flow.paper.save();
}
