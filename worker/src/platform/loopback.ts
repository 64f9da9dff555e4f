const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param host a URL's `hostname`, so that every address is already normalized */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
