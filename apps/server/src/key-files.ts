import { copyFile, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

const keyFile = (dataDir: string) => path.join(dataDir, 'secret-key')
const nextFile = (dataDir: string) => path.join(dataDir, 'secret-key.next')

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Stores a key beside the one in use, synced to disk. */
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

/** The key that was about to replace the one in use; undefined if there is none. */
export async function readNextKey(dataDir: string): Promise<Buffer | undefined> {
  const text = await readFile(nextFile(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Buffer.from(text.trim(), 'hex')
}

/** Makes the next key the one in use; returns the file with the previous one. */
export async function promoteKey(dataDir: string): Promise<string> {
  const kept = `${keyFile(dataDir)}.before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  // There must always be a key: a start without one would create another.
  await copyFile(keyFile(dataDir), kept)
  await rename(nextFile(dataDir), keyFile(dataDir))
  await syncFolder(dataDir)
  return kept
}
