import { Readable } from 'node:stream'
import type { Action } from '@longreach/contract/actions/schemas'
import { readerOf } from '../../endpoint/locale.ts'
import type { Call } from '../../endpoint/route.ts'
import { type Reader, showTime, translate } from '../../texts.ts'
import type { allOutputs } from './output-groups.ts'

type Answers = ReturnType<typeof allOutputs>

async function* paragraphs(action: Action, answers: Answers, reader: Reader) {
  yield `${action.command ?? translate(action.title, reader)}\n${showTime(action.created_at, reader)}${reader.zone ? ` (${reader.zone})` : ''}\n`
  for await (const { names, message, output } of answers)
    yield `\n# ${names.length}: ${names.join(', ')}\n# ${translate(message, reader)}\n${output === '' ? '' : `${output}\n`}`
}

/** The answers of an action's devices as a text file: equal answers once, below the names of their devices. */
export function sendOutputs(reply: Call['reply'], action: Action, answers: Answers): Readable {
  reply.header('content-type', 'text/plain; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="action-${action.id}.txt"`)
  return Readable.from(paragraphs(action, answers, readerOf(reply.request)))
}
