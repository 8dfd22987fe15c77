// `npm run audit:verify [number:hash]`: verifies the seals of the audit log, beside a running server or alone. The
// argument is a head that was noted earlier.
import { access } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { openBeside } from './db/beside.ts'
import { openDatabase } from './db/client.ts'
import { verifyAudit } from './domains/audit/verify.ts'
import { findSealKey } from './find-key.ts'
import { createSeal } from './seal.ts'

async function run(): Promise<void> {
  const config = readConfig()
  // A new key would make every seal look forged.
  if (!config.SECRET_KEY)
    await access(path.join(config.DATA_DIR, 'secret-key')).catch(() => {
      throw new ConfigError(`SECRET_KEY: is not set, and ${config.DATA_DIR} has none`)
    })
  const { connection, stop } = await openBeside(config)
  const { db, stop: close } = openDatabase(connection, () => {}, 1)
  try {
    const seal = createSeal(await findSealKey(config, db))
    const { batches, lines, unsealed, head } = await verifyAudit(db, seal, process.argv[2])
    process.stdout.write(`${batches} batches, ${lines} lines verified, ${unsealed} not sealed yet\n`)
    if (head) process.stdout.write(`Last batch, to be noted elsewhere: ${head}\n`)
  } finally {
    await close()
    await stop()
  }
}

await runCommand(run)
