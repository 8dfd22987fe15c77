// `npm run cells -- <file.csv.gz> [--mcc 246]`: loads the positions of mobile network cells, for devices without GPS.
// Run beside a running server or alone.
import { parseArgs } from 'node:util'
import { runCommand, say } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'
import { openDatabase } from './db/client.ts'
import { loadCells } from './domains/devices/places/cells.ts'

const usage = 'Usage: npm run cells -- <file.csv or file.csv.gz> [--mcc 246]'

function readArguments(): { file: string; mcc: number | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { mcc: { type: 'string' } }, allowPositionals: true })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0 || !/^\d{3}$/.test(values.mcc ?? '000')) throw new Error()
    return { file, mcc: values.mcc === undefined ? undefined : Number(values.mcc) }
  } catch {
    throw new ConfigError(usage)
  }
}

await runCommand(async () => {
  const { file, mcc } = readArguments()
  const { connection, stop } = await openBeside(readConfig())
  const { db, stop: close } = openDatabase(connection, () => {}, 1)
  try {
    const { stored, skipped } = await loadCells(db, file, mcc).catch((error: NodeJS.ErrnoException) => {
      // The file is missing, or cut short.
      throw error.code ? new ConfigError(`${file}: ${error.message}`) : error
    })
    say(`${stored} cells stored, ${skipped} lines skipped`)
  } finally {
    await close()
    await stop()
  }
})
