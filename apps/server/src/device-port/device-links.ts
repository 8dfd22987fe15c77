import { text } from '@longreach/contract/i18n'
import { linkTimes } from '@longreach/contract/link/limits'
import type pg from 'pg'
import { messagesMissed } from '../bus/topic.ts'
import { type DownloadPosition, offerDownload, takeDownload } from '../domains/actions/device-files/downloads.ts'
import { offerUpload, takeUpload } from '../domains/actions/device-files/uploads.ts'
import { createActionEngine } from '../domains/actions/engine.ts'
import { deviceFileStored } from '../domains/actions/hooks.ts'
import { actionKind, createActionKinds } from '../domains/actions/kinds.ts'
import { createPace } from '../domains/actions/pace.ts'
import { openSecret } from '../domains/actions/secrets.ts'
import { publishProgress } from '../domains/actions/steps.ts'
import { findSuperseded } from '../domains/devices/current-links.ts'
import { deviceCreated, presenceChanged } from '../domains/devices/hooks.ts'
import { applyLatest, correctLatest } from '../domains/devices/latest.ts'
import { recordPresence } from '../domains/devices/presence.ts'
import { sweepNodes } from '../domains/devices/silent-nodes.ts'
import { collectStates } from '../domains/devices/state-hints.ts'
import { deviceChanged, deviceDropped, deviceLinked, deviceState } from '../domains/devices/topics.ts'
import type { BlobStore } from '../domains/files/blobs.ts'
import { reportsStored } from '../domains/monitoring/hooks.ts'
import { createReportMetrics } from '../domains/monitoring/metrics.ts'
import { compilePlans, planWords } from '../domains/monitoring/templates/device-plans.ts'
import { noteFault } from '../domains/monitoring/templates/logs.ts'
import { createTrafficStore } from '../domains/monitoring/usage/traffic.ts'
import { createReportWriter } from '../domains/monitoring/writer.ts'
import type { DiskSpace } from '../domains/system/disk-space.ts'
import { DeviceOffline, type Neighbours } from '../drivers/driver.ts'
import { type AgentDriver, createAgentDriver } from '../gateway/agent-driver.ts'
import type { buildAgentScript } from '../gateway/install/agent-script.ts'
import { gatewayMetrics } from '../gateway/prometheus.ts'
import { updateLine } from '../gateway/update-line.ts'
import { createForwarded } from '../http/forwarded.ts'
import { createLoop } from '../jobs/loop.ts'
import type { Assembly } from '../module/module.ts'
import type { Services } from '../module/services.ts'
import { portFault } from '../port-fault.ts'
import { compareLinks } from './compare-links.ts'
import { createDevicePort } from './port.ts'

/** Milliseconds between comparisons of the links with the database. */
const compareEvery = 60_000

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

export interface DeviceLinksDeps {
  services: Services & { diskSpace: DiskSpace; blobs: BlobStore }
  pool: pg.Pool
  /** Private host key of the gateway. */
  hostKey: string
  handlers: Assembly['handlers']
  agent: Awaited<ReturnType<typeof buildAgentScript>>
  /** The other nodes, if nodes pass tunnels on to each other. */
  neighbours: Neighbours | undefined
  /** Most devices with a link. */
  links: number
}

export interface DeviceLinks {
  driver: AgentDriver
  /** Listens for devices. Rejects with ConfigError when the port is taken. */
  start(): Promise<void>
  /** Compares the links of this node with the database, which may have considered the node silent. */
  compare(): Promise<void>
  stop(): Promise<void>
}

