import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { linkCodes } from '@longreach/contract/link/codes'
import { proofText } from '@longreach/contract/link/identity'
import { linkLimits } from '@longreach/contract/link/limits'
import { formatUpLine } from '@longreach/contract/link/lines'
import ssh2 from 'ssh2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DeviceOffline } from '../drivers/driver.ts'
import { connectDevice, ForgingAgent, publicKeyOf, testHello, welcomedDevice } from '../test/gateway/device.ts'
import { startGateway, startStall } from '../test/gateway/gateway.ts'
import { until } from '../test/until.ts'
import { generateHostKey } from './host-key.ts'

const boot = testHello.boot
const hello = formatUpLine({ verb: 'hello', hello: testHello })

function report(seq: number, age = 0, values: (number | string | null)[] = [12.5, 'lan']): string {
  return formatUpLine({ verb: 'report', boot, seq, age, set: 1, values })
}

describe('signing in', () => {
  test('a known device sends hello and is welcomed with its settings', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    expect(device.lines).toEqual(['welcome spread=1 keepalive=60 dynamic=60'])
    expect(gateway.server.online.has(42)).toBe(true)
    expect(gateway.counts.get('links')).toBe(1)
  })

  test('agents of the current and the previous protocol are welcomed', async () => {
    const gateway = await startGateway({})
    for (const v of [linkLimits.protocol, linkLimits.protocol - 1]) {
      const device = await welcomedDevice({ ...gateway.device(), hello: { v } })
      expect(device.lines).toEqual(['welcome spread=1 keepalive=60 dynamic=60'])
    }
  })

  test.each([
    ['an unknown key', 42, linkCodes.unknownDevice],
    ["another device's key", 43, linkCodes.unknownDevice],
    ['a revoked key', 44, linkCodes.revoked],
  ])('%s is refused in one clear line and listed', async (_name, deviceId, code) => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device(42)
    gateway.device(43)
    gateway.server.devices.set(44, { publicKey: publicKeyOf(privateKey), revoked: true })
    const key = deviceId === 42 ? generateHostKey() : privateKey
    const device = await connectDevice({ port, user: String(deviceId), privateKey: key })
    device.say(hello)
    expect(await device.hear('refused ')).toMatch(new RegExp(`^refused ${code} [1-9][0-9]* `))
    await until(device.closed)
    expect(gateway.server.attempts).toMatchObject([{ code, serial: testHello.serial }])
    expect(gateway.server.online.size).toBe(0)
  })

  test("showing a device's public key without holding its private key opens nothing", async () => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device()
    const own = generateHostKey()
    await expect(
      connectDevice({ port, user: '42', agent: new ForgingAgent(privateKey, privateKey) }),
    ).resolves.toBeDefined()
    for (const user of ['42', 'enroll'])
      await expect(connectDevice({ port, user, agent: new ForgingAgent(privateKey, own) })).rejects.toThrow()
  })

  test('only ed25519 keys, the three kinds of user, and their one command are served', async () => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device()
    await expect(connectDevice({ port, user: 'root', privateKey })).rejects.toThrow()
    await expect(connectDevice({ port, user: '42' })).rejects.toThrow()
    for (const command of ['sh', 'agent', 'link ', 'get x 0'])
      await expect(connectDevice({ port, user: '42', privateKey, command })).rejects.toThrow('Unable to exec')
    await expect(connectDevice({ port, user: 'install', command: 'link' })).rejects.toThrow('Unable to exec')
    await expect(connectDevice({ port, user: 'enroll', privateKey, command: 'agent' })).rejects.toThrow(
      'Unable to exec',
    )
  })

  test('shell, sftp, forwards and a second session are refused', async () => {
    const gateway = await startGateway({})
    const { client } = await welcomedDevice(gateway.device())
    const outcomes = await Promise.all([
      new Promise((resolve) => client.shell((error) => resolve(error?.message))),
      new Promise((resolve) => client.sftp((error) => resolve(error?.message))),
      new Promise((resolve) => client.exec('link', (error) => resolve(error?.message))),
      new Promise((resolve) => client.forwardIn('127.0.0.1', 0, (error) => resolve(error?.message))),
      new Promise((resolve) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, (error) => resolve(error?.message))),
    ])
    for (const message of outcomes) expect(message).toBeTypeOf('string')
  })

  test('while the server is unavailable a device is asked to come back later', async () => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device()
    gateway.server.unavailable = true
    const device = await connectDevice({ port, user: '42', privateKey })
    device.say(hello)
    expect(await device.hear('refused ')).toMatch(/^refused 202 [1-9][0-9]* /)
  })

  test('a newer link of the same device replaces the older one', async () => {
    const gateway = await startGateway({})
    const known = gateway.device()
    const older = await welcomedDevice(known)
    const newer = await welcomedDevice(known)
    expect(await older.hear('refused ')).toMatch(/^refused 208 /)
    await until(older.closed)
    await until(() => gateway.server.gone.length === 1)
    expect(gateway.server.online.get(42)?.epoch).toBe(2)
    newer.say('set 1 cpu_load,wan_state', report(1))
    await newer.hear('ack ')
  })

  test.each([
    ['no hello', 'pong', linkCodes.badHello],
    ['a hello that is no JSON', 'hello {', linkCodes.badHello],
    [
      'a newer protocol',
      formatUpLine({ verb: 'hello', hello: { ...testHello, v: linkLimits.protocol + 1 } }),
      linkCodes.badHello,
    ],
    ['a line that is too long', 'x'.repeat(9000), linkCodes.badLine],
  ])('%s is refused and listed', async (_name, line, code) => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device()
    const device = await connectDevice({ port, user: '42', privateKey })
    device.say(line)
    expect(await device.hear('refused ')).toMatch(new RegExp(`^refused ${code} `))
    await until(device.closed)
    expect(gateway.server.attempts).toMatchObject([{ code, deviceId: 42 }])
  })

  test('a device that leaves before the welcome is listed as reset', async () => {
    const gateway = await startGateway({})
    const { privateKey, port } = gateway.device()
    const device = await connectDevice({ port, user: '42', privateKey })
    device.leave()
    await until(() => gateway.server.attempts.length > 0)
    expect(gateway.server.attempts).toMatchObject([{ code: linkCodes.connectionReset, deviceId: 42 }])
  })
})

