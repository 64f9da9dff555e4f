/** Edge length of a stored picture, in pixels. */
const EDGE = 512;

/** The center square of a picture, scaled to 512 px as JPEG. Throws a sentence if the file is not a picture. */
export async function squarePicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error('This file is not a picture that your browser can read.');
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Your browser cannot prepare pictures.');
  // A picture may be transparent, and JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, EDGE, EDGE);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, EDGE, EDGE);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(new File([blob], 'picture.jpg', { type: blob.type }));
        else reject(new Error('Your browser cannot prepare this picture.'));
      },
      'image/jpeg',
      0.85,
    );
  });
}
