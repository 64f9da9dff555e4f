/** Date of the last change of the legal texts. */
export const LEGAL_CHANGED = '2026-11-21';

/** Stands in for an imprint until the operating company is decided. */
export const OPERATOR =
  'Which company operates this site and bears the risk, under which license and from which address, is not decided yet. It will be named here and in the contract of sale before cover is sold to the public. Until then, please do not take this site for a licensed insurer.';

/** What a local deployment is. */
export const LOCAL_ONLY =
  'A local deployment is for trying out: its network, its money and its policies are not real, and nobody is insured by them.';
