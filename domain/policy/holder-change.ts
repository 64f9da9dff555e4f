/** How long a change of holder waits once it is confirmed. Contracts on local chains wait for shorter. */

/** Days in which the holder can still object. */
export const OBJECTION_DAYS = 2;
/** Days after an objection and both confirmations, in which administrator or guardian can stop it. */
export const CONTESTED_DAYS = 14;
