/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1); null if absent. */
export function bearerToken(header: string | undefined): string | null {
  const [scheme, token] = (header ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
