import { type ConsentRequest, consentText } from '#domain/policy/consent.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';
import type { Consent } from '#worker/platform/chain/terms.ts';
import { signedBy } from './signature.ts';

const textOf = (
  { genesis_hash, symbol, decimals }: SubstrateConfig,
  { contract: _contract, ...terms }: Consent,
) => consentText({ ...terms, genesisHash: genesis_hash, symbol, decimals });

/** The text that the holder's wallet signs. */
export const consentRequest = (config: SubstrateConfig, consent: Consent): ConsentRequest => ({
  kind: 'substrate',
  message: textOf(config, consent),
});

/** Whether the wallet signed that text. */
export const consented = (
  config: SubstrateConfig,
  wallet: string,
  consent: Consent,
  signature: string,
): boolean => signedBy(wallet, textOf(config, consent), signature);
