import { createHash, randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { linkCodes } from '@longreach/contract/link/codes'
import { describe, expect, test } from 'vitest'
import { TunnelError } from '../../drivers/driver.ts'
import { connectDevice, publicKeyOf, welcomedDevice } from '../../test/gateway/device.ts'
import { startGateway } from '../../test/gateway/gateway.ts'
import { openTestTunnel, readAll, registerForward, ticketOf, tunnelDevice } from '../../test/gateway/tunnel.ts'
import { until } from '../../test/until.ts'
import { inEnglish } from '../../texts.ts'
import { generateHostKey } from '../host-key.ts'

const target = { host: '192.168.1.10', port: 80 }
const ignore = () => {}

const failing = (step: string) => expect.objectContaining({ name: TunnelError.name, step })

describe('asking for a tunnel', () => {
  test('the device gets a ticket and the target, and data flows both ways', async () => {
    const gateway = await startGateway({})
    const known = gateway.device()
    const device = await tunnelDevice(known)
    const asked = gateway.driver.openTunnel(42, target)
    const line = await device.hear('cmd ')
    expect(line).toMatch(/^cmd q_[0-9a-f]{24} tunnel 15 [0-9a-f]{32} 192\.168\.1\.10 80$/)
    await registerForward(known, await ticketOf(device), (accept) => {
      const channel = accept()
      channel.on('data', (chunk: Buffer) => channel.write(`<${chunk}>`))
    })
    const tunnel = await asked
    const stream = await tunnel.open()
    stream.write('hello')
    const echo = await new Promise<Buffer>((resolve) => stream.once('data', resolve))
    expect(String(echo)).toBe('<hello>')
    expect(gateway.counts.get('tunnels')).toBe(1)
    expect(gateway.counts.get('forward opened')).toBe(1)
  })

  test('an offline, outdated, unwilling or silent device is distinguished', async () => {
    const gateway = await startGateway({ times: { tunnel: 200 } })
    await expect(gateway.driver.openTunnel(42, target)).rejects.toEqual(failing('device_offline'))
    await welcomedDevice(gateway.device(43))
    await expect(gateway.driver.openTunnel(43, target)).rejects.toEqual(failing('unsupported'))
    const device = await tunnelDevice(gateway.device())
    const refused = gateway.driver.openTunnel(42, target)
    const id = (await device.hear('cmd ')).split(' ')[1]
    device.say(`result ${id} failed 1 1/1 no\u0007such host`)
    await expect(refused).rejects.toEqual(failing('device_failed'))
    await expect(refused).rejects.toThrow('no such host')
    await expect(gateway.driver.openTunnel(42, target)).rejects.toEqual(failing('no_answer'))
    const left = gateway.driver.openTunnel(42, target)
    await ticketOf(device, 3)
    device.leave()
    await expect(left).rejects.toEqual(failing('device_offline'))
    expect(gateway.server.results).toEqual([])
  })

  test('it can be aborted, and the tunnel that arrives late is closed', async () => {
    const gateway = await startGateway({})
    const known = gateway.device()
    const device = await tunnelDevice(known)
    const giveUp = new AbortController()
    const asked = gateway.driver.openTunnel(42, target, { signal: giveUp.signal })
    const ticket = await ticketOf(device)
    giveUp.abort(new Error('the window was closed'))
    await expect(asked).rejects.toThrow('the window was closed')
    await expect(registerForward(known, ticket, ignore)).rejects.toThrow()
    expect(gateway.counts.get('forward late')).toBe(1)
    expect(gateway.counts.get('tunnels')).toBeUndefined()
  })

  test('the number of tunnels per device is limited', async () => {
    const gateway = await startGateway({ limits: { tunnelsPerDevice: 2 } })
    const { known, device, tunnel } = await openTestTunnel(gateway, ignore)
    const second = gateway.driver.openTunnel(42, target)
    await expect(gateway.driver.openTunnel(42, target)).rejects.toEqual(failing('too_many'))
    await registerForward(known, await ticketOf(device, 2), ignore)
    await second
    tunnel.close('enough')
    const third = gateway.driver.openTunnel(42, target)
    await registerForward(known, await ticketOf(device, 3), ignore)
    await third
  })
})

describe('tickets', () => {
  async function issued() {
    const gateway = await startGateway({})
    const known = gateway.device()
    const device = await tunnelDevice(known)
    const asked = gateway.driver.openTunnel(42, target)
    asked.catch(() => {})
    return { gateway, known, device, asked, ticket: await ticketOf(device) }
  }

  function listed(gateway: Awaited<ReturnType<typeof startGateway>>, reason: string) {
    expect(gateway.server.attempts).toMatchObject([
      { code: linkCodes.badTicket, reason: expect.stringContaining(reason) },
    ])
    expect(gateway.counts.get('forward bad_ticket')).toBe(1)
  }

  test('are valid once', async () => {
    const { gateway, known, asked, ticket } = await issued()
    await registerForward(known, ticket, ignore)
    await asked
    await expect(registerForward(known, ticket, ignore)).rejects.toThrow()
    listed(gateway, 'used before')
    expect(gateway.counts.get('tunnels')).toBe(1)
  })

  test.each([
    ['of another device', 43],
    ['with another key of the device', 42],
  ])('are not valid %s', async (_name, deviceId) => {
    const { gateway, ticket, device } = await issued()
    const stranger = gateway.device(deviceId)
    await expect(registerForward(stranger, ticket, ignore)).rejects.toThrow()
    listed(gateway, 'another device, key')
    expect(device.closed()).toBe(false)
  })

  test('are not valid after they expired, nor if they were invented', async () => {
    const { gateway, known, ticket } = await issued()
    gateway.server.tickets.get(ticket)!.expiresAt = 0
    await expect(registerForward(known, ticket, ignore)).rejects.toThrow()
    listed(gateway, 'it has expired')
    await expect(registerForward(known, 'f'.repeat(32), ignore)).rejects.toThrow()
    expect(gateway.server.attempts[1]).toMatchObject({ reason: expect.stringContaining('never given out') })
  })

  test('a device that cannot sign in cannot use one', async () => {
    const { known, ticket } = await issued()
    await expect(registerForward({ ...known, privateKey: generateHostKey() }, ticket, ignore)).rejects.toThrow()
  })
})

describe('unexpected requests', () => {
  test('a channel, a command or a second forward on a tunnel ends it', async () => {
    const gateway = await startGateway({ times: { linger: 50 } })
    const attempts: ((client: Awaited<ReturnType<typeof openTestTunnel>>['forward']['client']) => void)[] = [
      (client) => client.exec('link', () => {}),
      (client) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, () => {}),
      (client) => client.forwardIn('0.0.0.0', 2222, () => {}),
    ]
    for (const attempt of attempts) {
      const { forward, tunnel } = await openTestTunnel(gateway, ignore)
      let gone = false
      tunnel.onClose(() => {
        gone = true
      })
      attempt(forward.client)
      await until(() => gone)
    }
    expect([...gateway.counts.keys()].filter((name) => name.startsWith('uninvited'))).toEqual([
      'uninvited session',
      'uninvited direct',
      'uninvited forward',
    ])
    expect(gateway.counts.get('tunnels')).toBe(0)
  })

  test('a connection that signs in and asks for nothing is closed', async () => {
    const gateway = await startGateway({ times: { hello: 100 } })
    const { privateKey, port } = gateway.device()
    const ended = connectDevice({ port, user: '42', privateKey, command: 'sh' })
    await expect(ended).rejects.toThrow()
  })

  test('a control link that asks for a forward keeps going without it', async () => {
    const gateway = await startGateway({})
    const { client, say } = await welcomedDevice(gateway.device())
    const error = await new Promise((resolve) => client.forwardIn('127.0.0.1', 0, resolve))
    expect(error).toBeInstanceOf(Error)
    say('pong')
    await until(() => gateway.counts.get('line pong') === 1)
    expect(gateway.counts.get('uninvited forward')).toBe(1)
  })

  test('one that does nothing else is disconnected', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    for (let count = 0; count < 30; count++) device.client.forwardIn('127.0.0.1', 0, () => {})
    await until(device.closed)
    expect(gateway.counts.get('uninvited forward')).toBe(21)
  })
})

