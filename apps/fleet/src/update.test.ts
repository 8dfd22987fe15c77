import { createHash, randomBytes } from 'node:crypto'
import { fileExits } from '@longreach/contract/link/files'
import { batchCapability } from '@longreach/contract/link/report'
import type { Connection, ServerChannel } from 'ssh2'
import { expect, test } from 'vitest'
import { serveContent, startDevice, ticket } from './test-device.ts'
import { type TestServer, until } from './test-server.ts'

const agent = randomBytes(60_000)
const sumOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

const links = (server: TestServer) => server.links.filter(({ user }) => user !== 'enroll')
const results = (server: TestServer) =>
  links(server).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.verb === 'result' ? [`${line.state} ${line.exit} ${line.text}`] : [])),
  )

/** A device on a server that has the agent as its file, and the requests for that file. */
async function device() {
  const started = await startDevice()
  const gets = serveContent(started.server, agent)
  const order = (id: string, sum = sumOf(agent), bytes = agent.length) =>
    started.say(id, 'upgrade-agent', `${ticket} ${sum} ${bytes} 9.9.9`)
  return { ...started, gets, order }
}

test('an updated device sends another hello with the version, also after its fleet was restarted', async () => {
  const { server, gets, start, fleet, order } = await device()
  order('u1')
  await until(() => links(server).at(-1)?.hello?.agent === '9.9.9')
  expect(gets).toEqual([{ ticket, offset: 0 }])
  expect(links(server).at(-1)?.hello?.caps).toContain(batchCapability)
  order('u1')
  await until(() => results(server).length === 1)
  expect(results(server)).toEqual(['already 0 9.9.9'])
  fleet.stop()
  const before = server.links.length
  start()
  await until(() => server.links[before]?.hello)
  expect(server.links[before]?.hello?.agent).toBe('9.9.9')
  expect(gets).toHaveLength(1)
})

test('it resumes where the connection was lost', async () => {
  const { server, gets, order } = await device()
  const whole = server.serveFile
  server.serveFile = (get, channel, client) => {
    server.serveFile = whole
    gets.push(get)
    channel.write(agent.subarray(0, 20_000), () => client.end())
  }
  order('u1')
  await until(() => links(server).at(-1)?.hello?.agent === '9.9.9')
  expect(gets[0]?.offset).toBe(0)
  expect(gets).toHaveLength(2)
  expect(gets[1]?.offset).toBeGreaterThan(0)
  expect(gets[1]?.offset).toBeLessThanOrEqual(20_000)
})

const refuse = (_get: unknown, channel: ServerChannel) => {
  channel.stderr.write('The ticket is not valid: it has expired\n')
  channel.exit(fileExits.badTicket)
  channel.end()
}
const tooMuch = (_get: unknown, channel: ServerChannel, _client: Connection) => {
  channel.write(Buffer.concat([agent, agent]))
}

test.each([
  ['what has another sum', undefined, '0'.repeat(64), 'the downloaded file is not the announced agent'],
  ['an invalid ticket', refuse, undefined, 'The ticket is not valid: it has expired'],
  ['more than was announced', tooMuch, undefined, 'connection closed'],
])(
  '%s is rejected: the old agent continues and reports why, also when asked again',
  async (_what, serve, sum, reason) => {
    const { server, order } = await device()
    if (serve) server.serveFile = serve
    const was = links(server)[0]?.hello?.agent
    order('u1', sum)
    await until(() => results(server).length === 1)
    order('u1', sum)
    await until(() => results(server).length === 2)
    expect(results(server)).toEqual([`failed 1 ${reason}`, `already 1 ${reason}`])
    expect(links(server)).toHaveLength(1)
    links(server)[0]?.cut()
    await until(() => links(server).length === 2 && links(server)[1]?.hello)
    expect(links(server)[1]?.hello?.agent).toBe(was)
  },
)

test('an invalid command is refused immediately', async () => {
  const { server, gets, order } = await device()
  order('u1', 'no sum')
  await until(() => results(server).length === 1)
  expect(results(server)).toEqual(['failed 2 expected a ticket, a checksum, a length and a version'])
  expect(gets).toEqual([])
})
