import { type Text, text } from '@longreach/contract/i18n'
import { type Operation, operationsOf, TooComplex } from './operations.ts'

/** Contents of a document, or the fault that makes it unusable. */
export type ReadDocument =
  | { title: string; version: string; operations: number; list: Operation[]; secrets: string[] }
  | { fault: Text }

const deepest = 100
/** Most values in a document, ten times those of the largest known one. */
const mostValues = 3_000_000
/** Longest chain of references that only lead to references. */
const longestChain = 20
const longestName = 200
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
/** Keywords whose contents are data, not description. */
const samples = new Set(['example', 'examples', 'default', 'enum', 'const'])

class Refused extends Error {
  readonly fault: Text

  constructor(fault: Text) {
    super(fault)
    this.fault = fault
  }
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const codes = { quote: 0x22, backslash: 0x5c, comma: 0x2c, opens: [0x5b, 0x7b], closes: [0x5d, 0x7d] }

/** Refuses a document that would take too much memory, before any of it is parsed. */
function measure(bytes: Uint8Array): void {
  let depth = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] as number
    if (quoted) {
      if (code === codes.backslash) at++
      else if (code === codes.quote) quoted = false
      continue
    }
    if (code === codes.quote) quoted = true
    else if (code === codes.comma) values++
    else if (codes.closes.includes(code)) depth--
    else if (codes.opens.includes(code)) {
      values++
      depth++
    }
    if (depth > deepest || values > mostValues) throw new Refused(text('configs.document_complex'))
  }
}

function parse(bytes: Uint8Array): unknown {
  measure(bytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refused(text('configs.document_json'))
  }
}

/** Text as a single line that can be stored and shown. */
const lineOf = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()

const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

const ownOf = (node: Node, name: string): unknown => (Object.hasOwn(node, name) ? node[name] : undefined)

function find(document: Node, reference: string): unknown {
  const parts = reference.slice(1).split('/')
  if (reference !== '#' && parts.length > deepest) return undefined
  return parts
    .slice(1)
    .reduce<unknown>((node, part) => (isNode(node) ? ownOf(node, unescaped(part)) : undefined), document)
}

/** Follows a reference as long as it leads to another one. A schema may contain itself, but not be itself. */
function follow(document: Node, first: string): void {
  const reference = lineOf(first)
  const seen = new Set<string>()
  for (let next: unknown = first; typeof next === 'string'; ) {
    if (!next.startsWith('#')) throw new Refused(text('configs.document_elsewhere', { reference }))
    if (seen.has(next)) throw new Refused(text('configs.document_circle', { reference }))
    if (seen.size >= longestChain) throw new Refused(text('configs.document_complex'))
    seen.add(next)
    const found = find(document, next)
    if (found === undefined) throw new Refused(text('configs.document_reference', { reference }))
    next = isNode(found) ? ownOf(found, '$ref') : undefined
  }
}

/** Checks that every reference leads to something in the document; each is followed once, wherever it is used. */
function checkReferences(document: Node): void {
  const followed = new Set<string>()
  const waiting: Node[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const [name, value] of Object.entries(node)) {
      if (name === '$ref' && typeof value === 'string') {
        if (!followed.has(value)) follow(document, value)
        followed.add(value)
      } else if (isNode(value) && !samples.has(name)) waiting.push(value)
    }
  }
}

function countOperations(paths: Node): number {
  let count = 0
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue
    if (!path.startsWith('/') || !isNode(item)) throw new Refused(text('configs.document_openapi'))
    for (const [name, operation] of Object.entries(item)) if (methods.has(name) && isNode(operation)) count++
  }
  return count
}

function describe(document: unknown): ReadDocument {
  const refused = { fault: text('configs.document_openapi') }
  if (!isNode(document)) return refused
  const { openapi, swagger, info, paths } = document
  const known = (typeof openapi === 'string' && /^3\.\d/.test(openapi)) || swagger === '2.0'
  if (!known || !isNode(info) || !isNode(paths)) return refused
  const [title, version] = [info.title, info.version].map((value) => (typeof value === 'string' ? lineOf(value) : ''))
  const operations = countOperations(paths)
  if (!title || !version || operations === 0) return refused
  checkReferences(document)
  const { operations: list, secrets } = operationsOf(document)
  return { title, version, operations, list, secrets }
}

/** Reads an OpenAPI document. Takes much time and memory, so run it in its own thread. */
export function readDocument(bytes: Uint8Array): ReadDocument {
  try {
    return describe(parse(bytes))
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault }
    // The stack is too small for the depth of references.
    if (error instanceof TooComplex || error instanceof RangeError) return { fault: text('configs.document_complex') }
    throw error
  }
}
