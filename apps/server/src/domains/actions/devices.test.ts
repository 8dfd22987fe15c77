import { cancelActions, executeAction } from '@longreach/contract/actions/endpoints'
import { getAction } from '@longreach/contract/actions/read-endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { at, caps, follow, poll, read, reboot, useActionWorld } from '../../test/domains/actions.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser } from '../../test/world.ts'

useActionWorld()

describe('which devices', () => {
  test('S7.84: a row for each that cannot: another company’s, never connected, monitoring off, no such capability', async () => {
    const good = await makeDevice(at.world, at.company, { caps })
    const foreign = await makeDevice(at.world, at.rival, { caps })
    const fresh = await makeDevice(at.world, at.company, { caps, bound_at: null, status: null })
    const quiet = await makeDevice(at.world, at.company, { caps, monitoring_enabled: false })
    const old = await makeDevice(at.world, at.company)
    const { status, data, errors } = await reboot([good, foreign, fresh, quiet, old])
    expect([status, data.devices]).toEqual([207, 1])
    expect(Object.fromEntries(errors.map((error) => [error.source, error.code]))).toEqual({
      [foreign]: 'NOT_FOUND',
      [fresh]: 'NOT_ACTIVATED',
      [quiet]: 'MONITORING_DISABLED',
      [old]: 'UNSUPPORTED',
    })
    expect((await reboot([fresh])).status).toBe(422)
    const other = await at.admin.call(executeAction, {
      body: { action: 'reboot', data: [{ device_id: good }, { device_id: foreign }] },
    })
    expect([other.status, other.data.devices, other.errors[0]?.code]).toEqual([207, 1, 'NOT_FOUND'])
    expect((await reboot([foreign])).status).toBe(404)
  })

  test('all that a filter matches, in the caller’s scope alone', async () => {
    const firmware = 'FILTER_1'
    const mine = [
      await makeDevice(at.world, at.company, { caps, firmware }),
      await makeDevice(at.world, at.company, { caps, firmware }),
    ]
    await makeDevice(at.world, at.rival, { caps, firmware })
    const body = { action: 'reboot', filter: { firmware } } as const
    const { status, data } = await at.admin.call(executeAction, { body })
    expect([status, data.devices]).toEqual([200, 2])
    expect((await read(data.id)).targets.map((target) => target.device_id)).toEqual(mine)
    const reverse = await at.admin.call(getAction, { params: { id: data.id }, query: { sort: '-id' } })
    expect(reverse.data.targets.map((target) => target.device_id)).toEqual(mine.toReversed())
  })

  test('a filter with an unknown name, none at all, both ways at once, or no match is refused', async () => {
    const send = (body: object) => at.admin.call(executeAction, { body: { action: 'reboot', ...body } as never })
    expect((await send({ filter: { firmwar: 'x' } })).status).toBe(422)
    expect((await send({})).status).toBe(422)
    expect((await send({ filter: {}, device_id: [1] })).status).toBe(422)
    expect((await send({ filter: { firmware: 'UNKNOWN' } })).errors[0]?.message).toBe('No matching devices')
  })

  test('ten thousand at once are accepted, more are refused', async () => {
    const place = await makeCompany(at.world, 'Fleet')
    await makeUser(at.world, 'fleet', place, 2)
    const fleet = await at.world.as('fleet')
    const insert = (count: number) => sql`
      INSERT INTO devices (company_id, l1_id, name, serial, bound_at, status, caps)
      SELECT ${place.company_id}, ${place.l1_id}, 'F' || n, 'fleet' || ${count} || '-' || n, now(), 0, '{reboot}' FROM generate_series(1, ${count}::int) n`
    await insert(10_000).execute(at.world.db)
    const body = { action: 'reboot', filter: {} } as const
    const started = performance.now()
    const { status, data, meta } = await fleet.call(executeAction, { body })
    expect([status, data.devices]).toEqual([200, 10_000])
    expect(performance.now() - started).toBeLessThan(10_000)
    const { data: replay } = await poll(fleet, meta.channel)
    expect(Object.keys(replay)).toHaveLength(5000)
    const { socket, messages } = follow(fleet, meta.channel)
    await until(() => messages.flat().length === 5000)
    const cancelled = await fleet.call(cancelActions, { body: { action_id: data.id } })
    expect(cancelled.data.cancelled).toBe(10_000)
    await until(() => messages.flat().length === 15_000)
    expect(messages.length).toBeLessThanOrEqual(40)
    expect(new Set(messages.flat().map((event) => event.id)).size).toBe(15_000)
    socket.close()
    await insert(1).execute(at.world.db)
    const refused = await fleet.call(executeAction, { body })
    expect([refused.status, refused.errors[0]?.source]).toEqual([422, 'filter'])
  })
})
