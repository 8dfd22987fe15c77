import { type Duplex, duplexPair } from 'node:stream'
import type { DeviceSpec } from '../spec.ts'
import { lanAddress, type Machine } from './machine.ts'
import { createSshd } from './sshd.ts'
import { createPages } from './web.ts'

const itself = new Set(['127.0.0.1', 'localhost', '::1', lanAddress])

/** Targets behind some devices: a camera or a controller with a page of its own. */
export function lanHostOf({ use }: Pick<DeviceSpec, 'use'>): { host: string; kind: 'camera' | 'plc' } | undefined {
  if (use === 'retail' || use === 'mast') return { host: '192.168.1.64', kind: 'camera' }
  if (use === 'water' || use === 'energy') return { host: '192.168.1.10', kind: 'plc' }
  return undefined
}

/** Connects to a host and port as seen from the device; undefined if nothing listens there. */
export type Connect = (host: string, port: number) => Duplex | undefined

export function createTargets(machine: Machine): Connect {
  let sshd: ReturnType<typeof createSshd> | undefined
  let pages: ReturnType<typeof createPages> | undefined
  const lan = lanHostOf(machine.spec)

  function listenerOf(host: string, port: number): ((stream: Duplex) => void) | undefined {
    pages ??= createPages(machine)
    const { http, https, lan: inLan } = pages
    if (lan && host === lan.host && port === 80) return (stream) => inLan(lan.kind, stream)
    if (!itself.has(host)) return undefined
    if (port === 22) {
      sshd ??= createSshd(machine)
      return sshd
    }
    return { 80: http, 443: https }[port]
  }

  return (host, port) => {
    const serve = listenerOf(host, port)
    if (!serve) return undefined
    const [near, far] = duplexPair()
    far.on('error', () => {})
    serve(far)
    return near
  }
}
