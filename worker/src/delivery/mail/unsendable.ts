/** A letter that must not go out now. `final` when that won't change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';

  constructor(
    readonly code:
      | 'not_confirmed'
      | 'unwanted'
      | 'policy_gone'
      | 'policy_pending'
      | 'no_longer_due'
      | 'claim_gone'
      | 'invitation_over'
      | 'message_gone',
    readonly final: boolean,
  ) {
    super(code);
  }
}
