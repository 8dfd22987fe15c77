// `npm run backup -- <folder>`: writes the whole database as of one moment, beside a running server or alone.
import { access } from 'node:fs/promises'
import path from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { makeBackup } from './backup/backup.ts'
import { readWords, runCommand, say } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'

await runCommand(async () => {
  const words = readWords('npm run backup -- <new folder> [--with-key]', ['with-key'])
  const config = readConfig()
  const secretKey = path.join(config.DATA_DIR, 'secret-key')
  if (words['with-key']) {
    if (config.SECRET_KEY)
      throw new ConfigError('--with-key: the key is in SECRET_KEY, not in a file; keep it yourself')
    await access(secretKey).catch(() => {
      throw new ConfigError(`--with-key: ${config.DATA_DIR} has no secret-key`)
    })
  }
  const folder = path.resolve(words.folder)
  const { connection, stop } = await openBeside(config)
  try {
    const { tables } = await makeBackup({
      connection,
      folder,
      version: packageJson.version,
      ...(words['with-key'] ? { secretKey } : {}),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${rows} rows of ${tables.length} tables in ${folder}`)
    say(
      words['with-key']
        ? 'The key of the secrets is with them: who has this folder has everything.'
        : 'The key of the secrets is not with them: without it no password of a device can be read again.',
    )
  } finally {
    await stop()
  }
})
