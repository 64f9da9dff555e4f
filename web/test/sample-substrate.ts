import type { DeployedSubstrate } from '#web/lib/deployment.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
/** The public key of //Mooring, who is paid locally. */
export const RECIPIENT_KEY = '0x04456d408f1cc8cb90cf9c25212d80f5997ea624751164bc05f4561a4c803a6c';

/** The local Substrate chain as `/deployment.json` has it. */
export const substrateEntry = {
  genesis_hash: GENESIS,
  key: 'rococo',
  name: 'Rococo Local',
  rpc_url: 'http://127.0.0.1:9944',
  ss58_prefix: 2,
  symbol: 'ROC',
  decimals: 12,
  recipient: 'CfvLHkSLpncTUu99yZB6FntHhNCuNtqwXk3Jb7kMTt74At1',
  start_block: 1,
};

/** The same as the site's code has it. */
export const localSubstrate: DeployedSubstrate = {
  ...substrateEntry,
  recipients: [substrateEntry.recipient],
  kind: 'substrate',
  ref: GENESIS,
  payee: substrateEntry.recipient,
  confirmations: 1,
  currencies: [{ symbol: 'ROC', decimals: 12, token: null }],
};
