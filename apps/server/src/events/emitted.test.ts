import { revokeToken } from '@longreach/contract/account/endpoints'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { createCompany, deleteCompany, moveCompany, updateCompany } from '@longreach/contract/companies/endpoints'
import { createDevices, createEnrolmentKey, deleteDevices, updateDevice } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { closeRemoteSession, openRemoteAccess } from '@longreach/contract/remote/endpoints'
import { createRole, deleteRole, updateRole } from '@longreach/contract/roles/endpoints'
import { createTag, deleteTag } from '@longreach/contract/tags/endpoints'
import { deleteUser, moveUsers, updateUser } from '@longreach/contract/users/endpoints'
import { deleteInvitation, inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PresenceChange, presenceChanged } from '../domains/devices/hooks.ts'
import { reportsStored } from '../domains/monitoring/hooks.ts'
import { defineModule } from '../module/module.ts'
import { modules } from '../modules.ts'
import { connectEnrolled, enrolDevice } from '../test/device.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { startRemoteDevice } from '../test/remote-device.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../test/world.ts'
import { type EventType, eventTypes } from './catalogue.ts'
import { type DeliveredEvent, eventHandler } from './handler.ts'

const types = Object.keys(eventTypes) as EventType[]
let seen: DeliveredEvent[] = []
const presence: PresenceChange[] = []
const stored: number[] = []
const listening = defineModule({
  name: 'listening',
  hooks: () => [
    presenceChanged.use(async (_tx, changes) => void presence.push(...changes)),
    reportsStored.use(async (_tx, rows) => void stored.push(...rows.map(({ device_id }) => device_id))),
  ],
  events: () => [
    eventHandler('listening.all', types, async (_tx, events, after) => {
      for (const event of events) after(() => void seen.push(event))
    }),
  ],
})

let world: World
beforeAll(async () => {
  world = await startWorld({}, { modules: [...modules, listening] })
})
afterAll(async () => world?.stop())

const events = (type: EventType) => seen.filter((event) => event.type === type)
/** Types of the events seen so far. */
const taken = new Set<EventType>()
async function next(type: EventType): Promise<object> {
  await until(() => events(type).length > 0)
  const [event] = events(type)
  seen = seen.filter((one) => one !== event)
  taken.add(type)
  return event?.data ?? {}
}

test('the events of a device reach every module that listens, in order', async () => {
  const company = await makeCompany(world, 'Harbour')
  const { company_id } = company
  await makeUser(world, 'admin', company, 2)
  const admin = await world.signIn('admin')
  const port = world.app.gatewayPort as number
  const { data } = await admin.call(createEnrolmentKey, { body: { company_id, uses: 1 } })
  const device = await enrolDevice(port, data.key, { serial: '6000000001', caps: ['reboot'] })
  const { deviceId: device_id } = device
  const about = { device_id, company_id }
  expect(await next('device.created')).toMatchObject({ ...about, enrolment_key_id: expect.any(Number) })
  expect(await next('device.enrolled')).toEqual({ ...about, replaced: false, address: '127.0.0.1' })
  const link = await connectEnrolled(port, device)
  expect(await next('device.online')).toEqual({ ...about, rebooted: false })
  link.say('set 1 signal')
  link.say(`report ${device.hello.boot} 1 0 1 [-71]`)
  await until(() => stored.includes(device_id))
  await admin.call(updateDevice, { params: { id: device_id }, body: { name: 'Crane' } })
  expect(await next('device.renamed')).toMatchObject({ ...about, to: 'Crane' })
  const pier = await makeCompany(world, 'Pier', company)
  await admin.call(moveDevices, { body: { device_id: [device_id], company_id: pier.company_id } })
  const moved = { device_id, company_id: pier.company_id, from_company_id: company_id }
  expect(await next('device.moved')).toEqual(moved)
  await admin.call(moveDevices, { body: { device_id: [device_id], company_id } })
  expect(await next('device.moved')).toEqual({ ...about, from_company_id: pier.company_id })
  const tag = (await admin.call(createTag, { body: { company_id, name: 'Pier' } })).data
  await admin.call(assignTags, { body: { device_id: [device_id], tag_id: [tag.id] } })
  expect(await next('device.tagged')).toEqual(about)
  await admin.call(deleteTag, { params: { id: tag.id } })
  expect(await next('tag.deleted')).toEqual({ tag_id: tag.id, company_id })
  const action = (await admin.call(executeAction, { body: { action: 'reboot', device_id: [device_id] } })).data
  link.leave()
  expect(await next('device.offline')).toMatchObject(about)
  expect(presence.map(({ id, online }) => [id, online])).toEqual([
    [device_id, true],
    [device_id, false],
  ])
  await admin.call(deleteDevices, { body: { device_id: [device_id] } })
  expect(await next('device.deleted')).toMatchObject({ ...about, name: 'Crane' })
  expect(await next('action.ended')).toMatchObject({ ...about, action_id: action.id, kind: 'reboot', state: 'failed' })
  const listed = { company_id, serial: '6000000018', mac: '00:1E:42:00:00:18', device_series: 'rut' as const }
  await admin.call(createDevices, { body: { data: [{ ...listed, password_confirmation: 'Router-pass-1' }] } })
  expect(await next('device.created')).toMatchObject({ company_id, enrolment_key_id: null })
})

