import { Readable } from 'node:stream'
import { campaignLimits } from '@longreach/contract/campaigns/constants'
import type { Wave } from '@longreach/contract/campaigns/schemas'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { scopeOfUser, systemScope } from '../../db/scope.ts'
import type { Demo } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { findDemoAdmin } from '../account/demo.ts'
import { draftValues } from '../campaigns/draft.ts'
import { addFile } from '../files/add-file.ts'
import type { BlobStore } from '../files/blobs.ts'
import { firmwareCampaign } from './campaign.ts'
import { firmwareHandler } from './handler.ts'

/** Firmware for all companies; some devices of the demo have an older one. */
const images = [
  { version: 'RUTX_R_00.07.15', declared: 'stable', description: 'Recommended for the RUTX series' },
  { version: 'RUTM_R_00.07.15.2', declared: 'latest', description: '' },
] as const
const imageBytes = 3 * 1024 * 1024

/** Adds files that are no real images, but differ from each other. Resolves with their ids. */
async function insertImages(tx: Tx, blobs: BlobStore): Promise<number[]> {
  const ids = []
  for (const { version, declared, description } of images) {
    const blobId = await blobs.start(tx)
    await blobs.append(tx, blobId, 0, Readable.from([Buffer.alloc(imageBytes, `\0${version}`)]))
    const name = `${version}_WEBUI.bin`
    const { id } = await addFile(tx, blobs, { blobId, companyId: 0, type: 'global_firmware', name, description })
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

/** A draft for the devices that the image fits; one of them cannot be updated, so that the campaign halts there. */
async function insertCampaign(tx: Tx, seal: Services['seal'], file_id: number): Promise<void> {
  const { id: user_id, username, company_id } = (await findDemoAdmin(tx))!
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

export const firmwareDemo: Demo<Pick<Services, 'seal'> & { blobs: BlobStore }> = {
  async fill(tx, { blobs, seal }) {
    const [image] = await insertImages(tx, blobs)
    await insertCampaign(tx, seal, image as number)
  },
}
