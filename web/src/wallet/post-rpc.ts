/** A JSON-RPC request to a chain's node, without viem. */
export const postRpc = (url: string, method: string, params: unknown, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    credentials: 'omit',
    signal,
  });
