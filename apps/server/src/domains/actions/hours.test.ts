import type { Hours } from '@longreach/contract/actions/sending-hours'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, at, commandsOf, heard, online, reaches, read, useActionWorld } from '../../test/domains/actions.ts'
import { actionHandler } from './kinds.ts'
import { startAction } from './start.ts'

useActionWorld()

const everyDay = [1, 2, 3, 4, 5, 6, 7]

async function start(id: number, more: { notBefore?: Date; hours?: Hours } = {}) {
  const { db } = at.world
  const user = await db.selectFrom('users').selectAll().where('email', '=', 'admin@example.test').executeTakeFirst()
  const device = await db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const starter = { ...at.company, userId: user?.id ?? 0, actorId: null, username: 'admin@example.test' }
  const action = { handler: actionHandler('command'), arg: 'uptime', seconds: 30, ...more }
  return (await startAction(db, starter, [device], action)).id
}

const change = (action: number, values: ReturnType<typeof sql>) =>
  sql`UPDATE actions SET ${values} WHERE id = ${action}`.execute(at.world.db)

test('an action with a time is not sent before it, and does not hold up those after it', async () => {
  const { id, device } = await online()
  const action = await start(id, { notBefore: new Date(Date.now() + 3_600_000) })
  expect((await read(action)).targets[0]?.message).toMatch(/^Waiting until .* \(UTC\)$/)
  const next = await start(id)
  answer(device, (await heard(device)).id, 'done', 0)
  await reaches(next, 'done')
  expect((await read(action)).targets[0]?.state).toBe('queued')
  await change(action, sql`not_before = now()`)
  await reaches(action, 'sent')
  expect(commandsOf(device)).toHaveLength(2)
})

test('an action with hours is sent only within them, and a paused one not at all', async () => {
  const { id, device } = await online()
  const clock = (shift: number) => new Date(Date.now() + shift * 3_600_000).toISOString().slice(11, 16)
  const hours = (from: number, to: number) => ({ days: everyDay, from: clock(from), to: clock(to), zone: 'UTC' })
  const later = await start(id, { hours: hours(2, 3) })
  const paused = await start(id, { hours: hours(-1, 1) })
  await change(paused, sql`paused = true`)
  const inside = await start(id, { hours: hours(-1, 1) })
  answer(device, (await heard(device)).id, 'done', 0)
  await reaches(inside, 'done')
  expect((await read(later)).targets[0]?.state).toBe('queued')
  expect((await read(paused)).targets[0]?.state).toBe('queued')
  await change(paused, sql`paused = false`)
  answer(device, (await heard(device, 2)).id, 'done', 0)
  await reaches(paused, 'done')
})

const zones = ['UTC', 'Europe/Vilnius', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu']
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Computes by another way whether a time is within hours: the start of the hours that contain it is on one of the days.
 */
function expected({ days, from, to, zone }: Hours, at: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  const today = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(String(part.weekday)) + 1
  const yesterday = today === 1 ? 7 : today - 1
  const now = `${part.hour}:${part.minute}`
  if (from < to) return from <= now && now < to && days.includes(today)
  return (now >= from && days.includes(today)) || (now < to && days.includes(yesterday))
}

test('hours are those of their zone, also across midnight and when clocks change', async () => {
  const hours = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: minute.map(clockOf),
      to: minute.map(clockOf),
      zone: fc.constantFrom(...zones),
    })
    .filter(({ from, to }) => from !== to)
  const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  await fc.assert(
    fc.asyncProperty(hours, fc.array(times, { minLength: 20, maxLength: 40 }), async (one, dates) => {
      const { rows } = await sql<{ inside: boolean[] }>`
        SELECT array_agg(within_hours(${JSON.stringify(one)}, at) ORDER BY n) AS inside
        FROM unnest(${dates}::timestamptz[]) WITH ORDINALITY AS given (at, n)`.execute(at.world.db)
      expect(rows[0]?.inside).toEqual(dates.map((date) => expected(one, date)))
    }),
    { numRuns: 60 },
  )
})
