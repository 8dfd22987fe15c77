import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-lock.ts'

let folder: string
const file = () => path.join(folder, 'server.lock')

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('of servers that start at once after a killed one, one gets the folder', async () => {
  await writeFile(file(), '999999 1\n')
  const locks = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder)))
  const got = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []))
  expect(got).toHaveLength(1)
  await got[0]?.()
  await (await lockDataDir(folder))()
})

test('a server whose process is not known here keeps its folder, as one in another container', async () => {
  const unlock = await lockDataDir(folder)
  await writeFile(file(), '999999 1\n')
  await expect(lockDataDir(folder)).rejects.toThrow(`DATA_DIR: ${folder} is in use by process 999999`)
  await unlock()
})

test('a killed server loses its folder at once, and one of an earlier release that runs keeps it', async () => {
  const source = `const { lockDataDir } = await import('${import.meta.dirname}/data-lock.ts')
    await lockDataDir(${JSON.stringify(folder)}); process.stdout.write('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source])
  await once(child.stdout, 'data')
  await expect(lockDataDir(folder)).rejects.toThrow(`is in use by process ${child.pid}`)
  const written = await readFile(file(), 'utf8')
  await rm(path.join(folder, 'server.lock.sqlite'))
  await expect(lockDataDir(folder)).rejects.toThrow(`is in use by process ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const unlock = await lockDataDir(folder)
  expect(await readFile(file(), 'utf8')).not.toBe(written)
  await unlock()
})
