import { gatewayAddresses } from '../addresses.ts'
import type { Config } from '../config.ts'
import { keyFingerprint } from './host-key.ts'
import { installLine } from './install-line.ts'

/** The parts of the install command, for the addresses of this installation. */
export function createInstallInfo(given: {
  config: Pick<Config, 'GATEWAY_PUBLIC' | 'PUBLIC_URL' | 'GATEWAY_PORT' | 'DEMO'>
  /** Public key of the gateway. */
  hostKeyLine: string
  agentSha256: string
  /** Port of the gateway on this node. */
  gatewayPort: () => number | undefined
}) {
  const { config, hostKeyLine, agentSha256 } = given
  return {
    hostKeyFingerprint: keyFingerprint(hostKeyLine),
    agentSha256,
    addresses: () => gatewayAddresses(config, given.gatewayPort() ?? config.GATEWAY_PORT),
    line(address: string, enrolmentKey: string) {
      const [, host = address, port = String(config.GATEWAY_PORT)] = /^(.*):(\d+)$/.exec(address) ?? []
      return installLine({ host, port: Number(port), hostKeyLine, agentSha256, enrolmentKey })
    },
    demo: config.DEMO,
  }
}
