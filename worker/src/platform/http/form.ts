import { AppError } from '#domain/errors.ts';
import type { Upload } from '#worker/platform/files/inspect.ts';

/**
 * All files of a form, under any field names. 415 for another kind of body, 400 if it can't be read or has
 * no file.
 */
export async function filesOf(request: {
  header(name: string): string | undefined;
  formData(): Promise<FormData>;
}): Promise<Upload[]> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'multipart/form-data') {
    throw new AppError('unsupported_media_type', 'Please send the file as multipart/form-data.');
  }
  const parts = [...(await formOf(request)).values()];
  const files = parts.filter((part): part is File => typeof part !== 'string');
  if (files.length === 0) throw new AppError('malformed', 'Please choose a file.');
  return Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}

async function formOf(request: { formData(): Promise<FormData> }): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError('malformed', 'The form cannot be read. The upload may have been interrupted.');
  }
}
