/** Digests of exports, so that a changed file shows. */
import { sha256, stringToBytes } from 'viem';

/**
 * The last line of an export: `sha256` and the digest of every byte before this line, the mark at its beginning included.
 * @param hex 64 hexadecimal digits
 */
export const digestLine = (hex: string): string => `sha256,${hex}\r\n`;

/** A file's text with that line. */
export const withDigest = (text: string): string => text + digestLine(sha256(stringToBytes(text)).slice(2));
