import { createHash, createHmac, randomBytes } from 'node:crypto'
import { linkCodes } from '@longreach/contract/link/codes'
import { proofText } from '@longreach/contract/link/identity'
import type { LinkEvent } from '@longreach/contract/link/lines'
import {
  type Attempt,
  type CommandResult,
  type DevicePort,
  type DeviceTraffic,
  type Presence,
  type Report,
  type TunnelTarget,
  UploadRefused,
} from '../../drivers/driver.ts'
import { refusal } from '../../gateway/refusal.ts'

export interface TestDownload {
  content: Buffer
  released: number
  sent: number
  completed: boolean
}

export interface TestUpload {
  content: Buffer
  /** Checksum of a complete file. */
  sha256?: string
  /** Offsets at which its parts started. */
  offsets: number[]
  /** The part that reaches this many bytes fails once. */
  failsAt?: number | undefined
}

/** An in-memory server for the gateway's own tests: it can be unavailable or slow, and records what it receives. */
export interface TestServer {
  port: DevicePort
  /** Public key and state by device id. */
  devices: Map<number, { publicKey: string; revoked?: boolean }>
  /** Secrets of enrolment keys by their public part. */
  keys: Map<string, string>
  settings: Record<string, string | number>
  reports: Report[]
  refused: string[]
  events: LinkEvent[]
  results: CommandResult[]
  attempts: Attempt[]
  traffic: DeviceTraffic[]
  online: Map<number, Presence>
  tickets: Map<string, TunnelTarget & { deviceId: number; publicKey: string; expiresAt: number; used?: boolean }>
  fileTickets: Map<string, { deviceId: number; publicKey: string; sha256: string; expiresAt: number }>
  /** Files from devices, by ticket. */
  uploads: Map<string, TestUpload>
  /** Content for devices, by ticket. */
  downloads: Map<string, TestDownload>
  gone: { presence: Presence; reason: string }[]
  unavailable: boolean
  /** If set, storing reports and sending settings wait for it. */
  hold: Promise<void> | undefined
}

