import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, searchIn, withNot, wordListText } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { time, timeText } from '../time-schemas.ts'
import { connectionKinds, mainKinds, openProtocols } from './constants.ts'
import {
  accessStatusSchema,
  deviceLinkSchema,
  duration,
  hostKeySchema,
  newRemoteAccessSchema,
  openedSchema,
  openedShellSchema,
  openingSchema,
  remoteAccessChangeSchema,
  remoteAccessSchema,
  remoteLogSchema,
  remoteSessionSchema,
  sessionIdSchema,
} from './schemas.ts'

const channel = z.object({ channel: z.string() })
const access = z.object({ access_id: idText('remote_access') })
const ofDevice = z.object({ id: idText('device') })
const session = z.object({ session_id: idText('remote_session') })
const accessIds = z.array(id('remote_access')).check(z.minLength(1), z.maxLength(200))

const filters = {
  ...withNot({
    device_id: z.optional(idListText('device')),
    company_id: z.optional(idText('company')),
    protocol: z.optional(wordListText(openProtocols)),
  }),
  is_main: z.optional(flagText()),
  ...companyContext,
}

export const listRemoteAccess = endpoint({
  name: 'remote.list',
  method: 'GET',
  path: '/devices/remote-access',
  summary: 'List entries for remote access',
  permission: 'view_device_remote_access',
  query: listQuery(
    ['name', 'device_name', 'company_name', 'destination_ip', 'destination_port', 'protocol', 'created_at'],
    {
      id: z.optional(idListText('remote_access')),
      ...searchIn(['name', 'device_name', 'destination_ip']),
      ...filters,
    },
  ),
  response: z.array(z.partial(remoteAccessSchema)),
  meta: listMeta,
})

/** Without stored credentials. */
export const exportRemoteAccess = exportOf(listRemoteAccess, {
  name: 'remote.export',
  summary: 'Download the entries of a list as CSV',
  file: 'remote-access',
  columns: [
    'id',
    'name',
    'device_id',
    'device_name',
    'device_status',
    'company_name',
    'protocol',
    'destination_ip',
    'destination_port',
    'is_main',
    'active',
    'created_at',
  ],
})

export const createRemoteAccess = endpoint({
  name: 'remote.create',
  method: 'POST',
  path: '/devices/remote-access',
  summary: 'Add entries for remote access',
  permission: 'create_device_remote_access',
  status: 201,
  body: z.object({ data: z.array(newRemoteAccessSchema).check(z.minLength(1), z.maxLength(200)) }),
  response: z.array(z.object({ id: id('remote_access') })),
  meta: channel,
})

export const updateRemoteAccess = endpoint({
  name: 'remote.update',
  method: 'PUT',
  path: '/devices/remote-access/{access_id}',
  summary: 'Edit an entry; its open sessions end if its target changes',
  permission: 'update_device_remote_access',
  params: access,
  body: remoteAccessChangeSchema.check(
    z.refine((change) => Object.keys(change).length > 0, { error: text('forms.no_change') }),
  ),
  response: z.object({ id: id('remote_access') }),
  meta: channel,
})

export const deleteRemoteAccess = endpoint({
  name: 'remote.delete',
  method: 'DELETE',
  path: '/devices/remote-access',
  summary:
    'Delete entries, named or by the filter of a list, and end the sessions open with them; the automatic ones stay',
  permission: 'delete_device_remote_access',
  body: chosen('id', 'remote_access', filters),
  response: z.array(z.object({ id: id('remote_access') })),
  meta: channel,
})

export const getHostKey = endpoint({
  name: 'remote.get_host_key',
  method: 'GET',
  path: '/devices/remote-access/{access_id}/host-key',
  summary: 'Get the pinned identity of the target: its SSH host key or its TLS certificate',
  permission: 'view_device_remote_access',
  params: access,
  response: hostKeySchema,
})

export const forgetHostKey = endpoint({
  name: 'remote.forget_host_key',
  method: 'DELETE',
  path: '/devices/remote-access/{access_id}/host-key',
  summary: 'Remove the pinned identity of the target; the next connection pins again',
  permission: 'update_device_remote_access',
  params: access,
  response: empty,
})

export const checkRemoteAccess = endpoint({
  name: 'remote.check',
  method: 'POST',
  path: '/devices/{device_id}/remote-access/check',
  summary: "Try whether the device's entries can be reached; a channel to each target is opened and closed",
  permission: 'connect_device_remote_access',
  params: z.object({ device_id: idText('device') }),
  /** The entries to check; all entries of the device by default. */
  body: z.strictObject({ id: z.optional(accessIds) }),
  response: z.array(z.object({ id: id('remote_access') })),
  meta: channel,
})

export const openRemoteAccess = endpoint({
  name: 'remote.open',
  method: 'POST',
  path: '/devices/connect/{access_id}',
  summary: 'Open a session to the target of an entry; the last event of the channel carries the link',
  permission: 'connect_device_remote_access',
  status: 201,
  params: access,
  body: openingSchema,
  response: openedSchema,
  meta: channel,
})

