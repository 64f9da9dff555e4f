/** Characters of a description in a title. */
const LONGEST = 40;

/** Words that no title ends with. */
const LOOSE =
  /(?:[\s,:–-]+(?:and|or|the|an?|of|in|on|at|to|with|for|from|by|my|our|its|their|is|was|were))*[\s,:–-]*$/i;

/** What a claim is called, from its description's first sentence: `Roof leak after the storm`. Its number follows. */
export function claimTitle(description: string): string {
  const [sentence = ''] = description
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[^\s.])[.!?;](?:\s|$)/);
  const characters = [...sentence];
  if (characters.length === 0) return 'Claim';
  const start = characters.slice(0, LONGEST).join('');
  // A single word that is too long is cut inside.
  const shown =
    characters.length > LONGEST ? `${start.replace(/(?<=.{20,})\s\S*$/u, '').replace(LOOSE, '')}…` : start;
  return shown.charAt(0).toUpperCase() + shown.slice(1);
}
