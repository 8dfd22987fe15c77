import type { ApiField, ApiOperation } from '@longreach/contract/configs/document-endpoints'
import { isSecretOption } from '@longreach/contract/configs/secrets'
import { isNode, type Node, type Operation } from './operations.ts'

/** Most fields listed for one operation, and the deepest level searched. */
const most = { fields: 300, depth: 8, values: 50 }

/** Parameters and fields of an operation as a flat list, for composing a call. */
export function presentOperation({ method, path, summary, definition }: Operation): ApiOperation {
  const { parameters, body, definitions } = definition
  const resolve = (schema: unknown): Node => resolveIn(definitions, schema)
  const fields: ApiField[] = []

  function add(schema: unknown, name: string, required: boolean, depth: number): void {
    const node = resolve(schema)
    if (name !== '') fields.push(fieldOf(node, name, required))
    if (depth > most.depth || fields.length >= most.fields) return
    for (const part of ['allOf', 'oneOf', 'anyOf'])
      for (const one of (node[part] as unknown[] | undefined) ?? [])
        addProperties(resolve(one), name, depth, part === 'allOf')
    addProperties(node, name, depth, true)
    if (isNode(node.items)) addProperties(resolve(node.items), `${name}.0`, depth, true)
  }

  function addProperties(node: Node, name: string, depth: number, always: boolean): void {
    const required = (node.required as unknown[] | undefined) ?? []
    for (const [key, schema] of Object.entries(isNode(node.properties) ? node.properties : {})) {
      if (fields.length >= most.fields) return
      add(schema, name === '' ? key : `${name}.${key}`, always && required.includes(key), depth + 1)
    }
  }

  if (body) add(body.schema, '', false, 0)
  return {
    method,
    path: `/api${path}`,
    summary,
    parameters: parameters.map(({ name, in: place, required, schema }) => ({
      ...fieldOf(resolve(schema), name, required),
      in: place,
    })),
    body: body !== null,
    fields: [...new Map(fields.map((field) => [field.name, field])).values()],
  }
}

function resolveIn(definitions: Readonly<Record<string, Node>>, schema: unknown): Node {
  let found = schema
  for (let steps = 0; isNode(found) && typeof found.$ref === 'string' && steps < 20; steps++)
    found = definitions[found.$ref.slice('#/definitions/'.length)]
  return isNode(found) ? found : {}
}

const fieldOf = (node: Node, name: string, required: boolean): ApiField => ({
  name,
  required,
  type: [node.type ?? []].flat().map(String).join(', '),
  secret: node.format === 'password' || isSecretOption(name.split('.').at(-1) ?? ''),
  values: Array.isArray(node.enum) ? node.enum.slice(0, most.values).map(String) : [],
  description: typeof node.description === 'string' ? node.description : '',
})
