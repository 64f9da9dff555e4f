import { cutText } from '#domain/text.ts';

/** A letter in parts. Its plain text and HTML are both made from them, so they always match. */
export interface Content {
  /** Name for the greeting, or null if it would reveal too much. */
  name: string | null;
  parts: readonly Part[];
}

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; label: string; url: string };

export const text = (value: string): Part => ({ kind: 'text', text: value });
/** Text by someone else, marked as a quote; may have several lines. */
export const quote = (value: string): Part => ({ kind: 'quote', text: value });
export const facts = (...pairs: (readonly [string, string])[]): Part => ({ kind: 'facts', facts: pairs });
export const link = (label: string, url: string): Part => ({ kind: 'link', label, url });

/** Lines of a message as paragraphs: at most `most`, each cut to `length` characters. */
export function paragraphs(message: string, most = 8, length = 600): Part[] {
  const lines = message.split(/\r\n|[\n\r\u2028\u2029]/).filter((each) => each.trim() !== '');
  const shown = lines.slice(0, most).map((each) => text(cutText(each, length)));
  return lines.length > most ? [...shown, text('…')] : shown;
}

/** A link where the reader chooses which letters to get. */
export interface Choice {
  label: string;
  url: string;
}

/** What follows the signature. */
export interface Closing {
  footer: string;
  choice: Choice | null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** One line without control characters, so that a value can't pose as one of our paragraphs. */
const line = (value: string) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
const lines = (value: string) => value.split(/\r\n|[\n\r\p{Zl}\p{Zp}]/u).map(line);

const greeting = (name: string | null) => (name ? `Dear ${line(name)},` : 'Hello,');
const SIGNATURE = 'Mooring';

export function plainText({ name, parts }: Content, { footer, choice }: Closing): string {
  const blocks = parts.map((part) => {
    if (part.kind === 'text') return line(part.text);
    if (part.kind === 'quote')
      return lines(part.text)
        .map((each) => `> ${each}`)
        .join('\n');
    if (part.kind === 'link') return `${part.label}:\n${part.url}`;
    return part.facts.map(([label, value]) => `${label}: ${line(value)}`).join('\n');
  });
  const small = choice ? `${footer}\n${choice.label}: ${choice.url}` : footer;
  return `${[greeting(name), ...blocks, SIGNATURE, `--\n${small}`].join('\n\n')}\n`;
}

const PARAGRAPH = 'margin:0 0 16px';
const QUIET = 'color:#5b6675;font-size:13px;margin:24px 0 0;border-top:1px solid #e3ddd2;padding-top:16px';
const QUOTE = 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #e3ddd2;color:#5b6675';
const BUTTON =
  'display:inline-block;background:#14233a;color:#ffffff;text-decoration:none;padding:12px 20px;border-radius:10px';

export function html(subject: string, { name, parts }: Content, { footer, choice }: Closing): string {
  const paragraph = (value: string) => `<p style="${PARAGRAPH}">${escapeHtml(line(value))}</p>`;
  const body = parts.map((part) => {
    if (part.kind === 'text') return paragraph(part.text);
    if (part.kind === 'quote') {
      return `<blockquote style="${QUOTE}">${lines(part.text).map(escapeHtml).join('<br>')}</blockquote>`;
    }
    if (part.kind === 'link') {
      const url = escapeHtml(part.url);
      return `<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${escapeHtml(part.label)}</a></p>`;
    }
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:normal;color:#5b6675">${escapeHtml(label)}</th>` +
        `<td style="padding:4px 0">${escapeHtml(line(value))}</td></tr>`,
    );
    return `<table style="${PARAGRAPH};border-collapse:collapse">${rows.join('')}</table>`;
  });
  const chosen = choice
    ? `<br><a href="${escapeHtml(choice.url)}" style="color:#5b6675">${escapeHtml(choice.label)}</a>`
    : '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;background:#faf7f1;color:#14233a;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:32px 24px">',
    paragraph(greeting(name)),
    ...body,
    paragraph(SIGNATURE),
    `<p style="${QUIET}">${escapeHtml(footer)}${chosen}</p>`,
    '</div></body></html>',
  ].join('\n');
}
