import { Worker } from 'node:worker_threads'
import { text } from '@longreach/contract/i18n'
import type { ParsedFile } from './sheet-lines.ts'

/** Memory for one file. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }
/** Files that are parsed at a time; a small workbook can expand to a large one. */
const mostThreads = 2

let threads = 0
const waiting: (() => void)[] = []

async function parse(bytes: Buffer, most: number): Promise<ParsedFile> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { bytes, most },
    resourceLimits,
  })
  return new Promise<ParsedFile>((resolve, reject) => worker.once('message', resolve).once('error', reject)).catch(
    (error: { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: text('devices.file_too_complex') }
      throw error
    },
  )
}

/** Parses in a thread of its own, as soon as there is one. */
export async function parseInThread(bytes: Buffer, most: number): Promise<ParsedFile> {
  if (threads >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else threads++
  try {
    return await parse(bytes, most)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else threads--
  }
}