/** The gateway, connected to the domains: handles reports of devices and sends them commands. */
export function createDeviceLinks(deps: DeviceLinksDeps): DeviceLinks {
  const { config, db, seal, bus, emit, node, metrics, diskSpace, blobs, log } = deps.services
  const { pool, hostKey } = deps
  const { script, sha256, version } = deps.agent
  const changed = recordPresence(emit, deps.handlers(presenceChanged))
  const states = collectStates((state) => bus.publish(deviceState, state))
  const writer = createReportWriter({
    db,
    latest: async (tx, rows, corrections) => {
      await correctLatest(tx, corrections)
      states.add(await applyLatest(tx, rows))
    },
    superseded: findSuperseded,
    stored: deps.handlers(reportsStored),
    diskSpace,
    now: () => new Date(),
    log,
    metrics: createReportMetrics(metrics.registry),
  })
  function keyOf(deviceId: number): string {
    const found = driver.here.link(deviceId)
    if (!found) throw new DeviceOffline(deviceId)
    return found.publicKey
  }

  function showFetching({ targetId, at, size }: DownloadPosition) {
    const message = text('actions.fetching', { done: megabytes(at), total: megabytes(size) })
    publishProgress(db, bus, targetId, message).catch((error: unknown) =>
      log.warn({ err: error }, 'The progress of a transfer could not be published'),
    )
  }

  const kinds = createActionKinds(deps.handlers(actionKind))
  const actions = createActionEngine({
    db,
    bus,
    node,
    send: (id, command) => driver.send(id, command),
    kinds,
    emit,
    pace: createPace(config.DEVICE_UPDATES_PER_SECOND),
    unsent: metrics.counter('actions_unsent_total', 'Commands that could not be sent to a device with a link'),
    commands: {
      offerAgent: async (id) => {
        const ticket = await driver.offerAgent(id)
        return ticket === undefined
          ? { verb: 'exec', arg: updateLine(sha256) }
          : { verb: 'upgrade-agent', arg: `${ticket} ${sha256} ${script.length} ${version}` }
      },
      offerUpload: async (target, name) => offerUpload(db, seal, target, keyOf(target.device_id), name),
      offerDownload: async (target, content) => offerDownload(db, seal, target, keyOf(target.device_id), content),
      openSecret: (targetId) => openSecret(db, seal, targetId),
    },
    log,
  })
  const keepalive = config.DEMO ? linkTimes.keepaliveDemo : linkTimes.keepaliveDefault
  const sooner = linkTimes.keepaliveDefault / keepalive
  const metered = { keepalive: linkTimes.keepaliveMetered / sooner, batch: linkTimes.batchMetered / sooner }
  // Short, so that visitors of the demo see values change.
  const settings = config.DEMO ? { dynamic_monitoring: 60, gps_monitoring: 60 } : {}
  const port = createDevicePort({
    db,
    pool,
    seal,
    bus,
    writer,
    actions,
    presence: { node, keepalive, metered },
    presenceChanged: changed,
    newDevices: { settings, created: deps.handlers(deviceCreated), emit },
    handsOn: deps.neighbours !== undefined,
    takeUpload: (ticket) =>
      takeUpload(
        { db, blobs, kinds, quota: config.FILES_QUOTA_MB * 1024 * 1024, stored: deps.handlers(deviceFileStored) },
        ticket,
      ),
    templates: {
      words: (id, has, issue) => planWords(db, id, has, issue),
      async take(id, sum) {
        const plans = await compilePlans(db, id)
        return plans?.sha256 === sum ? plans : undefined
      },
      fault: (id, said) => noteFault(db, id, said),
    },
    takeDownload: (ticket) => takeDownload({ db, blobs, moved: showFetching }, ticket),
    traffic: createTrafficStore(db),
  })
  const driver: AgentDriver = createAgentDriver({
    port,
    listen: { host: config.GATEWAY_HOST, port: config.GATEWAY_PORT },
    balancer: createForwarded(config.GATEWAY_PROXY).trust,
    hostKey,
    agent: { content: script, sha256 },
    log,
    metrics: gatewayMetrics(metrics.registry),
    ...(deps.neighbours ? { neighbours: deps.neighbours } : {}),
    // A pallet of new routers enrols from one address; the port limits wrong proofs.
    limits: { enrolments: { rate: 5, burst: 200 }, links: deps.links },
  })
  const unsubscribe = [
    bus.subscribe(deviceDropped, ({ id, code, reason }) => driver.drop(id, { code, reason, retry: 60 })),
    bus.subscribe(deviceChanged, ({ id }) => driver.renew(id)),
    bus.subscribe(deviceLinked, ({ id, epoch }) => driver.here.replaced({ deviceId: id, epoch })),
  ]
  const compare = () => compareLinks({ db, node, driver, port })
  const comparison = createLoop({
    name: 'comparison of links',
    every: compareEvery,
    run: compare,
    wakes: (wake) => bus.subscribe(messagesMissed, wake),
    log,
  })
  return {
    driver,
    async start() {
      await sweepNodes(db, node, changed)
      await driver.start().catch(portFault('GATEWAY_PORT', config.GATEWAY_PORT))
      await actions.start()
      comparison.start()
    },
    compare,
    async stop() {
      for (const end of unsubscribe) end()
      await comparison.stop()
      await actions.stop()
      await driver.stop()
      // The lines received last are still stored.
      await actions.stop()
      await writer.stop()
      states.stop()
    },
  }
}
