import { networkInterfaces } from 'node:os'

/** IPv4 addresses of this machine that others can reach, the default interface first; loopback if there are none. */
function lanAddresses(): string[] {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter((address) => address.family === 'IPv4' && !address.internal)
      .map(({ address }) => ({ address, bridge: /^(docker|br-|veth|virbr|cni|flannel)/.test(name) })),
  )
  const sorted = found.sort((one, other) => Number(one.bridge) - Number(other.bridge)).map(({ address }) => address)
  return sorted.length > 0 ? sorted : ['127.0.0.1']
}

/**
 * Addresses to which a device can connect, as host:port: GATEWAY_PUBLIC, the host of PUBLIC_URL, then those of this
 * machine.
 */
export function gatewayAddresses(
  settings: { GATEWAY_PUBLIC?: string | undefined; PUBLIC_URL?: string | undefined },
  port: number,
): string[] {
  const withPort = (host: string) => (/:\d+$/.test(host) ? host : `${host}:${port}`)
  const named = [settings.GATEWAY_PUBLIC, settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).hostname].filter(
    (host): host is string => Boolean(host),
  )
  const candidates = named.length > 0 ? named : lanAddresses()
  return [...new Set(candidates.map(withPort))]
}
