import { KEYS, session } from './storage.ts';
import { typedForm } from './typed-form.ts';

const ALGORITHM = 'AES-GCM';

/** What is typed into a quote never lies readable in storage: it is encrypted, and the key follows the `#` of the address. */
export async function keepTypedForm(): Promise<void> {
  if (typedForm.current === null) return;
  const raw = crypto.getRandomValues(new Uint8Array(16));
  const key = await crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['encrypt']);
  const text = new TextEncoder().encode(JSON.stringify(typedForm.current));
  // The key is used once.
  const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv: new Uint8Array(12) }, key, text);
  session.write(KEYS.resumedForm, [...new Uint8Array(sealed)]);
  history.replaceState(history.state, '', `#form=${btoa(String.fromCharCode(...raw))}`);
}

/** Opens with `code`, once, what the last load of this page kept. */
export async function resumeTypedForm(code: string): Promise<void> {
  try {
    const raw = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
    const key = await crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['decrypt']);
    const sealed = Uint8Array.from(session.read(KEYS.resumedForm) as number[]);
    const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: new Uint8Array(12) }, key, sealed);
    typedForm.current = JSON.parse(new TextDecoder().decode(text));
  } catch {
    // Without its other half the form starts empty.
  }
  session.remove(KEYS.resumedForm);
}
