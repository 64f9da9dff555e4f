const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param host as the `hostname` of a URL has it, so that every notation of an address is already one */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
