import { empty, endpoint } from '@longreach/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '../../endpoint/route.ts'
import { serveMounted } from '../../test/mounted.ts'
import { type Program, startProgram } from '../../test/program.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'
import { callsOfToken, createCallLimit } from './call-limit.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await makeUser(world, 'admin', await makeCompany(world, 'Harbour'), 2)
})

afterAll(async () => world?.stop())

const look = endpoint({
  name: 'test.look',
  method: 'GET',
  path: '/look',
  summary: 'Looks',
  permission: 'view_devices',
  response: empty,
})

const left = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN))

/** Status of a call, with the calls that are left and the seconds to wait. */
async function call({ fetch }: Program, path = '/api/look') {
  const answer = await fetch(path)
  await answer.text()
  return { status: answer.status, left: left(answer)[1], wait: answer.headers.get('retry-after') }
}

test('calls of a token are counted by the minute, those of other tokens of its user apart', async () => {
  const served = await serveMounted(world, {
    declared: [look],
    routes: [route(look, async () => ({ data: {} }))],
    limitCalls: createCallLimit({ points: 3, duration: 60 }),
  })
  const base = { ...world, base: served.url }
  const [one, other] = [await startProgram(base, 'admin'), await startProgram(base, 'admin')]
  const lesser = await startProgram(base, 'admin', ['tags:read'])
  expect(await call(one)).toEqual({ status: 200, left: 2, wait: null })
  expect(await call(one)).toEqual({ status: 200, left: 1, wait: null })
  expect(await call(lesser)).toEqual({ status: 403, left: 2, wait: null })
  expect(await call(one)).toEqual({ status: 200, left: 0, wait: null })
  const refused = await one.fetch('/api/look')
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  const [limit, remaining, reset] = left(refused)
  expect([limit, remaining]).toEqual([3, 0])
  expect(Math.abs((reset ?? 0) - Date.now() / 1000 - wait)).toBeLessThan(3)
  expect(((await refused.json()) as { errors: unknown[] }).errors).toMatchObject([{ code: 'TOO_MANY_REQUESTS' }])
  expect(await call(other)).toEqual({ status: 200, left: 2, wait: null })
  await served.app.close()
})

test('of 1,201 calls in a minute the last one is refused; browsers are not counted', async () => {
  const limitCalls = createCallLimit()
  const reply = { headers: () => reply } as never
  for (let count = 0; count < 1200; count++) await limitCalls({ id: 1 }, reply)
  await expect(limitCalls({ id: 1 }, reply)).rejects.toThrow('Too many calls')
  await limitCalls({ id: 2 }, reply)
  const [program, browser] = [await startProgram(world, 'admin'), await world.as('admin')]
  expect(left(await program.fetch('/api/user')).slice(0, 2)).toEqual([callsOfToken.points, 1199])
  expect(left(await browser.fetch('/api/user'))[0]).toBeNaN()
})
