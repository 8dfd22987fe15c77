/** This machine can be reached without any network. */
const loopback = /^(localhost|127\.|\[::1\]|.*\.localhost$)/

/** Whether the server may be within reach, according to the browser. */
export const isOnline = (host: string = location.hostname) => navigator.onLine || loopback.test(host)
