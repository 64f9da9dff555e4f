import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import type { Face } from '../fonts/shaping.ts';
import { Canvas } from './canvas.ts';
import { EmbeddedFont } from './embedded-font.ts';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

export interface Attachment {
  name: string;
  description: string;
  bytes: Uint8Array;
}

export interface Metadata {
  title: string;
  subject: string;
  /** The only date in the file. */
  issuedAt: Date;
}

/** The pages of one document, in memory until `save`. */
export class Paper {
  readonly pages: Canvas[] = [];
  private readonly fonts = new Map<Face, EmbeddedFont>();

  page(): Canvas {
    const canvas = new Canvas((face) => this.fontOf(face));
    this.pages.push(canvas);
    return canvas;
  }

  private fontOf(face: Face): EmbeddedFont {
    const known = this.fonts.get(face);
    if (known) return known;
    const font = new EmbeddedFont(face, this.fonts.size);
    this.fonts.set(face, font);
    return font;
  }

  /** The PDF file. The same pages, metadata and attachment always give the same bytes. */
  async save({ title, subject, issuedAt }: Metadata, attachment?: Attachment): Promise<Uint8Array> {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    pdf.setTitle(title, { showInWindowTitleBar: true });
    pdf.setSubject(subject);
    pdf.setAuthor('Mooring');
    pdf.setCreator('Mooring');
    pdf.setProducer('Mooring');
    pdf.setLanguage('en');
    pdf.setCreationDate(issuedAt);
    pdf.setModificationDate(issuedAt);
    const { context } = pdf;
    const fonts = context.obj({});
    for (const font of this.fonts.values()) fonts.set(PDFName.of(font.name), font.write(context));
    const resources = context.register(context.obj({ Font: fonts }));
    for (const canvas of this.pages) {
      const { node } = pdf.addPage([PAGE.width, PAGE.height]);
      node.set(PDFName.of('Resources'), resources);
      node.set(PDFName.of('Contents'), context.register(context.flateStream(canvas.content)));
      const links = canvas.links.map(({ url, area }) =>
        context.register(
          context.obj({
            Type: 'Annot',
            Subtype: 'Link',
            Rect: [...area],
            Border: [0, 0, 0],
            F: 4,
            A: { S: 'URI', URI: PDFString.of(url) },
          }),
        ),
      );
      if (links.length > 0) node.set(PDFName.of('Annots'), context.obj(links));
    }
    if (attachment) {
      await pdf.attach(attachment.bytes, attachment.name, {
        mimeType: 'application/json',
        description: attachment.description,
        creationDate: issuedAt,
        modificationDate: issuedAt,
      });
    }
    return pdf.save();
  }
}
