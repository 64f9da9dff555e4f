import PDFDocument from 'pdfkit';
import type { Direction } from '#worker/platform/pdf/fonts/face.ts';
import type { Line } from '#worker/platform/pdf/text/line.ts';

/** Line drawings in a square of 24 by 24, as SVG paths. */
const ICONS = {
  umbrella: 'M12 3V4M3.5 13A8.5 8.5 0 0 1 20.5 13ZM12 13V19A2 2 0 0 0 16 19',
  cross: 'M12 3L22 20H2ZM9.5 12L14.5 17M14.5 12L9.5 17',
  exclamation: 'M12 3L22 20H2ZM12 10V14.5M12 17V17.2',
  globe: 'M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM3 12H21M12 3C15.5 6 15.5 18 12 21M12 3C8.5 6 8.5 18 12 21',
  handshake:
    'M2 8L6 6.5L11 8L14 6.5L18 8L22 6.5M11 8L8 12L10.5 13L13 11L19 16M5 14L9 18.5L11 17.5L13 18.5L15.5 16.5',
  coins: 'M9 3A6 6 0 1 0 9 15A6 6 0 1 0 9 3ZM16.5 9.5A6 6 0 1 1 9.5 16.5',
  hourglass: 'M6 3H18M6 21H18M7 3C7 8 11 9 12 12C13 9 17 8 17 3M7 21C7 16 11 15 12 12C13 15 17 16 17 21',
  hand: 'M8 13V6A1.5 1.5 0 0 1 11 6V11M11 11V4.5A1.5 1.5 0 0 1 14 4.5V11M14 11V6A1.5 1.5 0 0 1 17 6V14C17 18 14.5 21 11.5 21C8.5 21 7 19 5 14.5C4.4 13 6 12 7 13.200L8 14.5',
  tick: 'M4 12.5L9.5 18L20 6.5',
  x: 'M5 5L19 19M19 5L5 19',
  bang: 'M12 3V15M12 20V20.2',
} as const;
export type Icon = keyof typeof ICONS;

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** Our colors in print. */
export const INK = '#14233b';
export const MUTED = '#566072';
export const TEAL = '#0d6668';
const HAIRLINE = '#d9d8d2';
const PALE = '#f6f1e7';
const SEA = '#62c6be';

export interface Metadata {
  title: string;
  subject: string;
  /** The only date in the file. */
  issuedAt: Date;
}

interface Attachment {
  name: string;
  description: string;
  bytes: Uint8Array;
}

/** pdfkit lays out a run as a whole only if it is told features. */
const FEATURES: Readonly<Record<Direction, PDFKit.Mixins.OpenTypeFeatures[]>> = {
  ltr: ['ltra'],
  rtl: ['rtla'],
};

/** The pages of one document, in memory until `save`. Lengths are points from the upper left corner. */
export class Paper {
  private readonly pdf;
  private readonly issuedAt;
  pages = 0;

  constructor({ title, subject, issuedAt }: Metadata) {
    this.issuedAt = issuedAt;
    this.pdf = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      // Without this it loads Helvetica from a disk.
      font: null as unknown as string,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: {
        Title: title,
        Subject: subject,
        Author: 'Mooring',
        Creator: 'Mooring',
        Producer: 'Mooring',
        CreationDate: issuedAt,
        ModDate: issuedAt,
      },
    });
  }

  addPage(): void {
    this.pdf.addPage();
    this.pages += 1;
  }

  /** Draws on a page again, counted from 0. */
  turnTo(page: number): void {
    this.pdf.switchToPage(page);
  }

  /** Draws a line of text with its baseline at `y`. */
  text({ runs }: Line, x: number, y: number, size: number, color: string): void {
    let left = x;
    this.pdf.fillColor(color);
    for (const { face, text, direction, width } of runs) {
      const textWidth = (width * size) / 1000;
      this.pdf.registerFont(face.name, face.font as unknown as ArrayBuffer);
      // Given the width, pdfkit doesn't measure the text again.
      const measured = { textWidth, wordCount: 1 };
      const options = { lineBreak: false, baseline: 'alphabetic', features: FEATURES[direction] } as const;
      this.pdf.font(face.name, size).text(text, left, y, { ...options, ...measured });
      left += textWidth;
    }
  }

  rule(x: number, y: number, width: number, color: string = HAIRLINE, thickness = 0.6): void {
    this.pdf.moveTo(x, y).lineTo(x + width, y);
    this.pdf.lineWidth(thickness).stroke(color);
  }

  /** Fills all rectangles (left, top, width, height) as one shape. */
  rectangles(areas: readonly (readonly [number, number, number, number])[], color: string): void {
    for (const area of areas) this.pdf.rect(...area);
    this.pdf.fill(color);
  }

  /** Our logo, an anchor's ring and stock over the mooring line, with its upper left corner at (`x`, `y`). */
  mark(x: number, y: number, side: number): void {
    const { pdf } = this;
    pdf.save().translate(x, y);
    pdf.scale(side / 32);
    pdf.roundedRect(0, 0, 32, 32, 8).fill(INK);
    pdf.lineWidth(2.4).lineCap('round').lineJoin('round').strokeColor(PALE);
    pdf.circle(16, 9.5, 3.6).stroke();
    pdf.path('M16 13.1V22M11.5 16.4H20.5').stroke();
    pdf.path('M6.5 18.5C6.5 23.2 10.7 26 16 26C21.3 26 25.5 23.2 25.5 18.5').stroke(SEA);
    pdf.restore();
  }

  /** A line drawing of `side` points, its upper left corner at (`x`, `y`); on a ground it is white. */
  icon(name: Icon, x: number, y: number, side: number, color: string, ground = false): void {
    const { pdf } = this;
    pdf.save().translate(x, y);
    pdf.scale(side / 24);
    if (ground) pdf.roundedRect(-5, -5, 34, 34, 6).fill(color);
    pdf
      .lineWidth(ground ? 2 : 3.4)
      .lineCap('round')
      .lineJoin('round');
    pdf.path(ICONS[name]).stroke(ground ? '#ffffff' : color);
    pdf.restore();
  }

  link(url: string, x: number, y: number, width: number, height: number): void {
    this.pdf.link(x, y, width, height, url);
  }

  /** The PDF file. The same pages, metadata and attachment always give the same bytes. */
  async save(attachment?: Attachment): Promise<Uint8Array> {
    const { pdf } = this;
    if (attachment) {
      const { bytes, name, description } = attachment;
      const dates = { creationDate: this.issuedAt, modifiedDate: this.issuedAt };
      pdf.file(bytes as Buffer, { name, description, type: 'application/json', ...dates });
    }
    pdf.end();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of pdf) parts.push(part);
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }
}
