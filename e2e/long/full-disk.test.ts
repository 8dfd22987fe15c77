import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { getDiskSpace } from '@longreach/contract/system/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../apps/server/src/test/client.ts'
import { connectEnrolled, enrolDevice } from '../../apps/server/src/test/device.ts'
import type { TestDevice } from '../../apps/server/src/test/gateway/device.ts'
import { until } from '../../apps/server/src/test/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'disk-'))
const filler = path.join(folder, 'filler')
const main = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

let server: ReturnType<typeof spawn>
let out = ''
let base = ''
let port = 0

beforeAll(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=711', 'tmpfs', folder])
  server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DEMO: '1',
      DATA_DIR: folder,
      PORT: '0',
      GATEWAY_PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      MIN_FREE_MB: '150',
    },
  })
  server.stdout?.on('data', (chunk) => {
    out += chunk
  })
  await until(() => /Gateway: port (\d+)/.test(out), 60_000)
  base = /Console: (\S+)/.exec(out)?.[1] ?? ''
  port = Number(/Gateway: port (\d+)/.exec(out)?.[1])
})

afterAll(async () => {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.on('exit', resolve))
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

const password = 'Longreach-demo-1'

async function newKey(): Promise<string> {
  const admin = await signIn(base, 'admin@longreach.test', password)
  const { data: companies } = await admin.call(listCompanies)
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.id ?? 0 } })
  return data.key
}

/** Leaves that many megabytes of the disk free. */
function leaveFree(megabytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const size = Math.floor((bavail * bsize) / 1024 / 1024) - megabytes
  execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', `count=${size}`], { stdio: 'ignore' })
}

const diskSpaceNow = async () => ((await (await fetch(`${base}/ready`)).json()) as { disk_space: string }).disk_space

test('with little disk space reads go on, changes are refused, reports wait on an open link, and all comes back by itself', async () => {
  const device = await enrolDevice(port, await newKey(), { serial: '8000000002' })
  const boot = device.hello.boot
  const link = await connectEnrolled(port, device)
  const report = (seq: number) => link.say('set 1 signal', `report ${boot} ${seq} 0 1 [-70]`)
  report(1)
  await link.hear(`ack ${boot} 1`)
  leaveFree(100)
  await until(async () => (await diskSpaceNow()) === 'full', 15_000)
  expect((await fetch(`${base}/ready`)).status).toBe(200)
  expect(await (await fetch(`${base}/metrics`)).text()).toContain('changes_accepted 0')
  // Signing in and reading still work.
  const admin = await signIn(base, 'root@longreach.test', password)
  const { data: companies, status } = await admin.call(listCompanies)
  expect(status).toBe(200)
  const { data: space } = await admin.call(getDiskSpace)
  expect(space).toMatchObject({ state: 'full', required: 150 * 1024 * 1024 })
  expect(space.free).toBeLessThan(space.required)
  const refused = await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.id ?? 0 } })
  expect([refused.status, refused.errors[0]?.code]).toEqual([503, 'UNAVAILABLE'])
  expect(refused.errors[0]?.message).toContain('Server disk full. Changes are not possible until space is freed')
  for (const seq of [2, 3, 4]) report(seq)
  await delay(1500)
  expect([link.closed(), link.lines.filter((line) => line.startsWith('ack'))]).toEqual([false, [`ack ${boot} 1`]])
  rmSync(filler)
  await until(() => link.lines.includes(`ack ${boot} 4`), 20_000)
  expect(await diskSpaceNow()).not.toBe('full')
  expect((await admin.call(createEnrolmentKey, { body: { company_id: companies[0]?.id ?? 0 } })).status).toBe(201)
  link.leave()
})

test('a disk that fills up at once acknowledges nothing, says so in one line, and everything recovers when there is space', async () => {
  const device = await enrolDevice(port, await newKey(), { serial: '8000000001' })
  const boot = device.hello.boot
  let link: TestDevice = await connectEnrolled(port, device)
  const report = (seq: number) => link.say('set 1 signal', `report ${boot} ${seq} 0 1 [-${60 + (seq % 40)}]`)
  report(1)
  await link.hear(`ack ${boot} 1`)

  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
  } catch {
    // dd ends with an error when the disk is full: that is its purpose here.
  }
  let acknowledged = 1
  for (let seq = 2; seq < 400 && !link.closed(); seq++) {
    report(seq)
    await until(() => link.closed() || link.lines.includes(`ack ${boot} ${seq}`), 20_000)
    if (link.lines.includes(`ack ${boot} ${seq}`)) acknowledged = seq
  }
  expect(acknowledged).toBeLessThan(399)
  expect(link.lines.at(-1)).toMatch(/^refused 202 /)
  // The log takes another way than the link.
  await until(() => /No space left on device/.test(out))
  await until(async () => (await fetch(`${base}/health`)).status === 200)

  rmSync(filler)
  await until(async () => (await fetch(`${base}/ready`)).status === 200, 60_000)
  const again = async (): Promise<boolean> => {
    link = await connectEnrolled(port, device)
    return true
  }
  await until(() => again().catch(() => false), 60_000)
  report(acknowledged + 1)
  // It may wait until disk space is checked again.
  await until(() => link.lines.includes(`ack ${boot} ${acknowledged + 1}`), 20_000)
  const admin = await signIn(base, 'admin@longreach.test', password)
  const start = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const end = new Date(Date.now() + 60_000).toISOString().slice(0, 19).replace('T', ' ')
  const answer = await admin.fetch(
    `/api/devices/${device.deviceId}/information/dynamic?start_date=${encodeURIComponent(start)}&end_date=${encodeURIComponent(end)}`,
  )
  const { data } = (await answer.json()) as { data: { signal: number | null }[] }
  expect(data.filter((row) => row.signal !== null)).toHaveLength(acknowledged + 1)
  link.leave()
})