test('changes of companies, users, roles, invitations and sessions reach them as well', async () => {
  const root = await world.signIn('root')
  await until(() => events('session.started').some(({ data }) => 'user_id' in data && data.user_id === 1))
  seen = []
  const { data: top } = await root.call(createCompany, { body: { parent_id: 0, name: 'North' } })
  const { data: below } = await root.call(createCompany, { body: { parent_id: 0, name: 'Pier' } })
  expect([await next('company.created'), await next('company.created')]).toEqual([
    { company_id: top.id },
    { company_id: below.id },
  ])
  await root.call(updateCompany, { params: { id: below.id }, body: { name: 'Quay' } })
  expect(await next('company.changed')).toEqual({ company_id: below.id })
  await root.call(moveCompany, { body: { source: below.id, target: top.id } })
  expect(await next('company.moved')).toEqual({ company_id: below.id, from_parent_id: 0 })

  const place = { company_id: top.id, l1_id: top.id, l2_id: null }
  const user_id = await makeUser(world, 'guest', place, 3)
  await makeUser(world, 'boss', place, 2)
  const guest = await world.signIn('guest')
  const session = await next('session.started')
  expect(session).toMatchObject({ user_id })
  await guest.call(revokeToken)
  expect(await next('session.ended')).toEqual(session)
  await root.call(updateUser, { params: { id: user_id }, body: { role_id: 4 } })
  expect(await next('user.changed')).toEqual({ user_id, company_id: top.id })
  await root.call(moveUsers, { body: { user_id: [user_id], company_id: below.id } })
  expect(await next('user.moved')).toEqual({ user_id, company_id: below.id, from_company_id: top.id })
  await root.call(deleteUser, { params: { id: user_id } })
  expect(await next('user.deleted')).toMatchObject({ user_id, username: 'guest@example.test' })

  const body = { company_id: [top.id], title: 'Watch', permission_id: [3] }
  const [role] = (await root.call(createRole, { body })).data
  const role_id = role?.id ?? 0
  expect(await next('role.created')).toEqual({ role_id, company_id: top.id })
  await root.call(updateRole, { params: { id: role_id }, body: { title: 'Guard' } })
  expect(await next('role.changed')).toEqual({ role_id, company_id: top.id })
  await root.call(deleteRole, { params: { id: role_id } })
  expect(await next('role.deleted')).toEqual({ role_id, company_id: top.id })

  const { data: invited } = await root.call(inviteUser, {
    body: { email: ['new@example.test'], company_id: top.id, role_id: 3 },
  })
  const invitation_id = invited[0]?.id ?? 0
  expect(await next('invitation.created')).toEqual({ invitation_id, company_id: top.id })
  await root.call(deleteInvitation, { params: { id: invitation_id } })
  expect(await next('invitation.deleted')).toEqual({ invitation_id, company_id: top.id })
  await root.call(deleteCompany, { params: { id: below.id } })
  expect(await next('company.deleted')).toEqual({ company_id: below.id, name: 'Quay' })
})

test('so do the start and the end of a remote session, and every event of the catalogue is covered', async () => {
  const company = await makeCompany(world, 'Lighthouse')
  await makeUser(world, 'keeper', company, 2)
  const keeper = await world.signIn('keeper')
  const device = await startRemoteDevice(world, keeper, company)
  try {
    const access_id = await makeRemoteAccess(world, company, device.id)
    const opened = await keeper.call(openRemoteAccess, { params: { access_id }, body: { duration: 600 } })
    const { session_id } = opened.data
    const about = { remote_session_id: session_id, device_id: device.id }
    expect(await next('remote_session.started')).toMatchObject(about)
    await keeper.call(closeRemoteSession, { params: { session_id } })
    expect(await next('remote_session.ended')).toMatchObject({ ...about, reason: expect.any(String) })
  } finally {
    device.leave()
  }
  // Two machines share an identity in shared-identity.test.ts, configurations drift in drift.test.ts, limits are reached in usage-routes.test.ts, alerts are raised in
  // alerts.test.ts, campaigns run in campaigns.test.ts, users register in notifications.test.ts, cookies are reused in
  // refresh.test.ts.
  const others: EventType[] = [
    'device.shared',
    'device.config_state',
    'device.data_limit',
    'alert.observed',
    'alert.fired',
    'campaign.halted',
    'campaign.ended',
    'user.registered',
    'session.cookie_reused',
  ]
  expect(types.filter((type) => !taken.has(type))).toEqual(others)
})
