import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultWaves } from '@longreach/contract/campaigns/constants'
import { createCampaign, getCampaign } from '@longreach/contract/campaigns/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { createFile } from '@longreach/contract/files/endpoints'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { bindFleet } from './bound-fleet.ts'
import { type CampaignOrders, campaignFleet } from './campaign-fleet.ts'
import { ended, type Installation, startInstallation } from './installation.ts'
import { percentile, thousands } from './numbers.ts'

/** Devices that connect per second. */
const pace = 50
/** Bytes of the image. */
const size = 1_000_000
/** Milliseconds of the quiet measurement, and between two pages of a list. */
const quietFor = 20_000
const pause = 100

/** Reads pages of the device list until stopped; returns the milliseconds of each. */
function readPages({ admin }: Installation, count: number) {
  const took: number[] = []
  let over = false
  const run = async () => {
    for (let page = 0; !over; page++) {
      const query = { limit: 100, offset: (page * 100) % count } as const
      const startedAt = performance.now()
      const { status, text } = await admin.call(listDevices, { query })
      if (status !== 200) throw new Error(text)
      took.push(performance.now() - startedAt)
      await delay(pause)
    }
  }
  const running = run()
  return async () => {
    over = true
    await running
    return took
  }
}

async function openSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM device_session WHERE open`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Seconds from the last answer of each wave until the first device of the next one is sent its update. */
async function decisionTimes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ took: number }>`
    SELECT extract(epoch FROM n.first_sent - w.last_answer)::float8 AS took
    FROM (SELECT d.wave, max(t.finished_at) AS last_answer, min(t.sent_at) AS first_sent
      FROM campaign_devices d JOIN action_targets t ON t.id = d.target_id GROUP BY d.wave) w
    JOIN LATERAL (SELECT min(x.created_at) AS first_sent
      FROM action_events x JOIN campaign_devices d ON d.action_id = x.action_id
      WHERE d.wave = w.wave + 1 AND x.state = 'sent') n ON n.first_sent IS NOT NULL
    ORDER BY w.wave`.execute(db)
  return rows.map(({ took }) => took)
}

/** A campaign over many devices in the default waves: how soon it continues, and how much it slows the console. */
export async function benchCampaign(count = Number(process.argv[3] ?? 300)): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-fleet-'))
  const installation = await startInstallation()
  const { admin, gatewayPort: port, hostKey } = installation
  const { db } = installation.database
  const fleet = fork(path.join(import.meta.dirname, 'campaign-fleet.ts'))
  try {
    await bindFleet(db, campaignFleet(count), folder)
    const spread = Math.ceil(count / pace)
    fleet.send({
      server: { host: '127.0.0.1', port, hostKey },
      devices: count,
      folder,
      spread,
    } satisfies CampaignOrders)
    while ((await openSessions(db)) < count) await delay(200)
    await delay(5000)
    const stop = readPages(installation, count)
    await delay(quietFor)
    const quiet = await stop()

    const image = new File([new Uint8Array(randomBytes(size))], 'RUTX_R_00.07.99_WEBUI.bin')
    const { data: file } = await admin.call(createFile, { body: { type: 'firmware' }, files: { file: image } })
    const stopPages = readPages(installation, count)
    const startedAt = performance.now()
    const plan = { keep_settings: true, waves: defaultWaves, soak: 0, check_wan: true, check_reports: false } as const
    const body = { ...plan, name: 'Bench', file_id: file.id, filter: {}, start: 'now' } as const
    const { data, text } = await admin.call(createCampaign, { body: body as never })
    if (!data) throw new Error(text)
    const read = async () => (await admin.call(getCampaign, { params: { id: data.id } })).data
    while ((await read()).state === 'running') await delay(500)
    const seconds = (performance.now() - startedAt) / 1000
    const meanwhile = await stopPages()
    const { state, counts, waves_details: waves, reason } = await read()
    const took = await decisionTimes(db)
    const [before, during] = [percentile(quiet, 0.95), percentile(meanwhile, 0.95)]
    console.log(
      `${thousands(count)} devices in waves of ${waves.map((wave) => wave.size).join(', ')}: ${state} after ${seconds.toFixed(0)} s, ` +
        `${counts.done} done, ${counts.failed} failed${reason === null ? '' : ` (${reason})`}`,
    )
    console.log(
      `from the last answer of a wave to the first device of the next: ${took.map((one) => one.toFixed(2)).join(', ')} s (goal 1)`,
    )
    console.log(
      `a page of 100 devices, p95: quiet ${before.toFixed(0)} ms, meanwhile ${during.toFixed(0)} ms, ratio ${(during / before).toFixed(1)} (goal 3)`,
    )
  } finally {
    fleet.kill('SIGKILL')
    await ended(fleet)
    await installation.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
