/** A record's version as an entity tag. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`;
