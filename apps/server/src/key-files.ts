import { copyFile, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

const keyFile = (dataDir: string) => path.join(dataDir, 'secret-key')
const nextFile = (dataDir: string) => path.join(dataDir, 'secret-key.next')

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Puts a key beside the one in use, on disk for good. */
export async function writeNextKey(dataDir: string, key: Buffer): Promise<void> {
  const handle = await open(nextFile(dataDir), 'w', 0o600)
  try {
    await handle.writeFile(`${key.toString('hex')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(dataDir)
}

/** The key that was about to take the place of the one in use; undefined when there is none. */
export async function readNextKey(dataDir: string): Promise<Buffer | undefined> {
  const text = await readFile(nextFile(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Buffer.from(text.trim(), 'hex')
}

/** Makes the next key the one in use; answers where the one before is kept. */
export async function promoteKey(dataDir: string): Promise<string> {
  const kept = `${keyFile(dataDir)}.before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  // Never without a key: a start would make another one.
  await copyFile(keyFile(dataDir), kept)
  await rename(nextFile(dataDir), keyFile(dataDir))
  await syncFolder(dataDir)
  return kept
}
