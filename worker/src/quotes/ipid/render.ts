import type { Wording } from '#domain/products/forms/form.ts';
import { type IpidIcon, type IpidMark, type IpidSection, ipidSections } from '#domain/products/forms/ipid.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { KEPT } from '#domain/promises.ts';
import { BODY, type Flow, MARGIN, QUIET, RIGHT, STRONG, WIDTH } from '#worker/platform/pdf/flow.ts';
import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';
import type { Icon } from '#worker/platform/pdf/paper.ts';

export interface IpidData {
  wording: Wording;
  /** Name of the insurer, and who authorized it. */
  company: string;
  authorization: string;
}

/** The colors that article 7 of Implementing Regulation (EU) 2017/1469 names. */
const COLORS = {
  green: '#1d7a46',
  red: '#b3261e',
  orange: '#c25a00',
  blue: '#1f5fa8',
  yellow: '#b98900',
  black: '#14233b',
} as const;
const HEADED: Readonly<Record<NonNullable<IpidIcon>, string>> = {
  umbrella: COLORS.green,
  cross: COLORS.red,
  exclamation: COLORS.orange,
  globe: COLORS.blue,
  handshake: COLORS.green,
  coins: COLORS.yellow,
  hourglass: COLORS.blue,
  hand: COLORS.black,
};
const MARKED: Readonly<Record<NonNullable<IpidMark>, readonly [icon: Icon, color: string]>> = {
  green_tick: ['tick', COLORS.green],
  red_cross: ['x', COLORS.red],
  orange_exclamation: ['bang', COLORS.orange],
  blue_tick: ['tick', COLORS.blue],
};

const ICON = 14;
/** Above a section, from its top to its first item, and above an item. */
const [GAP, HEAD, ITEM_GAP] = [13, 20, 2.5];
const INDENT = 30;
const COLUMN = (WIDTH - 22) / 2;
/** Sections beside each other: what is insured, and what is not or only in part. */
const [LEFT, RIGHT_COLUMN] = [1, [2, 3]];

const DOCUMENT = 'Insurance Product Information Document';
const ELSEWHERE =
  'This document is a summary. Complete information before and in the contract is in the wording and the terms, which you see before you pay.';

function section(flow: Flow, { heading, icon, mark, items }: IpidSection, x: number, width: number): void {
  flow.y += GAP;
  if (icon) flow.paper.icon(icon, x + 3, flow.y + 4, ICON, HEADED[icon], true);
  const left = x + (icon ? INDENT : 0);
  flow.at(heading, left, flow.y + 14.5, { ...STRONG, size: 10.5 });
  flow.y += HEAD;
  for (const item of items) {
    flow.y += ITEM_GAP;
    const inner = left + (mark ? 14 : 0);
    const top = flow.y;
    flow.block(item, inner, x + width - inner, BODY);
    if (mark) {
      const [name, color] = MARKED[mark];
      flow.paper.icon(name, left, top + 5, 8, color);
    }
  }
}

/**
 * Renders the product information document of a wording as a PDF of at most two A4 pages, as Implementing Regulation (EU)
 * 2017/1469 lays it out. The same data gives the same bytes.
 * @param fonts reads `/fonts/index.json` and the font files next to it
 */
export async function renderIpid(data: IpidData, fonts: FontSource): Promise<Uint8Array> {
  const { wording, company, authorization } = data;
  const { label } = PRODUCTS[wording.product];
  const sections = ipidSections(wording, KEPT.claimYears);
  const strong = [DOCUMENT, label, ...sections.map(({ heading }) => heading)];
  const flow = await openDocument(fonts, { data, sections, ELSEWHERE }, strong, {
    title: `${DOCUMENT}: ${label}`,
    subject: `${label}, wording ${wording.version}`,
    // A document of a version never changes, so it has no date of its own.
    issuedAt: new Date(0),
  });

  flow.at(label, MARGIN, 64, { ...STRONG, size: 20 });
  flow.at(DOCUMENT, MARGIN, 84, { ...STRONG, size: 11 });
  flow.paper.mark(RIGHT - 24, 44, 24);
  flow.y = 92;
  flow.block(`Company: ${company}. ${authorization}`, MARGIN, WIDTH, QUIET);
  flow.block(`Product: ${label}, wording ${wording.version}`, MARGIN, WIDTH, QUIET);
  flow.y += 3;
  flow.block(ELSEWHERE, MARGIN, WIDTH, QUIET);
  flow.y += 6;
  flow.paper.rule(MARGIN, flow.y, WIDTH);

  const of = (index: number): IpidSection => {
    const found = sections[index];
    if (!found) throw new Error('A product information document has nine sections');
    return found;
  };
  section(flow, of(0), MARGIN, WIDTH);
  const top = flow.y;
  section(flow, of(LEFT), MARGIN, COLUMN);
  const bottom = flow.y;
  flow.y = top;
  for (const index of RIGHT_COLUMN) section(flow, of(index), RIGHT - COLUMN, COLUMN);
  flow.y = Math.max(flow.y, bottom);
  for (const each of sections.slice(4)) {
    // A section stays on one page.
    const texts = each.items.map((item) => ITEM_GAP + flow.heightOf(item, WIDTH - INDENT, BODY));
    flow.need(GAP + HEAD + texts.reduce((sum, height) => sum + height, 0));
    section(flow, each, MARGIN, WIDTH);
  }
  drawFeet(flow, `${DOCUMENT}  ·  ${wording.version}`);
  return flow.paper.save();
}
