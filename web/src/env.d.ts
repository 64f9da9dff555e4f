/** True only in a build for the local demo, which includes the demo wallet. */
declare const __DEMO_WALLET__: boolean;

interface Window {
  /** The key of a form that was kept while this page was loaded again (`public/start.js`). */
  formKey?: string | undefined;
}

/** A drawing's view box, and what is drawn in it (web/pictures.ts). */
declare module '*.svg?picture' {
  const drawing: readonly [viewBox: string, drawn: string];
  export default drawing;
}

interface ImportMetaEnv {
  /** Comma-separated API base URLs, tried in order; `/api` by default. */
  readonly VITE_API_SERVERS?: string;
  /** The support address shown to customers. */
  readonly VITE_SUPPORT_EMAIL?: string;
}