describe('reports', () => {
  test('are acknowledged only after they are stored, in order', async () => {
    const gateway = await startGateway({})
    const stored = Promise.withResolvers<void>()
    gateway.server.hold = stored.promise
    const device = await welcomedDevice(gateway.device())
    device.say('set 1 cpu_load,wan_state', report(1), report(2), report(3), 'pong')
    await until(() => gateway.counts.get('line pong') === 1)
    expect(device.lines).toHaveLength(1)
    stored.resolve()
    await device.hear(`ack ${boot} 3`)
    expect(gateway.server.reports.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(gateway.server.reports[0]).toMatchObject({ names: ['cpu_load', 'wan_state'], values: [12.5, 'lan'], age: 0 })
  })

  test('not stored are not acknowledged, and the device is disconnected to come back', async () => {
    const gateway = await startGateway({})
    const known = gateway.device()
    const device = await welcomedDevice(known)
    device.say('set 1 cpu_load,wan_state', report(1))
    await device.hear('ack ')
    gateway.server.unavailable = true
    device.say(report(2), report(3))
    expect(await device.hear('refused ')).toMatch(/^refused 202 /)
    await until(device.closed)
    expect(device.lines.filter((line) => line.startsWith('ack'))).toEqual([`ack ${boot} 1`])
    gateway.server.unavailable = false
    await until(() => gateway.server.gone.length === 1)
    const again = await welcomedDevice(known)
    again.say('set 1 cpu_load,wan_state', report(2, 5), report(3, 5))
    await again.hear(`ack ${boot} 3`)
    expect(gateway.server.reports.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test.each([
    ['values that are no JSON', `report ${boot} 1 0 1 [1,`],
    ['an unknown set', report(1).replace(' 1 [', ' 7 [')],
    ['too few values', report(1, 0, [1])],
    ['another boot', report(1).replace(boot, 'ffffffffffff')],
  ])('with %s are counted and acknowledged', async (_name, line) => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    device.say('set 1 cpu_load,wan_state', line, report(2))
    await device.hear(`ack ${boot} 2`)
    expect(gateway.server.refused).toHaveLength(1)
    expect(gateway.server.reports).toHaveLength(1)
    expect(gateway.counts.get('bad report')).toBe(1)
  })

  test('more than four unacknowledged break the protocol', async () => {
    const gateway = await startGateway({})
    gateway.server.hold = new Promise(() => {})
    const device = await welcomedDevice(gateway.device())
    device.say('set 1 cpu_load,wan_state', ...[1, 2, 3, 4, 5].map((seq) => report(seq)))
    expect(await device.hear('refused ')).toMatch(/^refused 207 /)
    expect(gateway.counts.get('dropped protocol')).toBe(1)
  })
})

describe('other lines', () => {
  test('events and results reach the server; an unknown verb is answered, counted and harms nothing', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    device.say('event {"type":"reboot","age_s":3,"text":"by hand"}', 'frobnicate 1', 'result c-1 done 0 1/1 fine')
    expect(await device.hear('unsupported')).toBe('unsupported frobnicate')
    await until(() => gateway.server.results.length === 1)
    expect(gateway.server.events).toEqual([{ type: 'reboot', age_s: 3, text: 'by hand' }])
    expect(gateway.server.refused).toEqual(['unknown verb'])
    expect(device.closed()).toBe(false)
  })

  test('a device that only sends invalid lines is disconnected', async () => {
    const gateway = await startGateway({ limits: { badLines: 5 } })
    const device = await welcomedDevice(gateway.device())
    device.say(...Array.from({ length: 6 }, () => 'event nonsense'))
    expect(await device.hear('refused ')).toMatch(/^refused 207 /)
    expect(gateway.server.refused).toHaveLength(5)
  })

  test('a line longer than 8,192 bytes closes the link with one clear line', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    await device.raw(Buffer.alloc(9000, 120))
    expect(await device.hear('refused ')).toContain('8192')
    await until(() => gateway.server.gone.length === 1)
    expect(gateway.server.attempts.at(-1)).toMatchObject({ code: linkCodes.badLine, deviceId: 42 })
    expect(gateway.counts.get('dropped line_too_long')).toBe(1)
  })

  test('commands reach the device; for an offline one the call rejects', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    await gateway.driver.send(42, { id: 'c-1', verb: 'refresh', seconds: 60, arg: 'a b' })
    expect(await device.hear('cmd ')).toBe('cmd c-1 refresh 60 a b')
    await expect(gateway.driver.send(43, { id: 'c-2', verb: 'refresh', seconds: 60, arg: '' })).rejects.toThrow(
      DeviceOffline,
    )
  })
})

