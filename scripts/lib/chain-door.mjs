// The only way to the local EVM chain: no answer leaves before the blocks that it may speak of are on disk.
import { Agent, createServer, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What only a test node can do, such as giving coins or going back: no block tells it. */
const BEYOND_BLOCKS = /"(anvil|evm|hardhat)_/;

/**
 * Passes requests on to the port `inner`.
 * @param {{ port: number, inner: number, keep: (all: boolean) => Promise<void> }} options `keep` saves new blocks, or everything
 * @returns {Promise<() => Promise<void>>} closes it
 */
export async function openDoor({ port, inner, keep }) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const { method, url: path, headers } = request;
      const answer = await new Promise((resolve, reject) => {
        const options = { agent, host: '127.0.0.1', port: inner, method, path, headers };
        httpRequest(options, resolve).on('error', reject).end(body);
      });
      const content = await buffer(answer);
      await keep(BEYOND_BLOCKS.test(body));
      response.writeHead(answer.statusCode, answer.headers).end(content);
    } catch {
      response.destroy();
    }
  });
  // A client's next request must not meet a connection that the server is just closing.
  server.keepAliveTimeout = 0;
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    agent.destroy();
    await closed;
  };
}
