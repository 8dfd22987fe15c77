import { fileExits } from '@longreach/contract/link/files'
import { onTestFinished } from 'vitest'
import type { Fault } from './faults.ts'
import { startFleet } from './fleet.ts'
import { specOf } from './spec.ts'
import { memoryStore } from './state.ts'
import { startTestServer, type TestLink, type TestServer, testSecret, until } from './test-server.ts'

export const ticket = '00112233445566778899aabbccddeeff'
export const spec = specOf({ index: 1, model: 'RUTX11', name: 'Test 1', use: 'office', life: 'steady' }, 7)

/** Makes the server send that content from now on; returns the requests for it. */
export function serveContent(server: TestServer, content: Buffer) {
  const gets: { ticket: string; offset: number }[] = []
  server.serveFile = (get, channel) => {
    gets.push(get)
    channel.write(content.subarray(get.offset))
    channel.exit(fileExits.sent)
    channel.end()
  }
  return gets
}

/** A device on a server after its first report; both end with the test. `start` starts the fleet again. */
export async function startDevice(faults: readonly Omit<Fault, 'device'>[] = [], longestWait = 0.5) {
  const server = await startTestServer({ static: 60 })
  onTestFinished(() => server.stop())
  const store = memoryStore()
  const start = () => {
    const fleet = startFleet({
      server: server.server,
      specs: [spec],
      credentials: () => ({ key: `k1.${testSecret}` }),
      retry: { spread: 0.05, max: longestWait },
      every: 20,
      store,
      faults: faults.map((fault) => ({ ...fault, device: 1 })),
    })
    onTestFinished(() => fleet.stop())
    return fleet
  }
  const fleet = start()
  const links = () => server.links.filter(({ user }) => user !== 'enroll')
  const last = () => links().at(-1) as TestLink
  const say = (id: string, command: string, arg: string) =>
    (links().findLast(({ open }) => open) as TestLink).say({ verb: 'cmd', id, command, seconds: 60, arg })
  await until(() => links()[0]?.reports.length)
  return { server, start, fleet, links, last, say }
}
