import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { createTally } from './tally.ts'

/** A table or partition: the output of PostgreSQL's COPY in text format, compressed. */
const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** For a partition: its table, and the bounds as PostgreSQL prints them. */
  partition: z.nullable(z.object({ of: z.string(), bounds: z.string() })),
  file: z.string(),
  rows: z.int(),
  /** Hex digest of the uncompressed output of COPY. */
  sha256: z.string(),
})

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.string(),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), digest: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.int(), called: z.boolean() })),
  /** Queued jobs that had not started. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown(), start_after: z.string() })),
})

export type Manifest = z.output<typeof manifestSchema>
export type BackedTable = z.output<typeof tableSchema>

export const manifestFile = 'manifest.json'
export const keyFile = 'secret-key'

/** Thrown for a backup that cannot be used; the message is one line for the operator. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupFault'
  }
}

/**
 * The contents of a backup. Throws BackupFault if the folder has no backup, an unfinished one, or one of a newer
 * release.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => {
    throw new BackupFault(`${folder} contains no complete backup: it has no ${manifestFile}`)
  })
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new BackupFault(`${path.join(folder, manifestFile)} cannot be read by this release`)
  }
}

/** Reads every file once. Throws BackupFault for the first one that differs from the backup. */
export async function verifyFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const tally = createTally()
    try {
      await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), tally.stream, tally.end)
    } catch (error) {
      throw new BackupFault(`${table.file}: ${(error as Error).message}`)
    }
    const { sha256, rows } = tally.result()
    if (sha256 !== table.sha256 || rows !== table.rows)
      throw new BackupFault(`${table.file} differs from what was written`)
  }
}
