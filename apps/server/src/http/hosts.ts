const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|([a-z0-9-]+\.)+localhost)$/

/** A host without its port or a trailing dot, in lower case. */
export const hostName = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

export const isLoopback = (host: string) => loopbackHost.test(hostName(host))