describe('connections through a tunnel', () => {
  test('100 MB each way arrive whole, each direction with an end of its own', async () => {
    const gateway = await startGateway({})
    const block = randomBytes(1 << 20)
    const blocks = 100
    const digest = createHash('sha256')
    for (let count = 0; count < blocks; count++) digest.update(block)
    const whole = digest.digest('hex')
    let received = ''
    async function answer(channel: Duplex) {
      const hash = createHash('sha256')
      for await (const chunk of channel) hash.update(chunk)
      received = hash.digest('hex')
      // Only now, after the other direction has ended.
      await sendAll(channel)
    }
    async function sendAll(stream: Duplex) {
      for (let count = 0; count < blocks; count++) {
        if (!stream.write(block)) await new Promise((resolve) => stream.once('drain', resolve))
      }
      stream.end()
    }
    const { tunnel } = await openTestTunnel(gateway, (accept) => void answer(accept()))
    const stream = await tunnel.open()
    await sendAll(stream)
    const back = createHash('sha256')
    for await (const chunk of stream) back.update(chunk)
    expect(received).toBe(whole)
    expect(back.digest('hex')).toBe(whole)
  })

  test.each(['aes128-gcm@openssh.com', 'chacha20-poly1305@openssh.com', 'aes128-ctr'])(
    'keys renewed under way by %s change nothing',
    async (cipher) => {
      const gateway = await startGateway({})
      const { forward, tunnel } = await openTestTunnel(gateway, ignore, cipher)
      const channel = new Promise<Duplex>((resolve) => {
        forward.client.removeAllListeners('tcp connection')
        forward.client.once('tcp connection', (_details, accept) => resolve(accept()))
      })
      const stream = await tunnel.open()
      const far = await channel
      far.pipe(far)
      const sent = randomBytes(3 << 20)
      const heard = readAll(stream)
      for (let part = 0; part < 3; part++) {
        stream.write(sent.subarray(part << 20, (part + 1) << 20))
        const renewed = new Promise((resolve) => forward.client.once('handshake', resolve))
        ;(forward.client as unknown as { _protocol: { rekey(): void } })._protocol.rekey()
        await renewed
      }
      stream.end()
      expect((await heard).equals(sent)).toBe(true)
    },
  )

  test('a reader that pauses slows the writer, in both directions', async () => {
    const gateway = await startGateway({})
    const block = Buffer.alloc(64 * 1024)
    let sent = 0
    const { tunnel } = await openTestTunnel(gateway, (accept) => {
      const channel = accept()
      channel.pause()
      const more = () => {
        while (sent < 5000 && channel.write(block)) sent++
      }
      channel.on('drain', more)
      more()
    })
    const stream = await tunnel.open()
    let taken = 0
    let waiting = false
    while (!waiting && taken < 5000) {
      taken++
      if (stream.write(block)) continue
      const drained = new Promise<boolean>((resolve) => stream.once('drain', () => resolve(true)))
      const patience = new Promise<boolean>((resolve) => setTimeout(resolve, 500, false))
      waiting = !(await Promise.race([drained, patience]))
    }
    // The window of 2 MiB, and the buffers on the way.
    expect(taken * block.length).toBeLessThan(16 << 20)
    expect(sent * block.length).toBeLessThan(16 << 20)
  })

  test('a target that cannot be reached, does not answer, or is no longer needed', async () => {
    const gateway = await startGateway({ times: { target: 200 } })
    const answers: ((reject: () => void) => void)[] = [(reject) => reject(), () => {}]
    const { tunnel } = await openTestTunnel(gateway, (_accept, reject) => answers.shift()!(reject))
    await expect(tunnel.open()).rejects.toEqual(failing('target_unreachable'))
    await expect(tunnel.open()).rejects.toEqual(failing('target_unreachable'))
    await expect(tunnel.open(AbortSignal.timeout(20))).rejects.toThrow()
  })

  test('the number of concurrent ones is limited', async () => {
    const gateway = await startGateway({ limits: { channelsPerTunnel: 2 } })
    const { tunnel } = await openTestTunnel(gateway, (accept) => accept().resume())
    const [first] = await Promise.all([tunnel.open(), tunnel.open()])
    await expect(tunnel.open()).rejects.toEqual(failing('too_many'))
    first!.destroy()
    await until(async () => {
      try {
        return await tunnel.open()
      } catch {
        return false
      }
    })
  })

  test('a write in progress when the device closes fails instead of waiting forever', async () => {
    const gateway = await startGateway({})
    let channel: { close(): void; pause(): void } | undefined
    const { tunnel } = await openTestTunnel(gateway, (accept) => {
      channel = accept()
      channel.pause()
    })
    const stream = await tunnel.open()
    const failed = new Promise((resolve) => stream.write(Buffer.alloc(4 << 20), resolve))
    stream.on('error', () => {})
    stream.resume()
    await until(() => channel)
    channel!.close()
    expect(await failed).toBeInstanceOf(Error)
    expect(await new Promise((resolve) => stream.write('x', resolve))).toBeInstanceOf(Error)
  })
})

