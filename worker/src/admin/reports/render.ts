import type { Report } from '#domain/admin/insight-schema.ts';
import { type Flow, MARGIN, QUIET, WIDTH } from '#worker/platform/pdf/flow.ts';
import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';
import { nameOf } from './lines.ts';

type Lines = readonly (readonly [label: string, value: string])[];

/** Everything the file says. The same data always gives the same bytes. */
export interface ReportData {
  report: Report;
  kpis: Lines;
  products: Lines;
  claims: Lines;
  /** ISO 8601 in UTC. */
  issued_at: string;
}

function head(flow: Flow, { report, issued_at }: ReportData): void {
  const span = `${dayText(report.from)} to ${dayText(report.to)}`;
  const about = report.complete ? span : `${span}  ·  so far`;
  flow.head(`As of ${dayText(issued_at)}`, `Report ${nameOf(report)}`, about);
  flow.block(
    'Revenue is premiums less refunds, at the rate of each day. The claims ratio and the loss ratio are claims incurred over premium earned; the combined ratio adds expenses over premium written, which are platform and network fees alone, without staff and rent. All days are in UTC.',
    MARGIN,
    WIDTH,
    QUIET,
  );
  flow.y += 8;
}

function section(flow: Flow, title: string, lines: Lines): void {
  flow.heading(title);
  if (lines.length === 0) flow.fact('', 'None');
  for (const [label, value] of lines) flow.fact(label, value);
}

/** Renders a report as a PDF: A4, English, with the fonts its text needs. */
export async function renderReport(data: ReportData, fonts: FontSource): Promise<Uint8Array> {
  const title = `Report ${nameOf(data.report)}`;
  const flow = await openDocument(fonts, data, [], {
    title,
    subject: 'Figures of the insurance business',
    issuedAt: new Date(data.issued_at),
  });
  head(flow, data);
  section(flow, 'Figures', data.kpis);
  section(flow, 'Products', data.products);
  section(flow, 'Newest claims', data.claims);
  drawFeet(flow, `Mooring  ·  ${title}  ·  As of ${momentText(data.issued_at)}`);
  return flow.paper.save();
}
