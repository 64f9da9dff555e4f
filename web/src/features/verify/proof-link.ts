/** Where a link carries its proof: in the fragment, which the browser sends to no server. */
const IN_FRAGMENT = /(?:^|[#&])proof=([\w-]+)/;

/** The packed proof in a link or its fragment; null without one. */
export const proofIn = (text: string): string | null => IN_FRAGMENT.exec(text)?.[1] ?? null;

export const proofFragment = (packed: string): string => `proof=${packed}`;