describe('the end of a tunnel', () => {
  test.each(['the device', 'the server'])(
    'is noticed at once when %s ends it, and its connections with it',
    async (who) => {
      const gateway = await startGateway({})
      const { tunnel, forward } = await openTestTunnel(gateway, (accept) => accept().resume())
      const stream = await tunnel.open()
      const error = new Promise((resolve) => stream.once('error', resolve))
      const reason = new Promise<string>((resolve) => tunnel.onClose(resolve))
      if (who === 'the device') forward.client.destroy()
      else tunnel.close('The session ended')
      expect(await reason).toBe(who === 'the device' ? 'The device closed the tunnel' : 'The session ended')
      expect(await error).toEqual(failing('tunnel_gone'))
      await expect(tunnel.open()).rejects.toEqual(failing('tunnel_gone'))
      await until(forward.closed)
      expect(gateway.counts.get('tunnels')).toBe(0)
      expect(await new Promise((resolve) => tunnel.onClose(resolve))).toBe(await reason)
    },
  )

  test('dropping the device closes its tunnels and gives up those it was asked for', async () => {
    const gateway = await startGateway({})
    const { tunnel, forward } = await openTestTunnel(gateway, ignore)
    const asked = gateway.driver.openTunnel(42, target)
    asked.catch(() => {})
    const reason = new Promise<string>((resolve) => tunnel.onClose(resolve))
    gateway.driver.drop(42, { code: linkCodes.revoked, reason: 'Access for this device was revoked', retry: 60 })
    expect(await reason).toBe('Access for this device was revoked')
    await expect(asked).rejects.toEqual(failing('device_offline'))
    await until(forward.closed)
  })

  test('a device that went silent is noticed', async () => {
    const gateway = await startGateway({ times: { tunnelKeepalive: 50 } })
    const { tunnel, forward } = await openTestTunnel(gateway, ignore)
    const reason = new Promise<string>((resolve) => tunnel.onClose(resolve))
    const socket = (forward.client as unknown as { _sock: { pause(): void } })._sock
    const alive = Promise.race([reason, new Promise((resolve) => setTimeout(resolve, 400, 'still there'))])
    expect(await alive).toBe('still there')
    socket.pause()
    expect(await reason).toBe('The device no longer answers')
  })

  test('its control link may be lost meanwhile', async () => {
    const gateway = await startGateway({})
    const { device, tunnel } = await openTestTunnel(gateway, (accept) => accept().end('still here'))
    device.leave()
    await until(() => gateway.server.gone.length === 1)
    expect(String(await readAll(await tunnel.open()))).toBe('still here')
  })

  test('stopping the server closes it', async () => {
    const gateway = await startGateway({})
    const { tunnel, forward } = await openTestTunnel(gateway, ignore)
    const reason = new Promise<string>((resolve) => tunnel.onClose(resolve))
    await gateway.driver.stop()
    expect(inEnglish(await reason)).toBe('Server stopped')
    await until(forward.closed)
  })
})

