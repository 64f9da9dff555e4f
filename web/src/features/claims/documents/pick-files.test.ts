import { describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES, SKIPPED_FILES } from '#domain/files.ts';
import { asPhoto, isPhoto, pickFiles, retaken } from './use-uploads.ts';

function file(name: string, type: string, size = 1000): File {
  const made = new File(['x'], name, { type, lastModified: 1 });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('choosing files', () => {
  it('JPEG, PNG and PDF files up to 10 MB each are accepted', () => {
    const good = [
      file('a.jpg', 'image/jpeg'),
      file('b.png', 'image/png'),
      file('c.pdf', 'application/pdf', MAX_DOCUMENT_BYTES),
    ];
    expect(pickFiles(good, [], 10)).toEqual({ taken: good, problems: [] });
  });

  it('unsupported and oversized files are skipped and named in the message of the specification @claims-12', () => {
    const chosen = [
      file('notes.txt', 'text/plain'),
      file('a.jpg', 'image/jpeg'),
      file('huge.pdf', 'application/pdf', MAX_DOCUMENT_BYTES + 1),
      file('page.svg', 'image/svg+xml'),
    ];
    const { taken, problems } = pickFiles(chosen, [], 10);
    expect(names(taken)).toEqual(['a.jpg']);
    expect(problems).toEqual([{ sentence: SKIPPED_FILES, names: ['notes.txt', 'huge.pdf', 'page.svg'] }]);
    expect(SKIPPED_FILES).toBe(
      'Some files were skipped. Only JPEG, PNG, and PDF files under 10MB are allowed.',
    );
  });

  it('the file name decides when the system reports no type', () => {
    const { taken, problems } = pickFiles([file('scan.PDF', ''), file('run.exe', '')], [], 10);
    expect(names(taken)).toEqual(['scan.PDF']);
    expect(problems[0]?.names).toEqual(['run.exe']);
  });

  it('files beyond the limit are skipped and named @claims-12', () => {
    const chosen = [1, 2, 3].map((index) => file(`${index}.png`, 'image/png'));
    const { taken, problems } = pickFiles(chosen, [], 2);
    expect(names(taken)).toEqual(['1.png', '2.png']);
    expect(problems).toEqual([
      { sentence: 'A claim takes 10 documents at most, so some were left out.', names: ['3.png'] },
    ]);
  });

  it('a file that was already chosen is skipped, even twice in one selection', () => {
    const again = () => file('a.jpg', 'image/jpeg');
    expect(pickFiles([again()], [again()], 9)).toEqual({ taken: [], problems: [] });
    expect(pickFiles([again(), again()], [], 9).taken).toHaveLength(1);
    expect(pickFiles([file('a.jpg', 'image/jpeg', 2000)], [again()], 9).taken).toHaveLength(1);
  });

  it('an empty file is skipped', () => {
    const { taken, problems } = pickFiles([file('a.jpg', 'image/jpeg', 0)], [], 9);
    expect(taken).toEqual([]);
    expect(problems).toEqual([{ sentence: 'An empty file was skipped.', names: ['a.jpg'] }]);
  });
});

describe('photographs', () => {
  const shot = () => file('image.jpg', 'image/jpeg');

  it('photos get different names, although a camera gives each the same one', () => {
    const first = asPhoto(shot(), [file('a.pdf', 'application/pdf')]);
    const second = asPhoto(shot(), [first]);
    expect(names([first, second])).toEqual(['Photo 1.jpg', 'Photo 2.jpg']);
    expect(asPhoto(file('image.png', 'image/png'), [second]).name).toBe('Photo 3.png');
    expect(pickFiles([second], [first], 9).taken).toEqual([second]);
  });

  it('one that is taken again keeps its name, and only those taken here can be', () => {
    const first = asPhoto(shot(), []);
    const again = retaken(new File(['other'], 'image.jpg', { type: 'image/jpeg' }), first);
    expect([again.name, again.size, again.type]).toEqual(['Photo 1.jpg', 5, 'image/jpeg']);
    expect([isPhoto(first), isPhoto(shot())]).toEqual([true, false]);
  });
});
