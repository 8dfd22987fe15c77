import { text } from '@longreach/contract/i18n'
import type { ParsedFile } from './sheet-lines.ts'
import { createThreads, ThreadExhausted } from './threads.ts'

/** Two at a time: a small workbook can expand to a large one. */
const parse = createThreads<{ bytes: Buffer; most: number }, ParsedFile>(
  new URL('./sheet-worker.ts', import.meta.url),
  {
    most: 2,
    megabytes: 512,
  },
)

/** Parses in a separate thread, as soon as one is free. */
export async function parseInThread(bytes: Buffer, most: number): Promise<ParsedFile> {
  try {
    return await parse({ bytes, most })
  } catch (error) {
    if (error instanceof ThreadExhausted) return { fault: text('devices.file_too_complex') }
    throw error
  }
}
