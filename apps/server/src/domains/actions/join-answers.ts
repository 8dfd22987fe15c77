import { linkLimits } from '@longreach/contract/link/limits'
import type { CommandResult } from '../../drivers/driver.ts'

/** Incomplete answers of one device at a time; beyond that the oldest is dropped. */
const open = 4
/** Escaping may double the length of an output. */
const mostParts = Math.ceil(linkLimits.resultBytes / linkLimits.resultPartBytes) * 3

export interface Answers {
  /**
   * Returns the whole escaped text once the last part has arrived, in order. A repetition of the first part starts
   * again.
   */
  take(deviceId: number, result: CommandResult): string | undefined
  /** Drops incomplete answers of a closed link. */
  forget(deviceId: number): void
}

/** Joins the parts of results; the size of a device's answers is limited. */
export function createAnswers(): Answers {
  const devices = new Map<number, Map<string, { heard: number; texts: string[] }>>()
  return {
    take(deviceId, { id, part, parts, text }) {
      if (parts === 1) return text
      const answers = devices.get(deviceId) ?? new Map()
      devices.set(deviceId, answers)
      if (part === 1) {
        answers.delete(id)
        answers.set(id, { heard: 0, texts: [] })
        const [oldest] = answers.keys()
        if (answers.size > open && oldest !== undefined) answers.delete(oldest)
      }
      const answer = answers.get(id)
      if (!answer) return undefined
      // An answer with a missing part is dropped; it will be requested again.
      if (part !== ++answer.heard) {
        answers.delete(id)
        return undefined
      }
      if (part <= mostParts) answer.texts.push(text)
      if (part < parts) return undefined
      answers.delete(id)
      if (answers.size === 0) devices.delete(deviceId)
      return answer.texts.join('')
    },
    forget: (deviceId) => void devices.delete(deviceId),
  }
}

/**
 * A device's text for storage: unescaped, without characters that the database cannot store, and cut to the agreed
 * length.
 */
export function keepable(text: string): string {
  const bytes = Buffer.from(text.replaceAll('\0', '').toWellFormed(), 'utf8')
  if (bytes.length <= linkLimits.resultBytes) return bytes.toString('utf8')
  // Removes half a character at the end.
  return `${new TextDecoder().decode(bytes.subarray(0, linkLimits.resultBytes)).replace(/\ufffd+$/, '')}…`
}
