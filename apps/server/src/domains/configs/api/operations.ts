/** A part of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Node
}

/** JSON schemas for the calls of an operation. */
export interface Definition {
  parameters: Parameter[]
  body: { required: boolean; types: string[]; schema: Node } | null
  /** Schemas referred to as `#/definitions/<name>`. */
  definitions: Record<string, Node>
}

export interface Operation {
  method: string
  /** Path below `/api`. */
  path: string
  summary: string
  definition: Definition
}

/** Extract of a document's operations. */
export interface Operations {
  operations: Operation[]
  /** Sorted names of fields with `format: password`. */
  secrets: string[]
}

/** Thrown if the operations of a document are too large to be stored. */
export class TooComplex extends Error {}

/** Methods allowed in a call. */
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const mostOperations = 20_000
/** Most characters in one definition, and in all. */
const longest = { one: 512 * 1024, all: 128 * 1024 * 1024 }

/** Keywords that are copied unchanged: those that restrict or describe a value. */
const plain = new Set(
  ['type', 'format', 'enum', 'const', 'nullable', 'required', 'uniqueItems', 'multipleOf', 'pattern'].concat([
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
  ]),
)
const ofSchema = new Set(['items', 'additionalProperties', 'not'])
const ofSchemas = new Set(['allOf', 'anyOf', 'oneOf'])
const described = 200

/** Collects the definitions that the schemas of one operation refer to. */
function createSchemas(document: Node, secrets: Set<string>) {
  const names = new Map<string, string>()
  const definitions: Record<string, Node> = {}

  /** Target of a reference; `readDocument` has checked that it exists. */
  function resolve(node: unknown): Node {
    let found = node
    for (let steps = 0; isNode(found) && typeof found.$ref === 'string' && steps < 20; steps++)
      found = at(document, found.$ref)
    return isNode(found) ? found : {}
  }

  function refer(reference: string): Node {
    const known = names.get(reference)
    if (known !== undefined) return { $ref: `#/definitions/${known}` }
    const name = `r${names.size}`
    names.set(reference, name)
    definitions[name] = schemaOf(at(document, reference))
    return { $ref: `#/definitions/${name}` }
  }

  function schemaOf(node: unknown): Node {
    if (!isNode(node)) return {}
    if (typeof node.$ref === 'string') return refer(node.$ref)
    const schema: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties' && isNode(value)) schema.properties = propertiesOf(value)
      else if (ofSchemas.has(key) && Array.isArray(value)) schema[key] = value.map(schemaOf)
      else if (ofSchema.has(key)) schema[key] = typeof value === 'boolean' ? value : schemaOf(value)
      else if (key === 'description' && typeof value === 'string') schema.description = value.slice(0, described)
      else if (plain.has(key)) schema[key] = value
    }
    for (const [flag, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      // A number in OpenAPI 3.1; in earlier versions a flag whether the limit itself is excluded.
      if (typeof node[flag] === 'number') schema[flag] = node[flag]
      else if (node[flag] === true && typeof node[limit] === 'number') {
        schema[flag] = node[limit]
        delete schema[limit]
      }
    }
    if (schema.nullable !== undefined && schema.type === undefined) delete schema.nullable
    return schema
  }

  function propertiesOf(properties: Node): Node {
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => {
        if (resolve(value).format === 'password') secrets.add(name)
        return [name, schemaOf(value)]
      }),
    )
  }
  return { resolve, schemaOf, definitions }
}

const unescaped = (part: string): string => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

const at = (document: Node, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? (node as Node)[unescaped(part)] : undefined),
      document,
    )

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function definitionOf(document: Node, item: Node, operation: Node, secrets: Set<string>): Definition {
  const { resolve, schemaOf, definitions } = createSchemas(document, secrets)
  const all = new Map<string, Node>()
  // Parameters of the operation replace those of its path.
  for (const one of [...listOf(item.parameters), ...listOf(operation.parameters)].map(resolve))
    all.set(`${one.in} ${one.name}`, one)
  const parameters = [...all.values()].flatMap((one): Parameter[] => {
    if (one.in !== 'path' && one.in !== 'query') return []
    const name = textOf(one.name)
    const schema = schemaOf(one.schema ?? one)
    if (schema.format === 'password') secrets.add(name)
    return [{ name, in: one.in, required: one.in === 'path' || one.required === true, schema }]
  })
  return { parameters, body: bodyOf(), definitions }

  function bodyOf(): Definition['body'] {
    const inBody = [...all.values()].find((one) => one.in === 'body')
    if (inBody) {
      const types = listOf(operation.consumes ?? document.consumes).map(textOf)
      return { required: inBody.required === true, types, schema: schemaOf(inBody.schema) }
    }
    if (operation.requestBody === undefined) return null
    const body = resolve(operation.requestBody)
    const content = isNode(body.content) ? body.content : {}
    const json = Object.entries(content).find(([type]) => type.startsWith('application/json'))
    const schema = json && isNode(json[1]) ? schemaOf(json[1].schema) : {}
    return { required: body.required === true, types: Object.keys(content), schema }
  }
}

/** The operations of a document that `readDocument` has accepted. Throws TooComplex. */
export function operationsOf(document: Node): Operations {
  const secrets = new Set<string>()
  const operations: Operation[] = []
  let size = 0
  for (const [path, item] of Object.entries(isNode(document.paths) ? document.paths : {})) {
    if (!path.startsWith('/') || !isNode(item)) continue
    for (const method of methods) {
      const operation = item[method]
      if (!isNode(operation)) continue
      const definition = definitionOf(document, item, operation, secrets)
      const length = JSON.stringify(definition).length
      size += length
      if (length > longest.one || size > longest.all || operations.length >= mostOperations) throw new TooComplex()
      operations.push({
        method: method.toUpperCase(),
        path: path.replace(/^\/api(?=\/)/, ''),
        summary: lineOf(textOf(operation.summary) || textOf(operation.description)),
        definition: storable(definition),
      })
    }
  }
  return { operations, secrets: [...secrets] }
}

const lineOf = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, described)
    .toWellFormed()

/** Removes zero bytes and half characters, which PostgreSQL cannot store. An escaped backslash starts no escape. */
const storable = (definition: Definition): Definition =>
  JSON.parse(
    JSON.stringify(definition)
      .toWellFormed()
      .replace(/(?<!\\)((?:\\\\)*)(?:\\u(?:0000|d[89a-f][0-9a-f]{2}))+/gi, '$1'),
  ) as Definition
