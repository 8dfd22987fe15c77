import { type Text, text } from '@longreach/contract/i18n'
import { type DeviceState, devicesChannel, liveLimits, parseStatusChannel, userChannel } from '@longreach/contract/live'
import * as z from 'zod/mini'
import { findState, visibleDevices } from '../domains/devices/details.ts'
import { findSessionById } from '../endpoint/session.ts'
import { mayRead, replay } from './live-channels.ts'
import { deviceRoom, type LiveDeps, type LiveSocket, translated } from './live-socket.ts'

const channelName = /^[\w.-]{1,200}$/

const subscription = z.object({
  channel: z.string().check(z.regex(channelName)),
  data: z.optional(
    z.object({ device_id: z.optional(z.array(z.int().check(z.minimum(1))).check(z.maxLength(liveLimits.devices))) }),
  ),
})

export async function join(socket: LiveSocket, deps: LiveDeps, request: unknown): Promise<void> {
  const parsed = subscription.safeParse(request)
  const refuse = (channel: string, status: number, message: Text) =>
    socket.emit('subscription_error', translated(socket, { channel, status, message }))
  if (!parsed.success) return void refuse('', 422, text('system.bad_subscription'))
  const { channel, data } = parsed.data
  // Permissions may have changed since the socket was opened.
  const session = await findSessionById(deps.db, socket.data.session.id)
  if (!session) {
    refuse(channel, 401, text('system.unauthorized'))
    return void socket.disconnect(true)
  }
  if (socket.rooms.size > liveLimits.channels + liveLimits.devices)
    return void refuse(channel, 429, text('system.too_many_channels'))
  if (channel === userChannel(session.userId)) {
    await socket.join(channel)
    return void socket.emit('ChangesTaken', { channel, taken: deps.diskSpace.takesChanges() })
  }
  if (channel === devicesChannel(session.userId)) {
    if (!session.permissions.has('view_devices')) return void refuse(channel, 403, text('system.forbidden'))
    await leaveDevices(socket)
    const ids = await visibleDevices(deps.db, session.scope, data?.device_id ?? [])
    return void socket.join([channel, ...ids.map(deviceRoom)])
  }
  if (parseStatusChannel(channel)?.user === session.userId) {
    if (!mayRead(session, channel)) return void refuse(channel, 403, text('system.forbidden'))
    await socket.join(channel)
    return replay(socket, deps, session, channel)
  }
  refuse(channel, 403, text('system.foreign_channel'))
}

async function leaveDevices(socket: LiveSocket): Promise<void> {
  for (const room of socket.rooms) if (room.startsWith(deviceRoom(''))) await socket.leave(room)
}

export async function leave(socket: LiveSocket, request: unknown): Promise<void> {
  const parsed = subscription.safeParse(request)
  if (!parsed.success) return
  const { channel } = parsed.data
  if (channel === devicesChannel(socket.data.session.userId)) await leaveDevices(socket)
  await socket.leave(channel)
}

/**
 * Closes the socket if its session has ended, unsubscribes it from devices that the user no longer sees, and stores the
 * user's present permissions.
 */
export async function recheck(socket: LiveSocket, deps: LiveDeps): Promise<void> {
  const session = await findSessionById(deps.db, socket.data.session.id)
  if (!session) return void socket.disconnect(true)
  socket.data.session = session
  const watched = [...socket.rooms].filter((room) => room.startsWith(deviceRoom('')))
  if (watched.length === 0) return
  if (!session.permissions.has('view_devices')) return leaveDevices(socket)
  const ids = watched.map((room) => Number(room.slice(deviceRoom('').length)))
  const visible = new Set((await visibleDevices(deps.db, session.scope, ids)).map(deviceRoom))
  for (const room of watched) if (!visible.has(room)) await socket.leave(room)
}

const isStatus = (room: string) => parseStatusChannel(room) !== null

/**
 * Sends a socket what it may have missed from other nodes: events of its channels, and states of the devices on its
 * screen.
 */
export async function sendMissed(socket: LiveSocket, deps: LiveDeps, states: Map<number, DeviceState | undefined>) {
  for (const room of socket.rooms) {
    // A step with an id that is already shown is a repetition.
    if (isStatus(room)) await replay(socket, deps, socket.data.session, room)
    if (!room.startsWith(deviceRoom(''))) continue
    const id = Number(room.slice(deviceRoom('').length))
    if (!states.has(id)) states.set(id, await findState(deps.db, id))
    const data = states.get(id)
    if (data) socket.emit('DeviceStateChanged', { channel: devicesChannel(socket.data.session.userId), data })
  }
}
