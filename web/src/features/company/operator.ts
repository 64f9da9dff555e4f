export const LEGAL_CHANGED = '2026-11-23';

/** Stands in for an imprint until the operating company is decided. */
export const OPERATOR =
  'It has not been decided yet which company operates this site and bears the risk, under which license and at which address. It will be named here and in the contract before cover is sold to the public. Until then, please do not take this site for a licensed insurer.';

export const LOCAL_ONLY =
  'A local deployment is for testing. Its network, money and policies are not real, and they insure nobody.';
