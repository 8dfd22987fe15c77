import { gatewayAddresses } from '../../addresses.ts'
import type { Config } from '../../config.ts'
import { keyFingerprint } from '../host-key.ts'
import { type InstallTarget, installLine, installScript } from './line.ts'

/** Path of the scripts: `/i/<enrolment key>`, with the index of the address unless it is the first. */
export const installPath = '/i'

/** The parts of the install command, for the addresses of this installation. */
export function createInstallInfo(given: {
  config: Pick<Config, 'GATEWAY_PUBLIC' | 'PUBLIC_URL' | 'GATEWAY_PORT' | 'DEMO'>
  /** Public key of the gateway. */
  hostKeyLine: string
  agentSha256: string
  /** Port of the gateway on this node. */
  gatewayPort: () => number | undefined
  /** URL of the console; undefined if devices cannot trust its certificate. */
  trustedUrl: () => string | undefined
}) {
  const { config, hostKeyLine, agentSha256 } = given
  const addresses = () => gatewayAddresses(config, given.gatewayPort() ?? config.GATEWAY_PORT)
  const target = (address: string, enrolmentKey: string): InstallTarget => {
    const [, host = address, port = String(config.GATEWAY_PORT)] = /^(.*):(\d+)$/.exec(address) ?? []
    return { host, port: Number(port), hostKeyLine, agentSha256, enrolmentKey }
  }
  return {
    hostKeyFingerprint: keyFingerprint(hostKeyLine),
    agentSha256,
    addresses,
    line: (address: string, enrolmentKey: string) => installLine(target(address, enrolmentKey)),
    scriptUrl(index: number, enrolmentKey: string) {
      const url = given.trustedUrl()
      return url === undefined ? null : `${url}${installPath}/${enrolmentKey}${index === 0 ? '' : `/${index}`}`
    },
    /** undefined if there is no such address. */
    script(index: number, enrolmentKey: string) {
      const address = addresses()[index]
      return address === undefined ? undefined : installScript(target(address, enrolmentKey))
    },
    demo: config.DEMO,
  }
}
