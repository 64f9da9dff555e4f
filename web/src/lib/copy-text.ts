/** Whether the text is in the clipboard now. A page without TLS, or inside a wallet's app, may have none. */
export const copyText = async (text: string): Promise<boolean> =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false;

export const NOT_COPIED = 'Your browser does not let this page copy.';
