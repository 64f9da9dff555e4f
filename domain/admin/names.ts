/** A name without what a reader doesn't notice: case, spaces and invisible characters. */
const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, '');

/** Whether a reader takes two administrators' names for one. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

export const NAME_TAKEN =
  'Another administrator already has this name. Please add an initial or a middle name.';
