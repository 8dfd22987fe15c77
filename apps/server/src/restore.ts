// `npm run restore -- <folder>`: fills a new installation from a backup. `--check` fills one that is discarded.
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keyFile } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore.ts'
import { readWords, runCommand, say } from './command.ts'
import { readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'
import { startEmbedded } from './db/embedded.ts'

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

async function check(folder: string): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'restore-check-'))
  const postgres = await startEmbedded(home, { settings: { fsync: 'off' } })
  try {
    const { tables, made_at } = await restoreBackup(postgres.connection, folder)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`The backup of ${made_at} can be restored: ${rows} rows of ${tables.length} tables, all references are valid`)
  } finally {
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
}

await runCommand(async () => {
  const words = readWords('npm run restore -- <folder> [--check]', ['check'])
  const folder = path.resolve(words.folder)
  if (words.check) return check(folder)
  const config = readConfig()
  const { connection, stop } = await openBeside(config)
  try {
    const { tables, made_at } = await restoreBackup(connection, folder)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${rows} rows of ${tables.length} tables are as they were at ${made_at}`)
  } finally {
    await stop()
  }
  const key = path.join(config.DATA_DIR, keyFile)
  if (config.SECRET_KEY || (await exists(key))) return
  if (await exists(path.join(folder, keyFile))) {
    // With DATABASE_URL the folder may not exist yet.
    await mkdir(config.DATA_DIR, { recursive: true })
    return copyFile(path.join(folder, keyFile), key)
  }
  say(
    `Before the first start set SECRET_KEY, or put the file secret-key of the old data folder into ${config.DATA_DIR}`,
  )
})
