import { batchCapability } from '@longreach/contract/link/report'
import { describe, expect, test } from 'vitest'
import { connectDevice, testHello, welcomedDevice } from '../test/gateway/device.ts'
import { startGateway, type TestGateway } from '../test/gateway/gateway.ts'
import { until } from '../test/until.ts'

const { boot } = testHello
const names = 'set 1 cpu_load,wan_state'
const metered = { keepalive: 900, batch: 1800, dynamic: 300 }
const caps = [batchCapability]
/** A number with its rows: the first row is complete, each other one has another load. */
const batch = (first: number, last: number, age = 100) => {
  const rows = Array.from({ length: last - first + 1 }, (_, at) => (at === 0 ? [1, age, 0, 'Mobile'] : [1, age, 0, at]))
  return `batch ${boot} ${first} ${last} ${JSON.stringify(rows)}`
}

describe('batches', () => {
  test('reports of one line are handed over in order and acknowledged together, after the last is stored', async () => {
    const gateway = await startGateway({})
    const stored = Promise.withResolvers<void>()
    gateway.server.hold = stored.promise
    const device = await welcomedDevice(gateway.device())
    device.say(
      names,
      `batch ${boot} 1 3 [[1,600,12,"Mobile"],[1,300,0,7],[1,0,1,"Wired"]]`,
      'event {"type":"x","age_s":0,"text":""}',
    )
    await until(() => gateway.server.events.length === 1)
    expect(device.lines.filter((line) => line.startsWith('ack'))).toEqual([])
    stored.resolve()
    expect(await device.hear('ack ')).toBe(`ack ${boot} 3`)
    expect(gateway.server.reports.map(({ seq, age, values }) => [seq, age, ...values])).toEqual([
      [1, 600, 12, 'Mobile'],
      [2, 300, 7, 'Mobile'],
      [3, 0, 7, 'Wired'],
    ])
  })

  test('a line that is sent again after its first half was stored adds the other half', async () => {
    const gateway = await startGateway({})
    const known = gateway.device()
    const device = await welcomedDevice(known)
    device.say(names, batch(1, 2))
    await device.hear(`ack ${boot} 2`)
    device.leave()
    const next = await welcomedDevice(known)
    next.say(names, batch(1, 4))
    await next.hear(`ack ${boot} 4`)
    expect(gateway.server.reports.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  test('an invalid row is refused with all that follow and acknowledged, earlier ones are stored', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    device.say(names, `batch ${boot} 1 4 [[1,90,12,"Mobile"],[1,80,0,7],[1,70,9,7],[1,60,0,8]]`)
    await device.hear(`ack ${boot} 4`)
    expect(gateway.server.reports.map(({ seq, values }) => [seq, ...values])).toEqual([
      [1, 12, 'Mobile'],
      [2, 7, 'Mobile'],
    ])
    const reason = 'report: of a batch that cannot be read from there on'
    expect(gateway.server.refused).toEqual([reason, reason])
    device.say(
      `batch ${boot} 5 6 nonsense`,
      `batch ${boot} 7 8 [[1,5,1],[2,4,1,"Mobile"]]`,
      'batch ffffffffffff 9 9 [[1,0,1,"x"]]',
    )
    await device.hear('ack ffffffffffff 9')
    expect(gateway.server.refused.slice(2)).toEqual([
      'batch: reports are not JSON',
      'report: expected as many values as names',
      'report: of an unknown set',
      'report: of another boot than the hello',
    ])
  })

  test('while the server is unavailable nothing of the line is acknowledged', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    gateway.server.unavailable = true
    device.say(names, batch(1, 6))
    await device.hear('refused 202 ')
    expect(device.lines.filter((line) => line.startsWith('ack'))).toEqual([])
  })

  test('each line counts once towards those that may be unacknowledged', async () => {
    const gateway = await startGateway({})
    gateway.server.hold = new Promise(() => {})
    const device = await welcomedDevice(gateway.device())
    device.say(names, batch(1, 6), batch(7, 12), batch(13, 18), batch(19, 24))
    await until(() => gateway.counts.get('line batch') === 4)
    expect(device.lines.filter((line) => line.startsWith('refused'))).toEqual([])
    device.say(batch(25, 30))
    expect(await device.hear('refused ')).toMatch(/^refused 207 /)
  })

  test('a device cannot report more by putting it into batches', async () => {
    const gateway = await startGateway({
      limits: { freshReports: { rate: 50, burst: 100 } },
      times: { throttle: 500 },
    })
    const device = await welcomedDevice(gateway.device())
    device.say(names)
    for (let first = 1; first < 2000 && !device.closed(); first += 50) {
      device.say(batch(first, first + 49, 0))
      await until(
        () =>
          device.lines.includes(`ack ${boot} ${first + 49}`) || device.lines.some((line) => line.startsWith('refused')),
      )
    }
    expect(await device.hear('refused ')).toMatch(/^refused 203 /)
    expect(gateway.server.reports.length).toBeLessThan(300)
  })
})

describe('settings of an open link', () => {
  const settingsOf = (device: { lines: string[] }) => device.lines.filter((line) => line.startsWith('settings'))
  const words = 'settings spread=1 keepalive=900 batch=1800 dynamic=300'

  async function link(gateway: TestGateway, said: string[], id?: number) {
    const { port, privateKey, deviceId } = gateway.device(id)
    const device = await connectDevice({ port, user: String(deviceId), privateKey })
    device.say(`hello ${JSON.stringify({ ...testHello, caps: said })}`)
    await device.hear('welcome ')
    return device
  }

  test('are sent when they change, and the new silence limit applies from then on', async () => {
    let ahead = 0
    const gateway = await startGateway({ now: () => performance.now() + ahead })
    const device = await link(gateway, caps)
    gateway.server.settings = metered
    gateway.driver.renew(42)
    expect(await device.hear('settings ')).toBe(words)
    // The silence check reaches the other device later, and does send it a keep-alive.
    gateway.server.settings = { keepalive: 60 }
    ahead = 995_000
    const other = await link(gateway, caps, 43)
    ahead = 1_070_000
    await other.hear('ping')
    expect(device.lines.at(-1)).toBe(words)
    other.leave()
    await until(() => gateway.server.gone.length === 1)
    ahead = 1_085_000
    await device.hear('ping')
    gateway.server.settings = { ...metered, keepalive: 60, batch: 0 }
    gateway.driver.renew(42)
    await until(() => settingsOf(device).length === 2)
    ahead += 80_000
    await until(() => device.lines.filter((line) => line === 'ping').length === 2)
    expect(gateway.server.gone).toHaveLength(1)
    ahead += 15_000
    await until(() => gateway.server.gone.length === 2)
    expect(gateway.counts.get('dropped silent')).toBe(1)
  })

  test('are not sent to an agent that does not support them: it keeps those of its welcome', async () => {
    let ahead = 0
    const gateway = await startGateway({ now: () => performance.now() + ahead })
    const device = await link(gateway, ['reboot'])
    gateway.server.settings = metered
    gateway.driver.renew(42)
    ahead = 91_000
    await until(() => gateway.server.gone.length === 1)
    expect(settingsOf(device)).toEqual([])
  })

  test('that change while they are read are read once more', async () => {
    const gateway = await startGateway({})
    const device = await link(gateway, caps)
    const read = Promise.withResolvers<void>()
    gateway.server.hold = read.promise
    gateway.driver.renew(42)
    gateway.server.settings = metered
    gateway.driver.renew(42)
    gateway.driver.renew(42)
    read.resolve()
    await until(() => settingsOf(device).length === 2)
    expect(settingsOf(device)).toEqual(['settings spread=1 keepalive=60 dynamic=60', words])
  })

  test('that cannot be read leave the link as it is', async () => {
    const gateway = await startGateway({})
    const device = await link(gateway, caps)
    gateway.server.unavailable = true
    gateway.driver.renew(42)
    gateway.driver.renew(43)
    await new Promise(setImmediate)
    gateway.server.unavailable = false
    gateway.server.settings = metered
    device.say('pong')
    await until(() => gateway.counts.get('line pong') === 1)
    gateway.driver.renew(42)
    expect(await device.hear('settings ')).toBe(words)
  })
})
