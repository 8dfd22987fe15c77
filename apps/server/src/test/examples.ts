import { randomBytes } from 'node:crypto'
import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { generatePasswords } from '@longreach/contract/actions/password-endpoints'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { configureDevices, createConfigTemplate } from '@longreach/contract/configs/endpoints'
import { permitEnrolment } from '@longreach/contract/devices/endpoints'
import { createMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import { createRole } from '@longreach/contract/roles/endpoints'
import type { TestClient } from './client.ts'
import { onePixel } from './files.ts'
import { password } from './world.ts'

export interface OwnIds {
  company: number
  user: number
  /** Another user of the caller's company, created for this call. */
  colleague(): Promise<{ id: number; email: string }>
  role: number
  /** Created by the caller for this call. */
  session(kind: 'browser' | 'token'): Promise<number>
  tag(): Promise<number>
  file(): Promise<number>
  /** A firmware image for `router`, of the company. */
  firmware(): Promise<number>
  image(): Promise<number>
  /** An upload of the caller: nothing, or all of it was sent. */
  upload(complete?: boolean): Promise<number>
  /** A device of the caller's company, created for this call. */
  device(values?: Record<string, unknown>): Promise<number>
  /** An invitation into the company. */
  invitation(): Promise<number>
  enrolmentKey(): Promise<number>
  deviceImport(): Promise<number>
  authorizedDevice(): Promise<number>
  /** A device with a pending enrolment. */
  claim(): Promise<{ device: number; fingerprint: string }>
  suppressedEmail(): Promise<string>
  notification(): Promise<number>
  /** A change of a device of the company that can be undone. */
  undo(): Promise<number>
  /** A notice for all users. */
  notice(): Promise<number>
  /** An entry of a device of the company; `main` makes it the automatic one. */
  remoteAccess(values?: Record<string, unknown>): Promise<{ id: number; device: number }>
  /** An open session of the caller. */
  remoteSession(values?: Record<string, unknown>): Promise<number>
  /** An action on one such device. */
  action(values?: Record<string, unknown>): Promise<{ action: number; action_target: number }>
  campaign(values?: Record<string, unknown>, device?: { id: number; state: string }): Promise<number>
  /** A device of the company whose present configuration is not the intended one. */
  configVersions(): Promise<{ device: number; intended: number; running: number }>
  /** Stores an API document for RutOS devices. */
  apiDocument(): Promise<unknown>
  /** A backup of the company, with settings that none of its devices has. */
  backup(): Promise<number>
  /** A rule for backups of the company. */
  backupRule(values?: Record<string, unknown>): Promise<number>
  /** A group of tasks of the company, with its first task. */
  taskGroup(): Promise<{ task_group: number; task: number }>
  /** A device of the company that reports an output, and its dashboard, with an image. */
  dashboard(): Promise<{ device: number; dashboard: number; image: number }>
  /** A device of the company with a rule, and an alert that it raised. */
  alert(): Promise<{ alert: number; alert_rule: number; device: number }>
  /** A run of a group of the company that has ended, with the log of its task. */
  taskLog(): Promise<{ task_log: number; action_target: number }>
}

type Example = (
  own: OwnIds,
  client: TestClient,
) => Promise<{
  params?: object
  query?: object
  body?: object
  files?: Record<string, File>
  bytes?: Uint8Array<ArrayBuffer>
}>

const month = { start_date: '2026-10-01 00:00:00', end_date: '2026-10-31 00:00:00' }
const dashboardContent = {
  layout: { cols: 12, items: [{ i: 'w1', x: 0, y: 0, w: 3, h: 2 }] },
  widgets: [{ id: 'w1', type: 'value', title: 'Signal', options: { parameter: 'signal', thresholds: [] } }],
}

const ofDashboard =
  (rest: object = {}): Example =>
  async (own) => {
    const { device, dashboard } = await own.dashboard()
    return { params: { id: device, dashboard_id: dashboard }, ...rest }
  }

const ofDevice =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: await own.device() }, ...rest })

const ofClaim: Example = async (own) => {
  const { device, fingerprint } = await own.claim()
  return { params: { id: device }, body: { fingerprint } }
}

const ofEntry =
  (rest: object = {}): Example =>
  async (own) => ({ params: { access_id: (await own.remoteAccess()).id }, ...rest })
const ofSession =
  (rest: object = {}): Example =>
  async (own) => ({ params: { session_id: await own.remoteSession() }, ...rest })
const opened = { body: { duration: 600 } }