export function createTestServer(): TestServer {
  let epoch = 0
  let nextDevice = 1
  const marks = new Map<string, number>()

  function reachable() {
    if (server.unavailable) throw new Error('the database is unavailable')
  }

  function passed(presence: Presence, mark: { boot: string; seq: number }): boolean {
    const key = `${presence.deviceId} ${mark.boot}`
    if (mark.seq <= (marks.get(key) ?? 0)) return true
    marks.set(key, mark.seq)
    return false
  }

  const port: DevicePort = {
    async identify(deviceId, publicKey) {
      reachable()
      const device = server.devices.get(deviceId)
      if (device?.publicKey !== publicKey) return 'unknown'
      return device.revoked ? 'revoked' : 'known'
    },
    async enrol({ hello, nonce, proof, publicKey }) {
      reachable()
      const secret = server.keys.get(hello.key ?? '')
      const text = proofText(nonce, hello.serial, hello.mac)
      if (!secret || createHmac('sha256', secret).update(text).digest('hex') !== proof) {
        const refused = refusal(linkCodes.wrongProof, 300)
        return { ...refused, cause: refused }
      }
      const deviceId = nextDevice++
      server.devices.set(deviceId, { publicKey })
      return { deviceId }
    },
    async hello({ deviceId }) {
      reachable()
      const presence = { deviceId, epoch: ++epoch }
      server.online.set(deviceId, presence)
      return { presence, settings: server.settings }
    },
    async settings() {
      const { settings } = server
      await server.hold
      reachable()
      return settings
    },
    async report(presence, reports) {
      await server.hold
      reachable()
      const refused: string[] = []
      for (const report of reports) {
        const known = passed(presence, report)
        if ('fault' in report) refused.push(report.fault)
        else if (known) continue
        else if (report.age > report.uptime) refused.push('report: older than the boot')
        else server.reports.push(report)
      }
      server.refused.push(...refused)
      return refused
    },
    async refuse(_presence, reason) {
      await server.hold
      reachable()
      server.refused.push(reason)
    },
    async event(_presence, event) {
      reachable()
      server.events.push(event)
    },
    async result(_presence, result) {
      reachable()
      server.results.push(result)
    },
    async gone(presence, reason) {
      reachable()
      server.gone.push({ presence, reason })
      if (server.online.get(presence.deviceId)?.epoch === presence.epoch) server.online.delete(presence.deviceId)
    },
    async traffic(counts) {
      reachable()
      server.traffic.push(...counts)
    },
    async attempt(attempt) {
      reachable()
      server.attempts.push(attempt)
    },
    async issueTicket({ seconds, ...given }) {
      reachable()
      const ticket = randomBytes(16).toString('hex')
      server.tickets.set(ticket, { ...given, expiresAt: Date.now() + seconds * 1000 })
      return ticket
    },
    async takeTicket({ ticket, deviceId, publicKey }) {
      reachable()
      const kept = server.tickets.get(ticket)
      if (!kept) return 'unknown'
      if (kept.deviceId !== deviceId || kept.publicKey !== publicKey) return 'foreign'
      if (kept.used) return 'used'
      if (kept.expiresAt < Date.now()) return 'expired'
      kept.used = true
      return { host: kept.host, port: kept.port }
    },
    async issueFileTicket({ seconds, ...given }) {
      reachable()
      const ticket = randomBytes(16).toString('hex')
      server.fileTickets.set(ticket, { ...given, expiresAt: Date.now() + seconds * 1000 })
      return ticket
    },
    takePlans: async () => undefined,
    async takeFileTicket({ ticket, deviceId, publicKey }) {
      reachable()
      const kept = server.fileTickets.get(ticket)
      if (!kept) return 'unknown'
      if (kept.deviceId !== deviceId || kept.publicKey !== publicKey) return 'foreign'
      return kept.expiresAt < Date.now() ? 'expired' : { sha256: kept.sha256 }
    },
    async takeDownload({ ticket }) {
      reachable()
      const download = server.downloads.get(ticket)
      if (!download) return 'unknown'
      return {
        size: download.content.length,
        released: download.released,
        async next(offset, sent) {
          reachable()
          const to = Math.min(offset + 50_000, download.content.length)
          download.released = Math.max(download.released, to)
          download.sent += sent
          return download.content.subarray(offset, to)
        },
        async end(sent, whole) {
          reachable()
          download.sent += sent
          download.completed ||= whole
        },
      }
    },
    async takeUpload({ ticket }) {
      reachable()
      const upload = server.uploads.get(ticket)
      if (!upload) return 'unknown'
      return {
        received: async () => upload.content.length,
        async append(offset, bytes) {
          if (offset === 0) upload.content = Buffer.alloc(0)
          if (offset !== upload.content.length) throw new UploadRefused('offset', 'The file ends elsewhere')
          upload.offsets.push(offset)
          for await (const piece of bytes) {
            upload.content = Buffer.concat([upload.content, piece])
            if (upload.content.length < (upload.failsAt ?? Number.POSITIVE_INFINITY)) continue
            upload.failsAt = undefined
            throw new Error('the database is unavailable')
          }
          return upload.content.length
        },
        async finish(sum) {
          const found = createHash('sha256').update(upload.content).digest('hex')
          if (found !== sum) throw new UploadRefused('file', 'The checksum does not match')
          upload.sha256 = sum
          return upload.content.length
        },
      }
    },
  }

  const server: TestServer = {
    port,
    devices: new Map(),
    keys: new Map(),
    settings: { keepalive: 60, dynamic: 60 },
    reports: [],
    refused: [],
    events: [],
    results: [],
    attempts: [],
    traffic: [],
    online: new Map(),
    tickets: new Map(),
    fileTickets: new Map(),
    uploads: new Map(),
    downloads: new Map(),
    gone: [],
    unavailable: false,
    hold: undefined,
  }
  return server
}
