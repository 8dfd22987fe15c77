import { linkLimits } from '@longreach/contract/link/limits'
import type { CommandResult } from '../../drivers/driver.ts'

/** Answers of one device that may be incomplete at a time; more of them and the oldest is forgotten. */
const open = 4
/** Escaped, an output may be twice as long as it is. */
const mostParts = Math.ceil(linkLimits.resultBytes / linkLimits.resultPartBytes) * 3

export interface Answers {
  /** The whole escaped text once the last part is here, each in its turn. A repetition of the first part begins anew. */
  take(deviceId: number, result: CommandResult): string | undefined
  /** What a link that ended left incomplete. */
  forget(deviceId: number): void
}

/** Puts the parts of results together; what a device sends is bounded. */
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
      // With a hole in it the answer is none; it is asked for again.
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

/** A device's text as it may be kept: unescaped, without what no database takes, and no longer than agreed. */
export function keepable(text: string): string {
  const bytes = Buffer.from(text.replaceAll('\0', '').toWellFormed(), 'utf8')
  if (bytes.length <= linkLimits.resultBytes) return bytes.toString('utf8')
  // A character cut in half at the end becomes none.
  return `${new TextDecoder().decode(bytes.subarray(0, linkLimits.resultBytes)).replace(/\ufffd+$/, '')}…`
}
