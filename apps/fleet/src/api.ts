import type { Configuration } from './uci.ts'

/** Response of a simulated device to a call of its own API. */
export interface Answer {
  code: number
  body: unknown
  /** The configuration after the call. */
  after: Configuration
}

/** `<method> </api/path?query> <JSON or ->`, as the agent accepts it. */
const line = /^(GET|POST|PUT|PATCH|DELETE) (\/api(?:\/[\w.~:@%+,-]+)+)(?:\?[\w.~:@%+,&=-]*)? (-|\{.*\})$/

/** Names of uci packages by the first part of a path, where the two differ. */
const packages: Readonly<Record<string, string>> = { interfaces: 'network', wan: 'network', lan: 'network' }

const refused = (code: number, source: string, after: Configuration): Answer => ({
  code,
  body: { success: false, errors: [{ code: code === 404 ? 100 : 103, error: 'Refused', source }] },
  after,
})
const accepted = (data: unknown, after: Configuration): Answer => ({ code: 200, body: { success: true, data }, after })

/** A section in the format of RutOS: its options beside its id. */
const itemOf = ({ name, type, options }: Configuration[string][number]) => ({ id: name, '.type': type, ...options })

/**
 * Makes a call: `/api/<package>/config/<section>` reads, changes, adds and removes sections of uci; any other call is
 * accepted and changes nothing. Undefined if the text is not a call.
 */
export function callApi(before: Configuration, call: string): Answer | undefined {
  const [, method = '', path = '', json = ''] = line.exec(call) ?? []
  if (method === '') return undefined
  const body = json === '-' ? {} : (JSON.parse(json) as { data?: Record<string, unknown> })
  const [, , name = '', what, id] = path.split('/')
  if (what !== 'config') return method === 'GET' ? accepted([], before) : accepted({}, before)
  const own = packages[name] ?? name
  const sections = before[own] ?? []
  const found = sections.find((section) => section.name === id)
  if (method === 'GET') return accepted(id === undefined ? sections.map(itemOf) : found ? itemOf(found) : {}, before)
  if (id !== undefined && !found) return refused(404, 'id', before)
  if (method === 'DELETE') return accepted({}, { ...before, [own]: sections.filter((section) => section !== found) })
  const { id: newId = `cfg${sections.length}`, ...data } = body.data ?? {}
  const wrong = Object.entries(data).find(([, value]) => typeof value === 'object' && !Array.isArray(value))
  if (wrong) return refused(422, wrong[0], before)
  const options = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
  const changed = found
    ? sections.map((section) =>
        section === found ? { ...section, options: { ...section.options, ...options } } : section,
      )
    : [...sections, { name: String(newId), type: sections[0]?.type ?? 'config', options }]
  return accepted({ id: id ?? newId, ...data }, { ...before, [own]: changed })
}

/**
 * Makes the calls of a configuration up to the first refused one; returns all outcomes, and the reason of a refusal.
 */
export function makeCalls(before: Configuration, calls: readonly string[]) {
  let after = before
  const outcomes: string[] = []
  for (const [index, call] of calls.entries()) {
    const answer = callApi(after, call)
    outcomes.push(`${answer?.code ?? 400}/${20 + index}`)
    if (!answer || answer.code >= 300)
      return { after, outcomes, why: `call ${index + 1} of ${calls.length}: answered ${answer?.code ?? 400}` }
    after = answer.after
  }
  return { after, outcomes }
}
