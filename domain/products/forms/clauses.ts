import * as z from 'zod';
import { keysOf } from '#domain/keys.ts';

/** The parts of a wording that a rejection can cite, the most likely first, and what each is called. */
export const CLAUSE_SECTIONS = {
  not_covered: 'Not covered',
  limits: 'Limits',
  covered: 'Covered',
  claim_needs: 'What a claim needs',
} as const;
export type ClauseSection = keyof typeof CLAUSE_SECTIONS;

/** `id` is section and place, `not_covered-2`. It lasts as long as the version, whose text never changes. */
export const clauseSchema = z.object({
  id: z.string(),
  section: z.enum(keysOf(CLAUSE_SECTIONS)),
  text: z.string(),
});
export type Clause = z.output<typeof clauseSchema>;

/** 'Not covered 2, wording home-1'. */
export const clauseTitle = ({ id, section, wording_version }: Clause & { wording_version: string }): string =>
  `${CLAUSE_SECTIONS[section]} ${id.slice(section.length + 1)}, wording ${wording_version}`;