describe('presence', () => {
  test('a device is gone at once when it closes', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    device.leave()
    await until(() => gateway.server.gone.length === 1)
    expect(gateway.server.online.size).toBe(0)
    expect(gateway.counts.get('links')).toBe(0)
  })

  test('a client whose agent was killed is not left behind', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    device.channel.end()
    await until(() => gateway.server.gone.length === 1)
    await until(device.closed)
  })

  test('a silent device is asked, and offline after one and a half keepalives', async () => {
    let ahead = 0
    const gateway = await startGateway({ now: () => performance.now() + ahead })
    const device = await welcomedDevice(gateway.device())
    ahead = 75_000
    await device.hear('ping')
    device.say('pong')
    await until(() => gateway.counts.get('line pong') === 1)
    ahead = 150_000
    await until(() => device.lines.filter((line) => line === 'ping').length === 2)
    expect(gateway.server.gone).toHaveLength(0)
    ahead = 166_000
    await until(() => gateway.server.gone.length === 1)
    expect(gateway.counts.get('dropped silent')).toBe(1)
  })

  test('a disconnect that could not be stored is reported again', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    gateway.server.unavailable = true
    device.leave()
    await until(() => gateway.counts.get('links') === 0)
    await delay(50)
    gateway.server.unavailable = false
    await until(() => gateway.server.gone.length === 1)
  })

  test('dropping a device closes its link at once with the reason', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    gateway.driver.drop(42, { code: linkCodes.revoked, reason: 'Access for this device was revoked', retry: 3600 })
    expect(await device.hear('refused ')).toMatch(/^refused 204 3600 /)
    await until(device.closed)
  })

  test('stopping says bye and waits for reports in progress', async () => {
    const gateway = await startGateway({})
    const stored = Promise.withResolvers<void>()
    gateway.server.hold = stored.promise
    const device = await welcomedDevice(gateway.device())
    device.say('set 1 cpu_load,wan_state', report(1))
    await until(() => gateway.counts.get('line report') === 1)
    const stopped = gateway.driver.stop()
    await device.hear('bye')
    stored.resolve()
    await stopped
    await until(device.closed)
    expect(device.lines.at(-1)).toBe(`ack ${boot} 1`)
    expect(gateway.server.gone).toHaveLength(1)
  })
})