const plan = {
  name: 'Canary first',
  keep_settings: true,
  waves: [{ of: 'rest', failures: 0 }],
  soak: 0,
  check_wan: false,
  check_reports: false,
}
const backupRule = { name: 'Every night', period: 'day', time: '02:00', zone: 'UTC', keep: 5, enabled: true }
/** A change of settings in waves. */
const changeCampaign: Example = async (own) => {
  const { keep_settings: _, ...waves } = plan
  const device_id = [(await own.configVersions()).device]
  return { body: { ...waves, kind: 'configure', content: { calls }, device_id, start: 'draft' } }
}

const ofCampaign =
  (values: Record<string, unknown> = {}): Example =>
  async (own) => ({ params: { id: await own.campaign(values) } })

/** The backup was uploaded, so its origin is unknown. */
const restored: Example = async (own) => ({
  params: { id: await own.backup() },
  body: { device_id: [(await own.configVersions()).device], other_firmware: true },
})

const calls = [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: '10.0.0.9' } }]

/** An API document with one call, which lists interfaces. */
export const apiDocument = (changes: object = {}): File => {
  const paths = { '/interfaces/config': { get: { responses: { 200: { description: 'Interfaces' } } } } }
  const document = { openapi: '3.0.0', info: { title: 'RutOS API', version: '1.14' }, paths, ...changes }
  return new File([JSON.stringify(document)], 'rutos.json', { type: 'application/json' })
}

const storedDocument: Example = async (own) => {
  await own.apiDocument()
  return { params: { system: 'rutos' } }
}

/** Each with a different name. */
export const configTemplate = (company_id: number) =>
  ({ company_id, name: fresh('Template '), version: '1.0.0', template: calls }) as never

const ofTemplate =
  (body?: (own: OwnIds) => Promise<object>): Example =>
  async (own, client) => {
    const { data } = await client.call(createConfigTemplate, { body: configTemplate(own.company) })
    return { params: { id: data.id }, ...(body && { body: await body(own) }) }
  }

export const monitoringData = [
  { url: '/proc/loadavg', variables: [{ id: 'load', ref: '1/1', type: 'number' as const }] },
]

/** Each with a different name. */
export const monitoringTemplate = (company_id: number) => ({
  company_id,
  name: fresh('Measured '),
  period: 300,
  enabled: true,
  data: monitoringData,
})

const ofMonitoring =
  (body?: (own: OwnIds) => Promise<object>): Example =>
  async (own, client) => {
    const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
    return { params: { id: data.id }, ...(body && { body: await body(own) }) }
  }

/** A parameter of a template of the company. */
const ofField: Example = async (own, client) => {
  const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
  return { query: { field: `${data.id}:/proc/loadavg:load` } }
}

const drifted = async (own: OwnIds) => ({ body: { device_id: [(await own.configVersions()).device] } })
const upload = async (own: OwnIds) => ({
  name: 'Upload',
  type: 'upload_file',
  data: { file_id: await own.file(), target_path: '/etc/task.txt' },
})
const ofTaskGroup =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: (await own.taskGroup()).task_group }, ...rest })
const ofTask =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: (await own.taskGroup()).task }, ...rest })

let count = 0
const fresh = (prefix: string) => `${prefix}${++count}`

async function storedItem(client: TestClient): Promise<string> {
  const key = fresh('item-')
  await client.fetch('/api/storage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, value: 1 }),
  })
  return key
}

async function branch(own: OwnIds, client: TestClient): Promise<number> {
  const { data } = await client.call(createCompany, { body: { name: fresh('Branch '), parent_id: own.company } })
  return data.id
}

async function customRole(own: OwnIds, client: TestClient): Promise<number> {
  const body = { title: fresh('Custom '), company_id: [own.company], permission_id: [3] }
  const { data } = await client.call(createRole, { body })
  return data[0]!.id
}

async function passwordList(own: OwnIds, client: TestClient): Promise<number> {
  const body = { data: [{ id: await own.device({ caps: ['password'] }) }] }
  return (await client.call(generatePasswords, { body })).data.id
}

const moved: Example = async (own, client) => ({
  body: { device_id: [await own.device()], company_id: await branch(own, client) },
})
/** A device for the images of `firmware()`. */
const router = (own: OwnIds) =>
  own.device({ model: 'RUTX11', firmware: 'RUTX_R_00.07.06', caps: ['fetch', 'firmware'] })
const onRouter =
  (rest: object, file?: 'file_id'): Example =>
  async (own) => ({
    body: { device_id: [await router(own)], ...(file ? { [file]: await own.firmware() } : {}), ...rest },
  })

