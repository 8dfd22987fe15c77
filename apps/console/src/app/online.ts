/** Hosts that can be reached without a network. */
const loopback = /^(localhost|127\.|\[::1\]|.*\.localhost$)/

/** Whether the server may be reachable, according to the browser. */
export const isOnline = (host: string = location.hostname) => navigator.onLine || loopback.test(host)