export const openWebui = endpoint({
  name: 'remote.open_webui',
  method: 'POST',
  path: '/devices/{id}/connect/webui',
  summary: "Open a session to the device's own web pages",
  permission: 'connect_device_remote_access',
  status: 201,
  params: ofDevice,
  body: openingSchema,
  response: openedSchema,
  meta: channel,
})

export const openCli = endpoint({
  name: 'remote.open_cli',
  method: 'POST',
  path: '/devices/{id}/connect/cli',
  summary: "Open a session to the device's own shell",
  permission: 'connect_device_remote_access',
  status: 201,
  params: ofDevice,
  body: openingSchema,
  response: openedSchema,
  meta: channel,
})

export const accessStatus = endpoint({
  name: 'remote.status',
  method: 'POST',
  path: '/devices/connect/status',
  summary: 'List the entries with open sessions',
  permission: 'view_device_remote_access',
  body: z.object({ id: accessIds }),
  response: z.array(accessStatusSchema),
  meta: channel,
})

export const listAccessSessions = endpoint({
  name: 'remote.sessions',
  method: 'GET',
  path: '/devices/connect/{access_id}/sessions',
  summary: 'List sessions of an entry, newest first',
  permission: 'view_device_remote_access',
  params: access,
  query: listQuery(['start_date'], { active: z.optional(flagText()) }),
  response: z.array(remoteSessionSchema),
  meta: listMeta,
})

export const listDeviceLinks = endpoint({
  name: 'remote.links',
  method: 'GET',
  path: '/devices/{id}/links',
  summary: "List open sessions to the device's own pages or shell",
  permission: 'view_device_remote_access',
  params: ofDevice,
  query: z.object({ type: z.enum(mainKinds) }),
  response: z.array(deviceLinkSchema),
  meta: listMeta,
})

export const closeRemoteSession = endpoint({
  name: 'remote.close',
  method: 'DELETE',
  path: '/devices/connect/sessions/{session_id}',
  summary: 'End a session immediately',
  permission: 'connect_device_remote_access',
  params: session,
  response: sessionIdSchema,
  meta: channel,
})

export const extendRemoteSession = endpoint({
  name: 'remote.extend',
  method: 'POST',
  path: '/devices/connect/sessions/{session_id}/extend',
  summary: 'Extend a session of your own by so many seconds, up to 24 hours after it was opened',
  permission: 'connect_device_remote_access',
  params: session,
  body: z.object({ duration: duration }),
  response: z.object({ session_id: id('remote_session'), expires_at: time(), ttl: z.int() }),
})

export const takeTicket = endpoint({
  name: 'remote.ticket',
  method: 'POST',
  path: '/devices/connect/sessions/{session_id}/ticket',
  summary: 'Create a new link to a session of your own; it opens once, within a minute',
  permission: 'connect_device_remote_access',
  status: 201,
  params: session,
  body: z.strictObject({}),
  response: z.object({ session_id: id('remote_session'), link: z.string() }),
})

export const restartConnection = endpoint({
  name: 'remote.restart',
  method: 'POST',
  path: '/rms-connect/restart',
  summary: 'Close the tunnel of a session of your own and reopen it',
  permission: 'connect_device_remote_access',
  /** URL of the session, with or without the scheme. */
  body: z.object({ url: z.string().check(z.minLength(32), z.maxLength(500)) }),
  response: sessionIdSchema,
  meta: channel,
})

export const listRemoteLogs = endpoint({
  name: 'remote.logs',
  method: 'GET',
  path: '/devices/connect/logs',
  summary: 'List the access history',
  permission: 'view_device_remote_access',
  query: listQuery(['start_date', 'end_date', 'company_name', 'input_data', 'output_data'], {
    start_date: timeText(),
    end_date: timeText(),
    type: z.optional(z.enum(connectionKinds)),
    ...withNot({
      user_id: z.optional(idText('user')),
      device_id: z.optional(idText('device')),
      company_id: z.optional(idText('company')),
    }),
    active: z.optional(flagText()),
    ...companyContext,
  }),
  response: z.array(remoteLogSchema),
  meta: listMeta,
})

export const exportRemoteLogs = exportOf(listRemoteLogs, {
  name: 'remote.export_logs',
  summary: 'Download the access history as CSV',
  file: 'access-history',
  columns: [
    'id',
    'start_time',
    'end_time',
    'username',
    'actor_username',
    'ip',
    'user_agent',
    'device_id',
    'device_name',
    'name',
    'protocol',
    'destination_ip',
    'destination_port',
    'type',
    'input_data',
    'output_data',
    'end_reason',
    'company_name',
  ],
})

/** Exchanges the link of a shell, `/rms-connect/ssh?key=…`; expired, used and unknown keys look the same. */
export const openShell = endpoint({
  name: 'remote.open_shell',
  method: 'POST',
  path: '/rms-connect/open',
  summary: 'Exchange the one-time key of a link for the cookie of its session',
  permission: 'public',
  body: z.object({ key: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: openedShellSchema,
})
