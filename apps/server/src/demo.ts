import { Readable } from 'node:stream'
import { campaignLimits } from '@longreach/contract/campaigns/constants'
import type { Wave } from '@longreach/contract/campaigns/schemas'
import { backupLimits } from '@longreach/contract/configs/backup-constants'
import { tagColors } from '@longreach/contract/tags/constants'
import { sql } from 'kysely'
import type { Db } from './db/client.ts'
import { createPartitions } from './db/partitions.ts'
import { scopeOfUser, systemScope } from './db/scope.ts'
import { arrangeAlerts } from './demo-alerts.ts'
import { arrangeDemo } from './demo-dashboard.ts'
import { arrangeSims } from './demo-sims.ts'
import { hashPassword } from './domains/account/password.ts'
import { insertSchedule } from './domains/actions/schedules/schedule-store.ts'
import { draftValues } from './domains/campaigns/draft.ts'
import { insertCompany } from './domains/companies/change.ts'
import { type Node, placementOf } from './domains/companies/place.ts'
import { backupKind } from './domains/configs/backups/backup-store.ts'
import { insertAuthorized } from './domains/devices/authorized/devices.ts'
import { type DeviceCreated, deviceCreated } from './domains/devices/hooks.ts'
import { putTags } from './domains/devices/tagging/tagging.ts'
import { addFile } from './domains/files/add-file.ts'
import type { BlobStore } from './domains/files/blobs.ts'
import { firmwareCampaign } from './domains/firmware/campaign.ts'
import { firmwareHandler } from './domains/firmware/handler.ts'
import { rollUpDays } from './domains/monitoring/rollups/days.ts'
import { rollUp } from './domains/monitoring/rollups/rollup.ts'
import { takeSample } from './domains/statistics/sample.ts'
import { onlineHourTable } from './domains/statistics/tables.ts'
import { insertTag, type LockedTag } from './domains/tags/store.ts'
import { insertGroup, setTasks } from './domains/tasks/store.ts'
import { insertUser } from './domains/users/store.ts'
import { job } from './jobs/job.ts'
import { defineModule } from './module/module.ts'
import type { Services } from './module/services.ts'
import type { Seal } from './seal.ts'

/** Public on purpose: the demo is lost with its data folder and refuses to serve. */
const password = 'Longreach-demo-1'

const companies = [
  { name: 'Demo', parent: 'Platform' },
  { name: 'Demo North', parent: 'Demo' },
  { name: 'Demo North Pier', parent: 'Demo North' },
] as const

const users = [
  { name: 'root', role: 1, company: 'Platform' },
  { name: 'support', role: 5, company: 'Platform' },
  { name: 'admin', role: 2, company: 'Demo' },
  { name: 'viewer', role: 6, company: 'Demo' },
  { name: 'mara.lind', role: 2, company: 'Demo' },
  { name: 'jonas.weber', role: 3, company: 'Demo' },
  { name: 'client', role: 3, company: 'Demo North' },
  { name: 'guest', role: 4, company: 'Demo North' },
  { name: 'nils.aalto', role: 2, company: 'Demo North' },
  { name: 'pia.koski', role: 2, company: 'Demo North Pier' },
  { name: 'ole.strand', role: 3, company: 'Demo North Pier' },
  { name: 'tess.moreau', role: 6, company: 'Demo North Pier' },
] as const

async function insertCompanies(db: Db): Promise<Map<string, Node>> {
  const placed = new Map<string, Node>([['Platform', { id: 0, level: 0, l1_id: null, l2_id: null }]])
  for (const { name, parent } of companies) placed.set(name, await insertCompany(db, placed.get(parent)!, name))
  return placed
}

const tags = [
  { name: 'Critical', description: 'Called about at night', color: tagColors.red, company: 'Demo' },
  { name: 'Solar powered', description: '', color: tagColors.amber, company: 'Demo' },
  { name: 'Pilot', description: 'Gets new firmware first', color: tagColors.violet, company: 'Demo North' },
] as const

/** Devices of a delivery that has not arrived yet. */
const authorizedDevices = Array.from({ length: 10 }, (_, at) => ({
  serial: String(1_130_402_101 + at),
  mac: `00:1E:42:5A:10:${(0xa0 + at).toString(16).toUpperCase()}`,
  imei: null,
  model: at < 6 ? 'RUTX50' : 'RUT241',
  batch_number: at < 6 ? '0117' : '0054',
  product_code: at < 6 ? 'RUTX50000000' : 'RUT241000000',
}))