const tagged: Example = async (own) => {
  const tag_id = [await own.tag()]
  return { body: { data: [{ device_id: await own.device(), tag_id }], tag_id } }
}

const imported: Example = async (own) => {
  const row = `${2_100_000_000 + ++count},001e42010203,Admin-1234`
  const file = new File([`serial,mac,password\n${row}\n`], 'devices.csv', { type: 'text/csv' })
  return { body: { company_id: own.company, device_series: 'rut' }, files: { file } }
}

/** For each endpoint, a call that an administrator may make and that succeeds. */
export const examples: Record<string, Example> = {
  'account.confirm_password': async () => ({ body: { password } }),
  'account.end_session': async (own) => ({ params: { id: await own.session('browser') } }),
  'account.create_token': async (_, client) => {
    await client.call(confirmPassword, { body: { password } })
    return { body: { name: 'Billing', scopes: ['devices:read'], days: 30 } }
  },
  'account.delete_token': async (own) => ({ params: { id: await own.session('token') } }),
  'account.change_password': async () => ({ body: { current_password: password, password } }),
  'storage.create': async () => ({ body: { key: fresh('new-'), value: { any: ['json'] } } }),
  'storage.update': async (_own, client) => ({ params: { key: await storedItem(client) }, body: { value: 2 } }),
  'storage.delete': async (_own, client) => ({ params: { key: await storedItem(client) } }),
  'mail.delete_suppressed': async (own) => ({ params: { email: await own.suppressedEmail() } }),
  'notifications.see': async (own) => ({ body: { id: [await own.notification()] } }),
  'audit.undo': async (own) => ({ params: { id: await own.undo() } }),
  'notices.create': async () => ({ body: { type: 'info', message: '<p>Hello</p>', enabled: true } }),
  'notices.update': async (own) => ({ params: { id: await own.notice() }, body: { enabled: true } }),
  'notices.delete': async (own) => ({ params: { id: await own.notice() } }),
  'companies.get': async (own) => ({ params: { id: own.company } }),
  'companies.tree': async (own) => ({ query: { parent_id: own.company } }),
  'companies.set_flags': async (own) => ({ params: { id: own.company }, body: { show_payment: true } }),
  'companies.create': async (own) => ({ body: { name: fresh('Branch '), parent_id: own.company } }),
  'companies.update': async (own, client) => ({
    params: { id: await branch(own, client) },
    body: { name: fresh('Renamed ') },
  }),
  'companies.move_losses': async (own) => ({ params: { id: own.company, target: own.company } }),
  'companies.move': async (own, client) => ({
    body: { source: await branch(own, client), target: await branch(own, client) },
  }),
  'companies.delete': async (own, client) => ({ params: { id: await branch(own, client) } }),
  'roles.get_permissions': async (own) => ({ params: { id: own.role } }),
  'roles.get': async (own) => ({ params: { id: own.role } }),
  'roles.create': async (own) => ({ body: { title: fresh('Role '), company_id: [own.company], permission_id: [3] } }),
  'roles.update': async (own, client) => ({
    params: { id: await customRole(own, client) },
    body: { description: 'Looks after the pumps', permission_id: [3, 10] },
  }),
  'roles.overwrite_permissions': async (own, client) => ({
    body: { role_id: [await customRole(own, client)], permission_id: [3] },
  }),
  'roles.delete': async (own, client) => ({ params: { id: await customRole(own, client) } }),
  'account.send_verification': async () => ({}),
  'account.update': async () => ({ body: { email: `${fresh('changed')}@example.test`, password } }),
  'users.invite': async (own) => ({
    body: { company_id: own.company, email: `${fresh('invited')}@example.test`, role_id: 4 },
  }),
  'users.invite_company': async () => ({ body: { email: `${fresh('founder')}@example.test` } }),
  'users.resend_invitations': async (own) => ({ body: { id: [await own.invitation()] } }),
  'users.delete_invitations': async (own) => ({ body: { id: [await own.invitation()] } }),
  'users.delete_invitation': async (own) => ({ params: { id: await own.invitation() } }),
  'users.get': async (own) => ({ params: { id: own.user } }),
  'users.update': async (own) => ({ params: { id: (await own.colleague()).id }, body: { role_id: 4 } }),
  'users.update_many': async (own) => ({ body: { user_id: [(await own.colleague()).id], role_id: 4 } }),
  'users.move': async (own, client) => ({
    body: { user_id: [(await own.colleague()).id], company_id: await branch(own, client), role_id: 4 },
  }),
  'users.delete': async (own) => ({ params: { id: (await own.colleague()).id } }),
  'users.delete_many': async (own) => ({ body: { user_id: [(await own.colleague()).id] } }),
  'users.delete_any': async (own) => ({ params: { id: (await own.colleague()).id } }),
  'users.delete_by_email': async (own) => ({ body: { email: (await own.colleague()).email } }),
  'tags.get': async (own) => ({ params: { id: await own.tag() } }),
  'tags.create': async (own) => ({ body: { company_id: own.company, name: fresh('Tag '), color: '#4287F5' } }),
  'tags.update': async (own) => ({
    params: { id: await own.tag() },
    body: { name: fresh('Renamed '), color: '#ff0000' },
  }),
  'tags.delete': async (own) => ({ params: { id: await own.tag() } }),
  'tags.delete_many': async (own) => ({ body: { id: [await own.tag()] } }),
  'files.get': async (own) => ({ params: { id: await own.file() } }),
  'files.create': async (own) => ({
    body: { type: 'device_task_manager_file', company_id: own.company },
    files: { file: new File(['one'], fresh('task-')) },
  }),
  'files.start_upload': async (own) => ({
    body: { type: 'device_task_manager_file', company_id: own.company, name: fresh('task-'), size: 3 },
  }),
  'files.start_global_upload': async () => ({ body: { name: fresh('image-'), size: 3 } }),
  'files.get_upload': async (own) => ({ params: { id: await own.upload() } }),
  'files.send_part': async (own) => ({
    params: { id: await own.upload() },
    query: { offset: 0 },
    bytes: new Uint8Array([1, 2, 3]),
  }),
  'files.finish_upload': async (own) => ({ params: { id: await own.upload(true) }, body: {} }),
  'files.cancel_upload': async (own) => ({ params: { id: await own.upload() } }),
  'files.update': async (own) => ({ params: { id: await own.file() }, body: { description: 'For the pumps' } }),
  'files.delete': async (own) => ({ params: { id: await own.file() } }),
  'files.delete_many': async (own) => ({ body: { id: [await own.file()] } }),
  'files.companies': async (own) => ({ params: { id: await own.file() } }),
  'files.set_companies': async (own, client) => ({
    params: { id: await own.file() },
    body: { company_id: [await branch(own, client)] },
  }),
  'files.download': async (own) => ({ params: { id: await own.file() } }),
  'files.download_zip': async (own) => ({ body: { files: [await own.file()] } }),
  'files.create_image': async (own) => ({
    body: { type: 'device_dashboard', company_id: own.company },
    files: { image: new File([onePixel], `${fresh('plan-')}.png`, { type: 'image/png' }) },
  }),
  'files.image': async (own) => ({ params: { id: await own.image() } }),
  'files.thumbnail': async (own) => ({ params: { id: await own.image() } }),
  'files.update_image': async (own) => ({ params: { id: await own.image() }, body: { description: 'Pump room' } }),
  'files.delete_image': async (own) => ({ params: { id: await own.image() } }),
  'files.delete_images': async (own) => ({ body: { id: [await own.image()] } }),
  'devices.map_tile': async () => ({ params: { z: 0, x: 0, y: 0 } }),
  'devices.tag_file': async (own) => {
    const serial = fresh('S')
    await own.device({ serial })
    const file = new File([`serial\n${serial},bus 12\n`], 'devices.csv', { type: 'text/csv' })
    return { body: { first_parameter: 'serial', tag_id: [await own.tag()] }, files: { file } }
  },
  'devices.assign_tags': tagged,
  'devices.overwrite_tags': tagged,
  'devices.unassign_tags': tagged,
  'devices.statistics': async () => ({ query: { charts: 'status,model,information_updated' } }),
  'devices.get': ofDevice(),
  'devices.create': async (own) => ({
    body: {
      data: [
        {
          company_id: own.company,
          device_series: 'rut',
          serial: String(2_000_000_000 + ++count),
          mac: '00:1E:42:01:02:03',
          password_confirmation: 'Admin-1234',
        },
      ],
    },
  }),
  'devices.preview_import': imported,
  'devices.import': imported,
  'devices.failed_rows': async (own) => ({ params: { id: await own.deviceImport() } }),
  'devices.authorize': async () => ({ body: { serial: fresh('A') } }),
  'devices.authorize_file': async () => ({
    files: { file: new File([`serial\n${fresh('A')}\n`], 'devices.csv', { type: 'text/csv' }) },
  }),
  'devices.unauthorize': async (own) => ({ body: { id: [await own.authorizedDevice()] } }),
  'devices.set_registration': async () => ({ body: { authorized_only: false } }),
  'devices.update_many': async (own) => ({ body: { data: [{ id: await own.device(), name: 'Renamed' }] } }),
  'devices.update': ofDevice({ body: { name: 'Renamed', dynamic_monitoring: 120 } }),
  'devices.delete': async (own) => ({ body: { device_id: [await own.device()] } }),
  'devices.move': moved,
  'devices.count_move_losses': moved,
  'devices.list_claims': async (own) => ({ params: { id: (await own.claim()).device } }),
  'devices.approve': ofClaim,
  'devices.reject': ofClaim,
  'devices.revoke': ofDevice(),
  'devices.permit_enrolment': ofDevice(),
  'devices.withdraw_enrolment_permit': async (own, client) => {
    const params = { id: await own.device() }
    await client.call(permitEnrolment, { params })
    return { params }
  },
  'devices.get_logs': ofDevice(),
  'devices.create_enrolment_key': async (own) => ({ body: { company_id: own.company, uses: 3 } }),
  'devices.delete_enrolment_key': async (own) => ({ params: { id: await own.enrolmentKey() } }),
  'remote.create': async (own) => ({
    body: {
      data: [
        {
          device_id: await own.device(),
          name: 'Panel',
          destination_ip: '192.168.1.10',
          destination_port: 80,
          protocol: 'http',
          username: 'admin',
          password: 'Admin-1234',
        },
      ],
    },
  }),
  'remote.update': ofEntry({ body: { destination_port: 8080 } }),
  'remote.delete': async (own) => ({ body: { id: [(await own.remoteAccess()).id] } }),
  'remote.get_host_key': ofEntry(),
  'remote.forget_host_key': ofEntry(),
  'remote.check': async (own) => {
    const { id, device } = await own.remoteAccess()
    return { params: { device_id: device }, body: { id: [id] } }
  },
  'remote.open': ofEntry(opened),
  'remote.open_webui': async (own) => ({
    params: { id: (await own.remoteAccess({ main: 'webui' })).device },
    ...opened,
  }),
  'remote.open_cli': async (own) => ({
    params: { id: (await own.remoteAccess({ main: 'cli', protocol: 'ssh' })).device },
    ...opened,
  }),
  'remote.status': async (own) => ({ body: { id: [(await own.remoteAccess()).id] } }),
  'remote.sessions': ofEntry(),
  'remote.links': ofDevice({ query: { type: 'webui' } }),
  'remote.close': ofSession(),
  'remote.extend': ofSession({ body: { duration: 600 } }),
  'remote.ticket': ofSession({ body: {} }),
  'remote.restart': async (own) => {
    const name = randomBytes(16).toString('hex')
    await own.remoteSession({ name })
    return { body: { url: `${name}.connect.example` } }
  },
  'remote.logs': async () => ({ query: month }),
  'remote.export_logs': async () => ({ query: month }),
  'monitoring.history': ofDevice({ query: { parameters: 'signal,rsrp', ...month } }),
  'monitoring.information': async (own) => ({ params: { id: await own.device(), type: 'dynamic' }, query: month }),
  'monitoring.data_usage': ofDevice({ query: month }),
  'monitoring.information_history': ofDevice({ query: { datetime: month.start_date } }),
  'monitoring.parameter_history': ofDevice({ query: { datetime: month.start_date, parameter: 'signal' } }),
  'monitoring.export_usage': ofDevice({ query: month }),
  'monitoring.sims': ofDevice(),
  'monitoring.update_sim': async (own) => ({
    params: { id: await own.device(), modem: 1, sim_id: 1 },
    body: { data_limit: 5_000_000_000, billing_day: 15 },
  }),
  'monitoring.traffic': ofDevice({ query: month }),
  'monitoring.report_times': ofDevice(),
  'monitoring.report_dates': ofDevice(),
  'monitoring.times_of_date': ofDevice({ query: { date: month.start_date.slice(0, 10) } }),
  'monitoring.moment': ofDevice({ query: { datetime: month.start_date } }),
  'monitoring.export_history': ofDevice({ query: { parameters: 'signal,rsrp', ...month } }),
  'outages.list': ofDevice(),
  'outages.nearby': ofDevice(),
  'outages.availability': ofDevice(),
  'monitoring.location_history': ofDevice({ query: month }),
  'monitoring.company_metrics': async (own) => ({ params: { id: own.company }, query: { parameter: 'signal' } }),
  'statistics.general': async () => ({ query: month }),
  'statistics.export_general': async () => ({ query: month }),
  'statistics.attempts': async () => ({}),
  'statistics.export_attempts': async () => ({}),
  'statistics.attempt_reasons': async () => ({ query: month }),
  'statistics.months': async () => ({ query: month }),
  'statistics.export_months': async () => ({ query: month }),
  'statistics.online': async () => ({ query: month }),
  'statistics.export_online': async () => ({ query: month }),
  'statistics.online_tree': async (own) => ({ query: { ...month, company_id: own.company } }),
  'statistics.actions': async () => ({}),
  'statistics.export_actions': async () => ({}),
  'statistics.action_days': async () => ({ query: month }),
  'statistics.seen': async () => ({ query: month }),
  'statistics.export_seen': async () => ({ query: month }),
  'firmware.choices': onRouter({}),
  'firmware.preview': onRouter({}, 'file_id'),
  'firmware.update': onRouter({ keep_settings: true }, 'file_id'),
  'firmware.declare': async (own) => ({ params: { id: await own.firmware() }, body: { declared: 'stable' } }),
  'firmware.set_updates': async (own) => {
    const row = { id: await router(own), file_id: await own.firmware() }
    return { body: { data: [{ ...row, action: 'update_firmware', offline: true, keep_settings: true }] } }
  },
  'firmware.cancel_updates': async (own) => {
    const id = await own.device()
    const { action_target } = await own.action({ device_id: id, kind: 'update_firmware' })
    return { body: { data: [{ id, job_id: [action_target] }] } }
  },
  'alerts.get': async (own) => ({ params: { id: (await own.alert()).alert } }),
  'alerts.delete': async (own) => ({ params: { id: (await own.alert()).alert } }),
  'alerts.delete_many': async (own) => ({ body: { id: [(await own.alert()).alert] } }),
  'alerts.get_rule': async (own) => ({ params: { id: (await own.alert()).alert_rule } }),
  'alerts.create_rules': async (own) => ({
    body: {
      data: [
        {
          device_id: await own.device(),
          alert_type_id: 3,
          alert_subtype_id: 9,
          action: 3,
          email: 'duty@example.test',
          message: '%rn: %ex',
        },
      ],
    },
  }),
  'alerts.update_rule': async (own) => ({
    params: { id: (await own.alert()).alert_rule },
    body: { message: '%rn: %ex at %ts' },
  }),
  'alerts.delete_rule': async (own) => ({ params: { id: (await own.alert()).alert_rule } }),
  'alerts.delete_rules': async (own) => ({ body: { id: [(await own.alert()).alert_rule] } }),
  'alerts.delete_device_rule': async (own) => {
    const { device, alert_rule } = await own.alert()
    return { params: { device_id: device, alert_id: alert_rule } }
  },
  'dashboards.list': async (own) => ({ params: { id: (await own.dashboard()).device } }),
  'dashboards.create': async (own) => ({
    params: { id: await own.device() },
    body: { name: 'Cold room', ...dashboardContent },
  }),
  'dashboards.get': ofDashboard(),
  'dashboards.update': ofDashboard({ body: { version: 1, name: 'Cold store', ...dashboardContent } }),
  'dashboards.delete': ofDashboard(),
  'dashboards.copy': async (own) => {
    const { device, dashboard } = await own.dashboard()
    const device_id = [await own.device({ model: 'RUT956' })]
    return { params: { id: device, dashboard_id: dashboard }, body: { device_id } }
  },
  'dashboards.values': ofDashboard(),
  'dashboards.past': ofDashboard(),
  'dashboards.image': async (own) => {
    const { device, dashboard, image } = await own.dashboard()
    return { params: { id: device, dashboard_id: dashboard, image_id: image } }
  },
  'actions.execute': async (own) => ({
    body: { action: 'reboot', device_id: [await own.device({ caps: ['reboot'] })] },
  }),
  'actions.command': async (own) => ({
    params: { id: await own.device({ caps: ['exec'] }) },
    body: { command: 'uptime' },
  }),
  'actions.set_output': async (own) => ({
    params: { id: (await own.dashboard()).device },
    body: { output: 'dout1', on: true },
  }),
  'actions.command_many': async (own) => ({
    body: { command: 'uptime', device_id: [await own.device({ caps: ['exec'] })] },
  }),
  'actions.generate_passwords': async (own) => ({
    body: { data: [{ id: await own.device({ caps: ['password'] }), length: 12, use_special: 1 }] },
  }),
  'actions.set_passwords': async (own) => {
    const row = { password: 'Secret-1234', password_confirmation: 'Secret-1234' }
    return { body: { data: [{ id: await own.device({ caps: ['password'] }), ...row }], ...row } }
  },
  'actions.upload_passwords': async (own) => {
    const serial = fresh('P')
    await own.device({ serial, caps: ['password'] })
    return { files: { file: new File([`serial,password\n${serial},Secret-1234\n`], 'p.csv', { type: 'text/csv' }) } }
  },
  'actions.password_devices': async (own, client) => ({ params: { id: await passwordList(own, client) } }),
  'actions.download_passwords': async (own, client) => ({ params: { id: await passwordList(own, client) } }),
  'actions.cancel': async (own) => ({ body: { job_id: [(await own.action()).action_target] } }),
  'actions.retry': async (own) => {
    const { action, action_target } = await own.action({ state: 'failed' })
    return { body: { action_id: action, job_id: [action_target] } }
  },
  'actions.get': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.repeat': async (own) => {
    const device_id = await own.device({ caps: ['reboot'] })
    return { body: { action_id: (await own.action({ device_id })).action } }
  },
  'actions.outputs': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.output': async (own) => ({ params: { id: (await own.action()).action, group: 'waiting' } }),
  'actions.export_outputs': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.get_target': async (own) => ({ params: { id: (await own.action()).action_target } }),
  'monitoring.template': ofMonitoring(),
  'monitoring.create_template': async (own) => ({ body: monitoringTemplate(own.company) }),
  'monitoring.update_template': ofMonitoring(async () => ({ name: fresh('Measured ') })),
  'monitoring.delete_template': ofMonitoring(),
  'monitoring.assigned': async (own) => ({ query: { device_id: await own.device() } }),
  'monitoring.assign_templates': async (own, client) => {
    const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
    return { body: { configs: [{ id: data.id, device_id: [await own.device()], period: 300, enabled: true }] } }
  },
  'monitoring.assign_template': ofMonitoring(async (own) => ({ device_id: [await own.device()] })),
  'monitoring.unassign_template': ofMonitoring(async (own) => ({ device_id: [await own.device()] })),
  'monitoring.test_template': async (own) => ({ body: { device_id: await own.device(), data: monitoringData } }),
  'monitoring.custom_data': ofDevice({ query: month }),
  'monitoring.parameter_graph': ofField,
  'monitoring.parameter_values': ofField,
  'configs.preview': async (own) => ({ body: { device_id: [await own.device({ caps: ['config'] })], calls } }),
  'configs.configure': async (own) => ({ body: { device_id: [await own.device({ caps: ['config'] })], calls } }),
  'configs.configure_without_return': async (own, client) => {
    await client.call(confirmPassword, { body: { password } })
    const { data } = await client.call(createConfigTemplate, { body: configTemplate(own.company) })
    const id = await own.device({ caps: ['config', 'config-keep'] })
    return { params: { id }, body: { template_id: data.id } }
  },
  'configs.read_values': async (own) => {
    await own.apiDocument()
    const device = { status: 1, backend: 'rutos', model: 'RUTX50', caps: ['api-call'] }
    return { body: { device_id: await own.device(device), endpoints: [{ path: '/api/interfaces/config' }] } }
  },
  'configs.logs': ofDevice(),
  'configs.logs_of_action': async (own, client) => {
    const id = await own.device({ caps: ['config'] })
    const { data } = await client.call(configureDevices, { body: { device_id: [id], calls: calls as never } })
    return { params: { id, action_name: data.id } }
  },
  'configs.template': ofTemplate(),
  'configs.create_template': async (own) => ({ body: configTemplate(own.company) }),
  'configs.update_template': ofTemplate(async () => ({ name: fresh('Template ') })),
  'configs.delete_template': ofTemplate(),
  'configs.preview_template': ofTemplate(async (own) => ({ device_id: [await own.device({ caps: ['config'] })] })),
  'configs.use_template': ofTemplate(async (own) => ({ device_id: [await own.device({ caps: ['config'] })] })),
  'configs.version': async (own) => ({ params: { id: (await own.configVersions()).running } }),
  'configs.compare': async (own) => {
    const { intended, running } = await own.configVersions()
    return { params: { id: running, from: intended } }
  },
  'configs.download': async (own) => ({ params: { id: (await own.configVersions()).running } }),
  'configs.restore': async (own) => ({ params: { id: (await own.configVersions()).intended }, body: {} }),
  'configs.adopt': drifted,
  'configs.ignore': drifted,
  'configs.overwrite': drifted,
  'configs.upload_document': async () => ({
    body: { system: 'rutos', overwrite: true } as never,
    files: { file: apiDocument() },
  }),
  'configs.download_document': storedDocument,
  'configs.delete_document': storedDocument,
  'configs.operations': storedDocument,
  'configs.document_of_devices': async (own) => {
    await own.apiDocument()
    return { query: { device_id: await own.device({ model: 'RUTX50' }) } }
  },
  'configs.backup_preview': restored,
  'configs.backup_restore': restored,
  'configs.backup_rule': async (own) => ({ params: { id: await own.backupRule() } }),
  'configs.backup_create': async (own) => ({
    body: { company_id: own.company, ...backupRule, applied_by: 'device', device_id: [await own.device()] },
  }),
  'configs.backup_update': async (own) => ({
    params: { id: await own.backupRule() },
    body: { ...backupRule, applied_by: 'tag', tag_id: [await own.tag()] },
  }),
  'configs.backup_delete': async (own) => ({ params: { id: await own.backupRule() } }),
  'configs.backup_run': async (own) => {
    const device = await own.device({ caps: ['send'] })
    return { params: { id: await own.backupRule({ apply_list: [device] }) } }
  },
  'configs.backup_runs': async (own) => ({ params: { id: await own.backupRule() } }),
  'tasks.create_group': async (own) => ({
    body: {
      company_id: own.company,
      name: fresh('Group '),
      tasks: [await upload(own)],
    },
  }),
  'tasks.get_group': ofTaskGroup(),
  'tasks.update_group': async (own) => ({
    params: { id: (await own.taskGroup()).task_group },
    body: { name: fresh('Renamed '), tasks: [await upload(own)] },
  }),
  'tasks.delete_group': ofTaskGroup(),
  'tasks.delete_groups': async (own) => ({ body: { id: [(await own.taskGroup()).task_group] } }),
  'tasks.run': async (own) => ({
    params: { id: (await own.taskGroup()).task_group },
    body: { device_id: [await own.device({ caps: ['exec'] })] },
  }),
  'tasks.update': ofTask({ body: { name: 'Renamed', order: 1, stop_on_failure: false, timeout: 5 } }),
  'tasks.delete': ofTask(),
  'tasks.get_group_log': async (own) => ({ params: { id: (await own.taskLog()).action_target } }),
  'tasks.get_log': async (own) => ({ params: { id: (await own.taskLog()).task_log } }),
  'campaigns.get': ofCampaign(),
  'campaigns.create': async (own) => ({
    body: { ...plan, file_id: await own.firmware(), device_id: [await own.device()], start: 'draft' },
  }),
  'campaigns.create_change': changeCampaign,
  'campaigns.update': async (own) => ({
    params: { id: await own.campaign() },
    body: { ...plan, file_id: await own.firmware() },
  }),
  'campaigns.update_change': async (own) => {
    const { keep_settings: _, ...waves } = plan
    return { params: { id: await own.campaign({ kind: 'configure' }) }, body: { ...waves, content: { calls } } }
  },
  'campaigns.delete': ofCampaign(),
  'campaigns.start': async (own) => {
    const options = { keep_settings: true, downgrade: false, metered: false }
    const image = { file_id: await own.firmware(), name: 'image.bin', sha256: '0'.repeat(64), size: 1, version: '7' }
    const values = {
      selection: { device_id: [await router(own)] },
      arg: JSON.stringify({ ...image, ...options }),
      plan: { ...plan, hours: null, options },
    }
    return { params: { id: await own.campaign(values) }, body: { start: 'now' } }
  },
  'campaigns.pause': ofCampaign({ state: 'running' }),
  'campaigns.resume': async (own) => ({ params: { id: await own.campaign({ state: 'paused' }) }, body: {} }),
  'campaigns.cancel': ofCampaign({ state: 'paused' }),
  'campaigns.skip': async (own) => {
    const device = await own.device()
    return {
      params: { id: await own.campaign({ state: 'paused' }, { id: device, state: 'untouched' }) },
      body: { device_id: [device] },
    }
  },
  'campaigns.retry': async (own) => {
    const device = await own.device()
    return {
      params: { id: await own.campaign({ state: 'paused' }, { id: device, state: 'failed' }) },
      body: { device_id: [device] },
    }
  },
}