describe('asking a device', () => {
  test('the answer arrives whole and only at its caller', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    const asked = gateway.driver.ask(42, { verb: 'exec', arg: 'uname -a', seconds: 10 })
    const [, id, ...rest] = (await device.hear('cmd ')).split(' ')
    expect(rest.join(' ')).toBe('exec 10 uname -a')
    device.say(`result ${id} done 3 1/2 Linux\\nsecond `, `result ${id} done 3 2/2 part\\e[0m`)
    expect(await asked).toEqual({ state: 'done', exit: 3, text: 'Linux\nsecond part\u001b[0m' })
    device.say(`result ${id} done 3 1/1 late`, 'result c-1 done 0 1/1 mine')
    await until(() => gateway.server.results.length === 1)
    expect(gateway.server.results).toMatchObject([{ id: 'c-1' }])
  })

  test('another device cannot answer for it', async () => {
    const gateway = await startGateway({})
    const device = await welcomedDevice(gateway.device())
    const other = await welcomedDevice(gateway.device(43))
    const asked = gateway.driver.ask(42, { verb: 'exec', arg: 'id', seconds: 10 })
    const id = (await device.hear('cmd ')).split(' ')[1]
    other.say(`result ${id} done 0 1/1 forged`, 'pong')
    await until(() => gateway.counts.get('line pong') === 1)
    device.say(`result ${id} done 0 1/1 true`)
    expect((await asked).text).toBe('true')
  })

  test('an offline device, a disconnect, or an abort ends the wait', async () => {
    const gateway = await startGateway({})
    const question = { verb: 'exec', arg: 'id', seconds: 10 } as const
    await expect(gateway.driver.ask(42, question)).rejects.toMatchObject({ name: 'DeviceOffline' })
    const device = await welcomedDevice(gateway.device())
    const giveUp = new AbortController()
    const first = gateway.driver.ask(42, question, giveUp.signal)
    giveUp.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    const second = gateway.driver.ask(42, question)
    device.leave()
    await expect(second).rejects.toMatchObject({ name: 'DeviceOffline' })
  })
})

test('the key a tunnel signs in with is the one of the control link', async () => {
  const gateway = await startGateway({})
  const known = gateway.device()
  const device = await tunnelDevice(known)
  gateway.driver.openTunnel(42, target).catch(() => {})
  const renewed = generateHostKey()
  gateway.server.devices.set(42, { publicKey: publicKeyOf(renewed) })
  await expect(registerForward({ ...known, privateKey: renewed }, await ticketOf(device), ignore)).rejects.toThrow()
})
