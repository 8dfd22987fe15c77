import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type { FileRules } from '@longreach/contract/forms/fields'
import { fileProblem, maxFileSize, tooLarge } from '@longreach/contract/forms/files'
import { type Text, text } from '@longreach/contract/i18n'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** A file sent with a call. */
export interface Uploaded {
  name: string
  /** Media type according to the sender. */
  type: string
  size: number
  /** Empty if the file is stored. */
  bytes: Buffer
  /** Unfinished blob of a stored file. */
  blobId?: number
}

/** Stores a file as it arrives; resolves with its blob and its size. */
export type StoreUpload = (bytes: Readable) => Promise<{ blobId: number; size: number }>

export interface Upload {
  body: Record<string, unknown>
  files: Readonly<Record<string, Uploaded>>
}

const limits = { fields: 200, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 }

const wrong = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

async function readFile(part: MultipartFile, rule: FileRules, name: string): Promise<Pick<Uploaded, 'bytes' | 'size'>> {
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? wrong(name, tooLarge(rule)) : error
  })
  return { bytes, size: bytes.length }
}

/** Checks the name before any of the content is stored. */
async function storeFile(part: MultipartFile, rule: FileRules, name: string, store: StoreUpload) {
  const problem = fileProblem(rule, { name: part.filename, type: part.mimetype, size: 0 })
  if (problem !== null) throw wrong(name, problem)
  const stored = await store(part.file)
  return { ...stored, bytes: Buffer.alloc(0) }
}

/**
 * The parts of a call with files (RFC 7578); `<name>[0]` and `<name>[]` are items of a list, empty if there are none.
 */
export async function readUpload(request: FastifyRequest, endpoint: AnyEndpoint, store?: StoreUpload): Promise<Upload> {
  const rules = endpoint.files ?? {}
  const names = Object.keys(rules)
  if (!request.isMultipart()) throw wrong(names[0] ?? 'body', text('forms.no_upload'))
  const most = Math.max(...Object.values(rules).map(({ max = maxFileSize }) => max))
  const body = new Map<string, unknown>()
  const files = new Map<string, Uploaded>()
  const options = { limits: { ...limits, files: names.length, fileSize: most, parts: limits.fields + names.length } }
  try {
    for await (const part of request.parts(options)) {
      const [, name = '', place] = /^([^[]*)(\[\d*\])?$/.exec(part.fieldname) ?? []
      if (part.type === 'file') {
        const rule = rules[name]
        if (!rule) throw wrong(name, text('forms.unexpected_file'))
        const read = store ? await storeFile(part, rule, name, store) : await readFile(part, rule, name)
        if (part.file.truncated) throw wrong(name, tooLarge(rule))
        const file = { name: part.filename, type: part.mimetype, ...read }
        const problem = fileProblem(rule, file)
        if (problem !== null) throw wrong(name, problem)
        files.set(name, file)
      } else if (part.valueTruncated) throw wrong(name, text('forms.text_too_long'))
      else if (place === undefined) body.set(name, part.value)
      else body.set(name, [body.get(name) ?? [], part.value === '' ? [] : part.value].flat())
    }
  } catch (error) {
    // The parser's own errors about parts that are cut off or malformed have no status.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode) throw error
    throw new Problem('BAD_REQUEST', { message: text('forms.unreadable_upload') })
  }
  const missing = names.find((name) => !files.has(name))
  if (missing !== undefined) throw wrong(missing, text('forms.required'))
  return { body: Object.fromEntries(body), files: Object.fromEntries(files) }
}