/** Gives some devices of the demo a tag when they are created. */
const tagDemoDevice: DeviceCreated = async (db, device) => {
  const name = [tags[0].name, tags[1].name, tags[2].name, null, null][device.id % 5]
  if (!name) return
  const { rows } = await sql<LockedTag>`
    SELECT t.id, t.name, t.company_id FROM tags t WHERE t.name = ${name} AND ${systemScope('console of the operator')}`.execute(
    db,
  )
  await putTags(db, { devices: [device], tags: rows })
}

/**
 * Devices of the demo bring a month of reports from before the start of the counts: they count as online in the hours
 * of their reports.
 */
async function countPast(db: Db): Promise<void> {
  const inDemo = systemScope('console of the operator')
  const past = sql`h.hour < (SELECT date_trunc('hour', min(at), 'UTC') FROM online_samples o WHERE ${inDemo})`
  const { rows } = await sql<{ hour: Date }>`
    SELECT DISTINCT date_trunc('month', hour, 'UTC') AS hour FROM history_hour h WHERE ${past} AND ${inDemo}`.execute(
    db,
  )
  await createPartitions(db).ensure(
    onlineHourTable,
    rows.map(({ hour }) => hour),
  )
  await sql`
    INSERT INTO online_hours (company_id, l1_id, l2_id, hour, online, offline, pending)
    SELECT c.id, c.l1_id, c.l2_id, h.hour, count(*), c.devices - count(*), 0
    FROM (
      SELECT c.id, c.l1_id, c.l2_id, count(*) AS devices FROM companies c JOIN devices d ON d.company_id = c.id
      WHERE d.status IN (0, 1) AND ${inDemo} GROUP BY c.id
    ) c JOIN devices d ON d.company_id = c.id
    JOIN (SELECT DISTINCT device_id, hour FROM history_hour h WHERE ${past}) h ON h.device_id = d.id
    WHERE d.status IN (0, 1) AND ${inDemo} GROUP BY c.id, c.l1_id, c.l2_id, c.devices, h.hour
    ON CONFLICT (company_id, hour) DO UPDATE SET online = excluded.online, offline = excluded.offline
    WHERE (online_hours.online, online_hours.offline) IS DISTINCT FROM (excluded.online, excluded.offline)`.execute(db)
}

export const demoModule = defineModule({
  name: 'demo',
  hooks: () => [deviceCreated.use(tagDemoDevice), deviceCreated.use(arrangeDemo)],
  events: ({ bus }: Pick<Services, 'db' | 'bus'>) => [arrangeAlerts(bus), arrangeSims],
  jobs: ({ db }: Pick<Services, 'db' | 'bus'>) => [
    // So that figures are available within a minute, not only after five.
    job({ name: 'demo.count-past', every: '* * * * *' }).handle(async () => {
      const now = new Date()
      await rollUp(db, now)
      await rollUpDays(db)
      await takeSample(db, now)
      await countPast(db)
    }),
  ],
})

/** Firmware for all companies; some devices of the demo have an older one. */
const images = [
  { version: 'RUTX_R_00.07.15', declared: 'stable', description: 'Recommended for the RUTX series' },
  { version: 'RUTM_R_00.07.15.2', declared: 'latest', description: '' },
] as const
const imageBytes = 3 * 1024 * 1024

/** Uploads content that is not a real image, but different for each. */
async function uploadImages(db: Db, blobs: BlobStore): Promise<number[]> {
  const uploaded = []
  for (const { version } of images) {
    const id = await blobs.start(db)
    await blobs.append(db, id, 0, Readable.from([Buffer.alloc(imageBytes, `\0${version}`)]))
    uploaded.push(id)
  }
  return uploaded
}

async function insertImages(tx: Db, blobs: BlobStore, uploaded: readonly number[]): Promise<number[]> {
  const ids = []
  for (const [at, { version, declared, description }] of images.entries()) {
    const name = `${version}_WEBUI.bin`
    const file = { blobId: uploaded[at] as number, companyId: 0, type: 'global_firmware', name, description } as const
    const { id } = await addFile(tx, blobs, file)
    await sql`UPDATE files f SET declared = ${declared} WHERE id = ${id} AND ${systemScope('console of the operator')}`.execute(
      tx,
    )
    ids.push(id)
  }
  return ids
}

