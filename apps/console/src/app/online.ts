/** This machine can be reached without any network. */
const loopback = /^(localhost|127\.|\[::1\]|.*\.localhost$)/

/** Whether the server may be within reach, as far as the browser knows. */
export const isOnline = (host: string = location.hostname) => navigator.onLine || loopback.test(host)
