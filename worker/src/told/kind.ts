import type * as z from 'zod';
import type { Notice } from '#domain/admin/settings-schema.ts';
import type { EventData, WebhookEvent } from '#domain/webhooks/schema.ts';
import type { Part } from './layout.ts';

/** A label and what it says. */
type Fact = readonly [label: string, value: string];

/**
 * What is added to a letter only when it is sent, because it must not be stored or is made for that one letter: a link that
 * works once, or an attachment.
 */
export type Filled = 'certificate' | 'confirmation' | 'invitation' | 'offer' | 'withdrawal';

/** A letter to a customer, or to an address that somebody entered. */
interface Letter<Data> {
  /**
   * `always` to the policy's address; `by_choice` to the profile's, or the policy's without one, unless its wallet turned
   * email off; `anybody` to an address that need not be confirmed; `offered` to whoever wants marketing.
   */
  sent: 'always' | 'by_choice' | 'anybody' | 'offered';
  /** Nothing is written to an address that isn't confirmed yet. Other letters wait for that. */
  waits?: boolean;
  /** Whether this one needs a letter; by default each does. */
  when?(data: Data): boolean;
  /** Where the letter's subject says more than the message's. */
  subject?(data: Data): string;
  /** The name that it greets; nobody by default, where a name would reveal too much. */
  name?(data: Data): string | null;
  /** What it says before the facts; the message's text by default. */
  words?(data: Data): readonly Part[];
  facts?(data: Data): readonly Fact[];
  /** What stands between the facts and the button. */
  more?(data: Data, origin: string): readonly Part[];
  /** What follows the button. */
  after?(data: Data, origin: string): readonly Part[];
  button?(data: Data): readonly [label: string, path: string];
  /** What stands below everything; by default whose wallet it is for. */
  footer?: string | ((data: Data, wallet: string) => string);
  /** Sent only while the policy is active and no refund is to end it. */
  whileStanding?: true;
  /** Its words follow when it is sent, along with what this adds. */
  filled?: Filled;
}

/** A letter to each administrator who wants to be told. */
interface Desk<Data> {
  /** What they asked for, or who watches the contract. */
  notice: Notice | 'contract';
  when?(data: Data): boolean;
  subject(data: Data): string;
  /** Sentences that name nobody. */
  words(data: Data): readonly string[];
  facts?(data: Data): readonly Fact[];
  buttons(data: Data): readonly (readonly [label: string, path: string])[];
}

type Webhook<Data> = {
  [Event in WebhookEvent]: { event: Event; content(data: Data): EventData<Event> };
}[WebhookEvent];

/** One kind of what happened, and everything that is said about it. */
export interface Told<Data> {
  data: z.ZodType<Data>;
  /** Version of the data's form; 1 by default. What an earlier one stored still has to be read. */
  v?: number;
  /** The line in a claim's timeline, for its customer and for the desk. */
  line?(data: Data): string;
  /** Subject of the notification and the letter. */
  subject?(data: Data): string;
  /** The message's text; nothing for what is told without one. */
  text?(data: Data): string;
  /** A `message` answers the customer; a notice, which is usual, answers nothing. */
  message?: 'message' | 'notice';
  /** Needs nothing of the customer and says nothing unexpected, so that its message isn't unread. */
  quiet?: true;
  /** Site path that a click on the notification opens. */
  push?(data: Data): string;
  letter?: Letter<Data>;
  webhook?: Webhook<Data>;
  desk?: Desk<Data>;
  /** Leaves the outbox once it can't be undone anymore. */
  undoable?: true;
}

/** What several kinds are about, with what one of them adds. */
export type With<Base, Shape extends z.ZodRawShape> = Base &
  ([keyof Shape] extends [never] ? unknown : z.output<z.ZodObject<Shape>>);

/** One entry, with its data's type from its schema. */
export const kind = <Data>(entry: Told<Data>): Told<Data> => entry;

export const HOLDING = 'the wallet that holds the policy';

export const SECRETS = 'Mooring never asks for a private key or a recovery phrase.';
