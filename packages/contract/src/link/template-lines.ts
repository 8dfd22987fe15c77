/**
 * The plan of what a device measures for templates: lines of a file that the server compiles and the agent reads. The
 * word `templates` of the settings is its checksum; the device fetches it with `template_ticket` and `template_bytes`
 * (files.ts). Each line is a word and its fields; the last field may contain blanks.
 *
 *     every <seconds> <template>       interval of the following lines
 *     read <path>                      one answer of the device's own API, or one file
 *     find <name> <list> <field> <value>   place in the list of the entry with that value: `{name}` in later lines
 *     pick <parameter> <type> <ref> [filter]
 *     sh <parameter> <variable> <expression>   converts the value just picked
 *
 * A parameter is reported as `c.<parameter>`.
 */
export const variableTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const
export type VariableType = (typeof variableTypes)[number]

export interface Find {
  name: string
  list: string
  field: string
  value: string
}

export interface Pick {
  id: number
  type: VariableType
  ref: string
  /** Regular expression (ERE): the part of the value that matches. */
  filter?: string | undefined
  sh?: { variable: string; expression: string } | undefined
}

export interface Read {
  path: string
  finds: readonly Find[]
  picks: readonly Pick[]
}

export interface Plan {
  template: number
  every: number
  reads: readonly Read[]
}

/** Word in `hello`'s caps of agents that measure for templates. */
export const templateCapability = 'templates'

/** Prefix of reported names, followed by the id of a parameter. */
export const customPrefix = 'c.'
export const customName = (id: number): string => `${customPrefix}${id}`

/** Id of a template's parameter from its reported name; undefined for any other name. */
export function customId(name: string): number | undefined {
  const [, digits] = /^c\.([1-9][0-9]{0,14})$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Characters that no field may contain, since they end a line. */
export const lineBreaks = /[\p{Cc}\u2028\u2029]/u

function linesOfPick({ id, type, ref, filter, sh }: Pick): string[] {
  const pick = `pick ${id} ${type} ${ref || '.'}${filter ? ` ${filter}` : ''}`
  return sh ? [pick, `sh ${id} ${sh.variable} ${sh.expression}`] : [pick]
}

function linesOfRead({ path, finds, picks }: Read): string[] {
  return [
    `read ${path}`,
    ...finds.map(({ name, list, field, value }) => `find ${name} ${list || '.'} ${field} ${value}`),
    ...picks.flatMap(linesOfPick),
  ]
}

/** The plan file of a device; equal plans give equal text. */
export function formatPlans(plans: readonly Plan[]): string {
  const lines = plans.flatMap(({ template, every, reads }) => [
    `every ${every} ${template}`,
    ...reads.flatMap(linesOfRead),
  ])
  return lines.map((line) => `${line}\n`).join('')
}

/** The first words of a line, followed by the unchanged rest. */
function split(line: string, words: number): string[] {
  const found: string[] = []
  let rest = line
  for (let word = 0; word < words; word++) {
    const blank = rest.indexOf(' ')
    if (blank < 0) return [...found, rest]
    found.push(rest.slice(0, blank))
    rest = rest.slice(blank + 1)
  }
  return [...found, rest]
}

const refOf = (ref: string) => (ref === '.' ? '' : ref)

type Building = { template: number; every: number; reads: { path: string; finds: Find[]; picks: Pick[] }[] }

/** The inverse of formatPlans. Lines of a later version are skipped, as in the agent. */
export function parsePlans(text: string): Plan[] {
  const plans: Building[] = []
  for (const line of text.split('\n')) {
    const plan = plans.at(-1)
    const read = plan?.reads.at(-1)
    const [verb = '', rest = ''] = split(line, 1)
    if (verb === 'every') {
      const [seconds, template] = split(rest, 1)
      plans.push({ every: Number(seconds), template: Number(template), reads: [] })
    } else if (verb === 'read') plan?.reads.push({ path: rest, finds: [], picks: [] })
    else if (verb === 'find') {
      const [name = '', list = '', field = '', value = ''] = split(rest, 3)
      read?.finds.push({ name, list: refOf(list), field, value })
    } else if (verb === 'pick') {
      const [id, type, ref = '', filter] = split(rest, 3)
      read?.picks.push({ id: Number(id), type: type as VariableType, ref: refOf(ref), ...(filter && { filter }) })
    } else if (verb === 'sh') {
      const [id, variable = '', expression = ''] = split(rest, 2)
      const pick = read?.picks.find((one) => one.id === Number(id))
      if (pick) pick.sh = { variable, expression }
    }
  }
  return plans
}

/** Reasons why a device could not measure a parameter, in its event: `<parameter or 0> <word> <detail>`. */
export const templateFaults = ['missing', 'unreadable', 'too_large', 'ended', 'failed', 'refused_path'] as const
export type TemplateFault = (typeof templateFaults)[number]

/** Type of the event for a failed measurement. */
export const templateEvent = 'template_fault'

/** Bytes of one answer or file, and of the plan file; seconds of an expression. */
export const measureLimits = { answer: 65_536, plans: 262_144, seconds: 2, value: 256 } as const