const waves: Wave[] = [
  { of: 'devices', size: 1, failures: 0 },
  { of: 'percent', size: 50, failures: 0 },
  { of: 'rest', failures: 0 },
]

/**
 * A draft for the devices that the first image fits; one of them cannot be updated, so that the campaign halts there.
 */
async function insertCampaign(
  tx: Db,
  seal: Pick<Seal, 'seal'>,
  { id: company_id }: Node,
  users: Map<string, number>,
  file_id: number,
) {
  const username = 'admin@longreach.test'
  const user_id = users.get(username)!
  const permissions = new Set(['hierarchy_access'])
  const session = { userId: user_id, companyId: company_id, level: 1, permissions }
  const call = { db: tx, scope: scopeOfUser(session), session }
  const planned = {
    name: 'RUTX series to 07.15',
    filter: {},
    waves: waves as never,
    soak: campaignLimits.soak.min,
    check_wan: true,
    check_reports: false,
  }
  const kind = firmwareCampaign(firmwareHandler(tx))
  const values = await draftValues({ seal }, call as never, kind, planned, { file_id, keep_settings: true })
  await tx
    .insertInto('campaigns')
    .values({ ...values, selection: values.selection ?? null, company_id, user_id, username })
    .execute()
}

/** Every device of the demo is backed up at night. */
const insertBackupRule = (tx: Db, { id }: Node, users: Map<string, number>) => {
  const username = 'admin@longreach.test'
  return insertSchedule(
    tx,
    id,
    backupKind,
    {
      name: 'Every night',
      payload: { keep: backupLimits.keep.default },
      period: 'day',
      weekday: null,
      day: null,
      time: '02:30',
      zone: 'Europe/Berlin',
      applied_by: 'company',
      apply_list: [id],
      enabled: true,
    },
    { userId: users.get(username)!, actorId: null, username },
  )
}

/** Checks after a visit; the group asks for a name. */
const checks = [
  { name: 'Uptime', command: 'uptime', timeout: 10 },
  { name: 'Memory', command: 'free', timeout: 10 },
  { name: 'Leave a note', command: 'echo "Checked by %technician%"', timeout: 10 },
] as const

async function insertTaskGroup(tx: Db, place: Node): Promise<void> {
  const group = { name: 'Check after a visit', secret_variables: [], user_id: null }
  const id = await insertGroup(tx, placementOf(place), group)
  const tasks = checks.map(({ name, command, timeout }) => ({
    name,
    type: 'command' as const,
    timeout,
    stop_on_failure: false,
    data: { command, acceptable_codes: [0] },
  }))
  await setTasks(tx, id, tasks)
}

/**
 * Creates the companies, users, images, campaign, backup rule and task group of the demo, once. Its devices enrol
 * themselves like any others.
 */
export async function seedDemo(db: Db, { blobs, seal }: { blobs: BlobStore; seal: Pick<Seal, 'seal'> }): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE ${systemScope('console of the operator')} LIMIT 1`.execute(db)
  if (rows.length > 0) return
  const hash = await hashPassword(password)
  const uploaded = await uploadImages(db, blobs)
  await db.transaction().execute(async (tx) => {
    const placed = await insertCompanies(tx)
    const ids = new Map<string, number>()
    for (const { name, role, company } of users) {
      const { id, l1_id, l2_id } = placed.get(company)!
      const email = `${name}@longreach.test`
      const userId = await insertUser(tx, {
        company_id: id,
        l1_id,
        l2_id,
        role_id: role,
        username: email,
        email,
        password_hash: hash,
        email_verified_at: new Date(),
      })
      ids.set(email, userId)
    }
    await insertAuthorized(tx, null, authorizedDevices)
    const [image] = await insertImages(tx, blobs, uploaded)
    await insertBackupRule(tx, placed.get('Demo')!, ids)
    await insertCampaign(tx, seal, placed.get('Demo')!, ids, image as number)
    await insertTaskGroup(tx, placed.get('Demo')!)
    for (const { company, ...tag } of tags) await insertTag(tx, placementOf(placed.get(company)!), null, tag)
  })
}