describe('strangers and misbehaving devices', () => {
  test('a socket that never speaks is closed in time', async () => {
    const gateway = await startGateway({ times: { ready: 100 } })
    const socket = connect(gateway.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let closed = false
    socket.on('close', () => {
      closed = true
    })
    socket.resume()
    await until(() => closed)
    expect(gateway.counts.get('connection too_slow')).toBe(1)
  })

  test('what is no SSH at all is closed at once', async () => {
    const gateway = await startGateway({})
    const socket = connect(gateway.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let closed = false
    socket.on('close', () => {
      closed = true
    })
    socket.resume()
    socket.write('SSH-2.0-x\r\n')
    socket.write(Buffer.alloc(4096, 255))
    await until(() => closed)
    expect(gateway.counts.get('connection broken')).toBe(1)
  })

  test('connections that prove nothing are capped; known devices do not count', async () => {
    const gateway = await startGateway({ limits: { unauthenticated: 3, unauthenticatedPerAddress: 2 } })
    for (let deviceId = 1; deviceId <= 4; deviceId++) await welcomedDevice(gateway.device(deviceId))
    const sockets = [1, 2, 3].map(() => connect(gateway.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {})
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await until(() => gateway.counts.get('connection over_address_cap') === 1)
    expect(gateway.counts.get('links')).toBe(4)
  })

  test.each([
    ['nothing', ''],
    ['their name alone', 'SSH-2.0-x\r\n'],
  ])('strangers who say %s keep no device out', async (_, said) => {
    const limits = { unauthenticated: 8, unauthenticatedPerAddress: 2, silence: 0 }
    const gateway = await startGateway({ limits, balancer: () => true })
    const sockets = Array.from({ length: 24 }, (_, index) => {
      const socket = connect(gateway.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`PROXY TCP4 192.0.2.${index % 4} 127.0.0.1 1000 2000\r\n`)
      // After the name of the server, so that it is no part of what came before the place was taken.
      const named = new Promise((resolve) => {
        socket.once('data', () => socket.write(said, resolve))
        socket.once('close', resolve)
      })
      return { socket, named }
    })
    onTestFinished(() => {
      for (const { socket } of sockets) socket.destroy()
    })
    await Promise.all(sockets.map(({ named }) => named))
    await welcomedDevice({ ...gateway.device(1), proxyHeader: 'PROXY TCP4 198.51.100.1 127.0.0.1 1000 2000\r\n' })
    expect(gateway.counts.get('connection displaced')).toBeGreaterThan(0)
  })

  test('a storm of devices is admitted at a rate, the others are asked to come back later', async () => {
    const gateway = await startGateway({ limits: { admission: { rate: 0.001, burst: 2 } } })
    await welcomedDevice(gateway.device(1))
    await welcomedDevice(gateway.device(2))
    const { privateKey, port } = gateway.device(3)
    const third = await connectDevice({ port, user: '3', privateKey })
    third.say(hello)
    expect(await third.hear('refused ')).toMatch(/^refused 202 [1-9][0-9]* /)
  })

  test('a device a hundred times too fast is slowed, then disconnected; others are not affected', async () => {
    const gateway = await startGateway({ limits: { lines: { rate: 50, burst: 10 } }, times: { throttle: 300 } })
    const neighbour = await welcomedDevice(gateway.device(7))
    const device = await welcomedDevice(gateway.device())
    device.say(...Array.from({ length: 1000 }, () => 'pong'))
    expect(await device.hear('refused ')).toMatch(/^refused 203 /)
    expect(gateway.counts.get('line pong')).toBeLessThan(40)
    expect(gateway.counts.get('dropped too_fast')).toBe(1)
    neighbour.say('set 1 cpu_load,wan_state', report(1))
    await neighbour.hear('ack ')
  })

  test('a bug while handling a line ends that link and no other', async () => {
    const gateway = await startGateway({})
    const neighbour = await welcomedDevice(gateway.device(7))
    const device = await welcomedDevice(gateway.device())
    gateway.server.port.event = () => {
      throw new Error('a fault')
    }
    device.say('event {"type":"reboot","age_s":3,"text":"by hand"}')
    await until(device.closed)
    neighbour.say('set 1 cpu_load,wan_state', report(1))
    await neighbour.hear('ack ')
  })

  test('a device that never reads is dropped', async () => {
    const gateway = await startGateway({})
    const stall = await startStall(gateway.port)
    const device = await welcomedDevice({ ...gateway.device(), port: stall.port })
    const neighbour = await welcomedDevice(gateway.device(7))
    stall.stall()
    const command = { id: 'c', verb: 'refresh', seconds: 60, arg: 'x'.repeat(3900) }
    // Bounded by what the kernel buffers between the two ends.
    for (let sent = 0; sent < 5000 && !gateway.counts.get('dropped behind'); sent++) {
      await gateway.driver.send(42, command).catch(() => {})
      if (sent % 50 === 0) await delay(1)
    }
    expect(gateway.counts.get('dropped behind')).toBe(1)
    await until(() => gateway.server.gone.length === 1)
    expect(neighbour.closed()).toBe(false)
    device.leave()
  })
})

describe('enrolment', () => {
  async function enrol(secret: string) {
    const gateway = await startGateway({})
    gateway.server.keys.set('k7f2m9qa', 'S'.repeat(32))
    const privateKey = generateHostKey()
    const device = await connectDevice({ port: gateway.port, user: 'enroll', privateKey })
    device.say(formatUpLine({ verb: 'hello', hello: { ...testHello, key: 'k7f2m9qa' } }))
    const nonce = (await device.hear('nonce ')).slice('nonce '.length)
    const text = proofText(nonce, testHello.serial, testHello.mac)
    device.say(`proof ${createHmac('sha256', secret).update(text).digest('hex')}`)
    return { gateway, device, privateKey }
  }

  test('a device with the right proof is bound, and its key signs in from then on', async () => {
    const { gateway, device, privateKey } = await enrol('S'.repeat(32))
    expect(await device.hear('bound ')).toBe('bound 1')
    await until(device.closed)
    await welcomedDevice({ port: gateway.port, deviceId: 1, privateKey })
  })

  test('a wrong proof is refused with the reason and the time of the next try', async () => {
    const { gateway, device } = await enrol('wrong')
    expect(await device.hear('refused ')).toMatch(/^refused 12 [1-9][0-9]* /)
    await until(device.closed)
    expect(gateway.counts.get('refused 12')).toBe(1)
  })

  test('an enrolling session may say nothing but hello and proof', async () => {
    const gateway = await startGateway({})
    const device = await connectDevice({ port: gateway.port, user: 'enroll', privateKey: generateHostKey() })
    device.say(hello)
    await device.hear('nonce ')
    device.say(report(1))
    expect(await device.hear('refused ')).toMatch(/^refused 207 /)
  })

  test('too many proofs from one address are refused unread', async () => {
    const gateway = await startGateway({ limits: { enrolments: { rate: 0.001, burst: 1 } } })
    const outcomes: string[] = []
    for (let round = 0; round < 2; round++) {
      const device = await connectDevice({ port: gateway.port, user: 'enroll', privateKey: generateHostKey() })
      device.say(hello)
      await device.hear('nonce ')
      device.say(`proof ${'0'.repeat(64)}`)
      outcomes.push((await device.hear('refused ')).split(' ')[1]!)
    }
    expect(outcomes).toEqual(['12', '203'])
  })
})

test('user install gets the agent, byte for byte, without a key', async () => {
  const script = Buffer.from(`#!/bin/sh\n# ${'x'.repeat(200_000)}\n`)
  const gateway = await startGateway({ script })
  const device = await connectDevice({ port: gateway.port, user: 'install', command: 'agent' })
  await until(device.closed)
  expect(`${device.lines.join('\n')}\n`).toBe(script.toString())
})

test('a connection opens no session after session, neither without a key nor with one', async () => {
  const gateway = await startGateway({})
  const { privateKey, port } = gateway.device()
  /** Number of sessions opened until the connection was closed. */
  const openMany = (login: { username: string; privateKey?: string }) =>
    new Promise<number>((resolve) => {
      const client = new ssh2.Client()
      let opened = 0
      client.on('error', () => {})
      client.once('close', () => resolve(opened))
      client.once('ready', () => {
        for (let count = 0; count < 1000; count++)
          client.exec('none such', (error) => {
            if (error?.message === 'Unable to exec') opened++
          })
      })
      client.connect({ host: '127.0.0.1', port, ...login })
    })
  for (const login of [{ username: 'install' }, { username: '42', privateKey }])
    expect(await openMany(login)).toBeLessThanOrEqual(2)
  expect(gateway.counts.get('uninvited session')).toBeGreaterThan(0)
})
