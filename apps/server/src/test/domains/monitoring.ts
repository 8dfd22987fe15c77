import type { Db } from '../../db/client.ts'
import type { BatchDeps } from '../../domains/monitoring/batch.ts'
import { createReportWriter, type ReportWriter } from '../../domains/monitoring/writer.ts'
import type { Report } from '../../drivers/driver.ts'

export const testBoot = 'a1b2c3d4e5f6'

/** A writer at a settable time, without latest state, logs or metrics; the given disk space may make it wait. */
export function testWriter(
  database: { db: Db },
  now: () => Date,
  latest: BatchDeps['latest'] = async () => {},
  diskSpaceFreed?: Promise<void>,
  stored?: BatchDeps['stored'],
): ReportWriter {
  const nothing = () => {}
  return createReportWriter({
    db: database.db,
    latest,
    stored,
    now,
    diskSpace: { opened: () => diskSpaceFreed, failed: nothing },
    log: { warn: nothing },
    metrics: { stored: nothing, duplicates: nothing, refusedReports: nothing, refusedValues: nothing, batch: nothing },
  })
}

/** Writes samples taken at the given times, as reports of one boot that all arrive `now`. */
export async function writeSamples(
  writer: ReportWriter,
  deviceId: number,
  now: Date,
  names: Report['names'],
  samples: readonly (readonly [at: Date, ...values: Report['values']])[],
  firstSeq = 1,
): Promise<void> {
  await Promise.all(
    samples.map(([at, ...values], index) =>
      writer.write(
        { deviceId, epoch: 1 },
        {
          boot: testBoot,
          seq: firstSeq + index,
          age: Math.round((now.getTime() - at.getTime()) / 1000),
          uptime: 90 * 86_400,
          arrivedAt: now,
          names,
          values,
        },
      ),
    ),
  )
}
