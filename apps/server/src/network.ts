import ipaddr from 'ipaddr.js'

/** Bits of the network in an IPv6 address: its owner usually has all addresses below. */
const networkBits = 64

/**
 * The network that limits count as one: an IPv4 address, even one written as IPv6, or the /64 of an IPv6 address.
 * Anything else is its own network.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/${networkBits}`)
  return `${network.toString()}/${networkBits}`
}
