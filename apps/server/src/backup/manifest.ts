import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { createTally } from './tally.ts'

/** Of one table, or of one partition: what PostgreSQL's COPY wrote, in its text format, compressed. */
const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Of a partition: the table it belongs to, and the bounds as PostgreSQL writes them. */
  partition: z.nullable(z.object({ of: z.string(), bounds: z.string() })),
  file: z.string(),
  rows: z.int(),
  /** Of what COPY wrote, in hex. */
  sha256: z.string(),
})

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.string(),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), digest: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.int(), called: z.boolean() })),
  /** Work that was queued and not begun. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown(), start_after: z.string() })),
})

export type Manifest = z.output<typeof manifestSchema>
export type BackedTable = z.output<typeof tableSchema>

export const manifestFile = 'manifest.json'
export const keyFile = 'secret-key'

/** A backup that cannot be used: one line, meant for the person at the terminal. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupFault'
  }
}

/** What a backup has. Throws BackupFault when the folder holds none, one that was not finished, or a newer one. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => {
    throw new BackupFault(`${folder} holds no finished backup: there is no ${manifestFile}`)
  })
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new BackupFault(`${path.join(folder, manifestFile)} cannot be read by this release`)
  }
}

/** Reads every file once. Throws BackupFault at the first that is not what was written. */
export async function verifyFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const tally = createTally()
    try {
      await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), tally.stream, tally.end)
    } catch (error) {
      throw new BackupFault(`${table.file}: ${(error as Error).message}`)
    }
    const { sha256, rows } = tally.result()
    if (sha256 !== table.sha256 || rows !== table.rows) throw new BackupFault(`${table.file} is not what was written`)
  }
}
