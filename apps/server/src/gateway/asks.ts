import { randomBytes } from 'node:crypto'
import { linkLimits } from '@longreach/contract/link/limits'
import { unescapeOutput } from '@longreach/contract/link/output'
import { type Answer, type CommandResult, DeviceOffline, NoAnswer, type Question } from '../drivers/driver.ts'
import type { Link } from './links.ts'

/** Prefix of question ids; results with such an id are handled here only. */
const mark = 'q_'
/** Seconds added to the question's own timeout, for the round trip and for the output of a command that timed out. */
const graceSeconds = 15
const mostParts = Math.ceil(linkLimits.resultBytes / linkLimits.resultPartBytes) * 4

interface Asked {
  link: Link
  parts: string[]
  settle(end: Answer | Error): void
}

export interface Asks {
  ask(link: Link, question: Question, signal?: AbortSignal): Promise<Answer>
  /** True if the result answers a question; one that arrives too late is dropped. */
  take(deviceId: number, result: CommandResult): boolean
  /** Rejects the questions of a link that has ended. */
  end(link: Link): void
}

/** Questions to devices: commands whose results are awaited. */
export function createAsks(): Asks {
  const asked = new Map<string, Asked>()

  return {
    ask(link, question, signal) {
      const { deviceId } = link.presence
      const id = mark + randomBytes(12).toString('hex')
      return new Promise<Answer>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const settle = (end: Answer | Error) => {
          asked.delete(id)
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          if (end instanceof Error) reject(end)
          else resolve(end)
        }
        const abort = () => settle(signal?.reason)
        const timer = setTimeout(
          () => settle(new NoAnswer(deviceId, question)),
          (question.seconds + graceSeconds) * 1000,
        )
        signal?.addEventListener('abort', abort)
        asked.set(id, { link, parts: [], settle })
        const { verb, seconds, arg } = question
        try {
          if (!link.command({ id, command: verb, seconds, arg })) settle(new DeviceOffline(deviceId))
        } catch (error) {
          settle(error as Error)
        }
      })
    },
    take(deviceId, { id, state, exit, part, parts, text }) {
      if (!id.startsWith(mark)) return false
      const waiting = asked.get(id)
      if (!waiting || waiting.link.presence.deviceId !== deviceId) return true
      if (part <= mostParts) waiting.parts.push(text)
      if (part < parts) return true
      waiting.settle({ state, exit, text: unescapeOutput(waiting.parts.join('')) })
      return true
    },
    end(link) {
      for (const waiting of asked.values()) {
        if (waiting.link === link) waiting.settle(new DeviceOffline(link.presence.deviceId))
      }
    },
  }
}
