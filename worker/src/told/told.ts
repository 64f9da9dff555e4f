import { CLAIMS, UNTOLD } from './claims.ts';
import { CONTRACT } from './contract.ts';
import { ENDINGS } from './endings.ts';
import { HISTORY } from './history.ts';
import type { Told } from './kind.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { POLICIES } from './policies.ts';

/** Everything that is ever told, by its kind: whoever reads these entries has read every sentence that we send. */
export const TOLD = {
  ...CLAIMS,
  ...UNTOLD,
  ...POLICIES,
  ...HISTORY,
  ...ENDINGS,
  ...MONEY,
  ...MESSAGES,
  ...PEOPLE,
  ...CONTRACT,
};

export type Kind = keyof typeof TOLD;
export type DataOf<K extends Kind> = K extends Kind
  ? (typeof TOLD)[K] extends Told<infer Data>
    ? Data
    : never
  : never;
