import { deflateSync } from 'node:zlib';

type Body = string | Uint8Array;
/** Objects by number. */
type Bodies = Readonly<Record<number, Body>>;

const bytesOf = (body: Body) => (typeof body === 'string' ? new TextEncoder().encode(body) : body);

function concat(...parts: readonly Body[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...bytesOf(part)]));
}

/** A document with its cross-reference table, or with `before` an incremental update of that one. */
function pdf(bodies: Bodies, trailer = '/Root 1 0 R', before?: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Body[] = [before ?? '%PDF-1.7\n'];
  let at = bytesOf(parts[0] ?? '').length;
  const rows: string[] = [];
  for (const [number, body] of Object.entries(bodies)) {
    const object = concat(`${number} 0 obj\n`, body, '\nendobj\n');
    rows.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(object);
    at += object.length;
  }
  const previous = before && /startxref\n(\d+)\n%%EOF\n$/.exec(new TextDecoder('latin1').decode(before))?.[1];
  const free = before ? '' : '0 1\n0000000000 65535 f \n';
  const prev = previous ? ` /Prev ${previous}` : '';
  parts.push(
    `xref\n${free}${rows.join('')}trailer\n<< /Size 30 ${trailer}${prev} >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return concat(...parts);
}

const stream = (dict: string, data: Body) =>
  concat(`<< ${dict} /Length ${bytesOf(data).length} >>\nstream\n`, data, '\nendstream');

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';
const page = (extra: string) => PAGE.replace('>>', `${extra} >>`);
const catalog = (extra = '') => `<< /Type /Catalog /Pages 2 0 R ${extra} >>`;
const plain: Bodies = { 1: catalog(), 2: PAGES, 3: PAGE };
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';
const LAUNCH = '<< /S /Launch /F (cmd.exe) >>';
const LINK = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9]';

/** Objects in an object stream, with a cross-reference stream that leads to them (ISO 32000-1 §7.5.7). */
function packed(inside: Readonly<Record<number, string>>, outside: Bodies, filter = '/Filter /FlateDecode') {
  const entries = Object.entries(inside);
  let length = 0;
  const heads = entries.map(([number, body]) => {
    const head = `${number} ${length}`;
    length += body.length + 1;
    return head;
  });
  const index = `${heads.join(' ')} `;
  const content = deflateSync(`${index}${entries.map(([, body]) => body).join(' ')}`);
  const data = filter.includes('ASCIIHex') ? `${content.toString('hex')}>` : content;
  const dict = `/Type /ObjStm /N ${entries.length} /First ${index.length} ${filter}`;
  const bodies: Bodies = { ...outside, 20: stream(dict, data) };
  const parts: Body[] = ['%PDF-1.7\n'];
  let at = 9;
  const places = new Map<number, [number, number, number]>([[0, [0, 0, 255]]]);
  for (const [number, body] of Object.entries(bodies)) {
    const object = concat(`${number} 0 obj\n`, body, '\nendobj\n');
    places.set(Number(number), [1, at, 0]);
    parts.push(object);
    at += object.length;
  }
  for (const [place, [number]] of entries.entries()) places.set(Number(number), [2, 20, place]);
  places.set(21, [1, at, 0]);
  const empty: [number, number, number] = [0, 0, 0];
  const rows = Array.from({ length: 22 }, (_, number) => places.get(number) ?? empty);
  const table = Uint8Array.from(rows.flatMap(([kind, value, last]) => [kind, value >> 8, value & 255, last]));
  const xref = stream('/Type /XRef /Size 22 /W [1 2 1] /Root 1 0 R', table);
  parts.push(concat('21 0 obj\n', xref, `\nendobj\nstartxref\n${at}\n%%EOF\n`));
  return concat(...parts);
}

const open = (action: string) => pdf({ ...plain, 1: catalog(`/OpenAction ${action}`) });
const annotated = (annotation: string) => pdf({ ...plain, 3: page(`/Annots [${annotation}]`) });
const field = '<< /FT /Tx /T (a) /Type /Annot /Subtype /Widget /Rect [0 0 9 9]';
const fileSpec = '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>';
const program = stream('/Type /EmbeddedFile', 'MZ this program cannot be run');
const scripted = open(SCRIPT);

/** A document without anything active, whole, packed and updated. */
export const HARMLESS: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['a plain document', pdf(plain)],
  ['an updated document', pdf({ 3: page('/Rotate 90') }, '/Root 1 0 R', pdf(plain))],
  ['a document with an object stream', packed({ 1: catalog(), 2: PAGES, 3: PAGE }, {})],
];

/** Documents that nobody needs as evidence, each valid unless its name says otherwise. */
export const HOSTILE: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['a program that runs when it is opened', scripted],
  ['a program that runs with a page', pdf({ ...plain, 3: page(`/AA << /O ${SCRIPT} >>`) })],
  ['a program behind a link', annotated(`${LINK} /A ${SCRIPT} >>`)],
  ['a program after a harmless action', open(`<< /S /Named /N /NextPage /Next ${SCRIPT} >>`)],
  [
    'a program among its names',
    pdf({ ...plain, 1: catalog(`/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>`) }),
  ],
  [
    'a program of a form field',
    pdf({
      ...plain,
      1: catalog('/AcroForm << /Fields [5 0 R] >>'),
      3: page('/Annots [5 0 R]'),
      5: `${field} /AA << /K ${SCRIPT} >> >>`,
    }),
  ],
  ['a program of a rendition', annotated(`${LINK} /A << /S /Rendition /OP 0 /JS (app.alert(1)) >> >>`)],
  [
    'a program in a stream',
    pdf({
      ...plain,
      1: catalog('/OpenAction << /S /JavaScript /JS 5 0 R >>'),
      5: stream('', 'app.alert(1)'),
    }),
  ],
  ['a program under an escaped name', open('<< /S /J#61vaScript /J#53 (app.alert(1)) >>')],
  [
    'a program behind a bookmark',
    pdf({
      ...plain,
      1: catalog('/Outlines 5 0 R'),
      5: '<< /First 6 0 R /Last 6 0 R /Count 1 >>',
      6: `<< /Title (a) /Parent 5 0 R /A ${SCRIPT} >>`,
    }),
  ],
  ['a start of programs when it is opened', open(LAUNCH)],
  ['a start of programs behind a link', annotated(`${LINK} /A ${LAUNCH} >>`)],
  [
    'a start of programs behind a bookmark',
    pdf({
      ...plain,
      1: catalog('/Outlines 5 0 R'),
      5: '<< /First 6 0 R /Last 6 0 R /Count 1 >>',
      6: `<< /Title (a) /Parent 5 0 R /A ${LAUNCH} >>`,
    }),
  ],
  [
    'another file among its names',
    pdf({
      ...plain,
      1: catalog('/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>'),
      5: fileSpec,
      6: program,
    }),
  ],
  [
    'another file behind an annotation',
    pdf({
      ...plain,
      3: page(`/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 5 0 R >>]`),
      5: fileSpec,
      6: program,
    }),
  ],
  ['another file that nothing leads to', pdf({ ...plain, 5: fileSpec, 6: program })],
  ['a program that an update adds', pdf({ 1: catalog(`/OpenAction ${SCRIPT}`) }, '/Root 1 0 R', pdf(plain))],
  ['a program that an update hides', pdf({ 1: catalog() }, '/Root 1 0 R', scripted)],
  ['a program that nothing leads to', pdf({ ...plain, 5: SCRIPT })],
  [
    'a program under a number that is used twice',
    concat('%PDF-1.7\n5 0 obj\n', SCRIPT, '\nendobj\n', pdf(plain).subarray(9)),
  ],
  [
    'a program in an object stream',
    packed({ 1: catalog('/OpenAction 5 0 R'), 2: PAGES, 3: PAGE, 5: SCRIPT }, {}),
  ],
  [
    'a start of programs in an object stream',
    packed({ 1: catalog('/OpenAction 5 0 R'), 2: PAGES, 3: PAGE, 5: LAUNCH }, {}),
  ],
  [
    'another file in an object stream',
    packed({ 1: catalog(), 2: PAGES, 3: PAGE, 5: fileSpec }, { 6: program }),
  ],
  [
    'an object stream that nothing leads to',
    pdf({
      ...plain,
      20: stream(`/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode`, deflateSync(`5 0 ${SCRIPT}`)),
    }),
  ],
  [
    'a twice packed object stream',
    packed(
      { 1: catalog('/OpenAction 5 0 R'), 2: PAGES, 3: PAGE, 5: SCRIPT },
      {},
      '/Filter [/ASCIIHexDecode /FlateDecode]',
    ),
  ],
  [
    'an encrypted object stream',
    pdf(
      {
        ...plain,
        20: stream(
          '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
          Uint8Array.from({ length: 64 }, (_, i) => (i * 151) & 255),
        ),
      },
      '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -4 >> /ID [(a) (a)]',
    ),
  ],
  [
    'an object stream that unpacks to 20 MB',
    pdf({
      ...plain,
      20: stream(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
        deflateSync(`5 0 ${' '.repeat(20_000_000)}`, { level: 9 }),
      ),
    }),
  ],
  ['no end', pdf(plain).subarray(0, -30)],
  ['a page of a website after its end', concat(pdf(plain), '<html><script>alert(1)</script>')],
  [
    'a page of a website before its objects',
    concat('%PDF-1.7\n<html><script>alert(1)</script>\n', pdf(plain).subarray(9)),
  ],
];
