// `npm run export -- <folder>`: writes the data of the installation as JSON Lines, without secrets, for other programs.
import path from 'node:path'
import { exportData } from './backup/export.ts'
import { readWords, runCommand, say } from './command.ts'
import { readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'
import { unexportedTables } from './modules.ts'

await runCommand(async () => {
  const folder = path.resolve(readWords('npm run export -- <new folder>', []).folder)
  const { connection, stop } = await openBeside(readConfig())
  try {
    const tables = await exportData(connection, folder, unexportedTables)
    say(`${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables in ${folder}`)
  } finally {
    await stop()
  }
})
