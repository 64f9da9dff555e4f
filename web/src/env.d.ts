/** True only in a build for the local demo: the demo wallet is compiled in. */
declare const __DEMO_WALLET__: boolean;

interface ImportMetaEnv {
  /** Comma-separated bases of the API, tried in order; `/api` when absent. */
  readonly VITE_API_SERVERS?: string;
  /** The support address shown to customers. */
  readonly VITE_SUPPORT_EMAIL?: string;
}
