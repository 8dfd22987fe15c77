import { hostnameOf, lanAddress } from './inside/machine.ts'
import type { DeviceSpec } from './spec.ts'

interface Section {
  name: string
  /** Numbered by uci, which does not print a name for it. */
  anonymous?: true
  type: string
  options: Record<string, string | string[]>
}

/** Sections in order, by package. */
export type Configuration = Record<string, Section[]>

/** A batch was not applied; the message contains the reason. */
export class BatchRefused extends Error {}

const name = '[A-Za-z0-9_-]+'
const target = `(?<package>${name})\\.(?<section>${name}|@${name}\\[-?[0-9]+\\])`
const quoted = "'[^'\\p{Cc}]*'"
const value = `(?<value>[A-Za-z0-9_.:/-]+|${quoted}(?:\\\\'${quoted})*)`
/** The lines that the agent accepts too. */
const lines = [
  `(?<verb>set) ${target}(?:\\.(?<option>${name}))?=${value}`,
  `(?<verb>add) (?<package>${name}) (?<value>${name})`,
  `(?<verb>add_list|del_list) ${target}\\.(?<option>${name})=${value}`,
  `(?<verb>delete) ${target}(?:\\.(?<option>${name}))?`,
  `(?<verb>rename) ${target}(?:\\.(?<option>${name}))?=(?<value>${name}|'${name}')`,
  `(?<verb>reorder) ${target}=(?<value>[0-9]+|'[0-9]+')`,
].map((line) => new RegExp(`^${line}$`, 'u'))

const unquote = (text: string) => text.replace(/'([^']*)'|\\'/g, (_, inside?: string) => inside ?? "'")
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Factory settings of a device. */
export function configurationOf(spec: DeviceSpec): Configuration {
  const wireless = spec.model.wifi.map((_, place) => ({
    name: `default_radio${place}`,
    type: 'wifi-iface',
    options: { device: `radio${place}`, mode: 'ap', ssid: hostnameOf(spec), encryption: 'sae' },
  }))
  return {
    network: [
      { name: 'loopback', type: 'interface', options: { device: 'lo', proto: 'static', ipaddr: '127.0.0.1' } },
      { name: 'lan', type: 'interface', options: { device: 'br-lan', proto: 'static', ipaddr: lanAddress } },
      { name: 'wan', type: 'interface', options: { device: 'eth1', proto: 'dhcp' } },
    ],
    system: [
      { name: 'system', type: 'system', options: { hostname: hostnameOf(spec), timezone: 'UTC' } },
      { name: 'ntp', type: 'timeserver', options: { server: ['0.pool.ntp.org', '1.pool.ntp.org'] } },
    ],
    ...(wireless.length > 0 && { wireless }),
  }
}

/** Output of `uci export` for the packages. */
export function exportText(all: Configuration, packages: readonly string[] = Object.keys(all)): string {
  return [...new Set(packages)]
    .sort()
    .map((one) => {
      const sections = (all[one] ?? []).map(({ type, name, anonymous, options }) => {
        const rows = Object.entries(options).flatMap(([option, set]) =>
          Array.isArray(set)
            ? set.map((item) => `\tlist ${option} ${quote(item)}\n`)
            : [`\toption ${option} ${quote(set)}\n`],
        )
        return `\nconfig ${type}${anonymous ? '' : ` ${quote(name)}`}\n${rows.join('')}`
      })
      return `package ${one}\n${sections.join('')}\n`
    })
    .join('')
}

/** The settings after the lines of a batch, whose first line lists the packages. */
export function applyBatch(before: Configuration, text: string): Configuration {
  const [first = '', ...batch] = text.replace(/\n$/, '').split('\n')
  if (!new RegExp(`^touches( ${name}){1,64}$`).test(first))
    throw new BatchRefused("line 1: expected 'touches' and the packages")
  const touches = first.split(' ').slice(1)
  const all = structuredClone(before)
  const parsed = batch.map((line, place) => {
    const found = lines.map((one) => one.exec(line)?.groups).find((groups) => groups !== undefined)
    if (!found?.package || !touches.includes(found.package))
      throw new BatchRefused(`line ${place + 2}: not a line that may be applied`)
    return found
  })
  for (const one of touches) all[one] ??= []
  for (const line of parsed) change(all, line)
  return all
}

function change(all: Configuration, line: Record<string, string | undefined>): void {
  const { verb, section: ref = '', option } = line
  const text = unquote(line.value ?? '')
  const sections = all[line.package ?? ''] ?? []
  if (verb === 'add') {
    sections.push({
      name: `cfg${String(sections.length + 1).padStart(6, '0')}`,
      type: text,
      anonymous: true,
      options: {},
    })
    return
  }
  const section = find(sections, ref)
  if (verb === 'set' && option === undefined) {
    if (section) section.type = text
    else sections.push({ name: ref, type: text, options: {} })
    return
  }
  if (!section) throw new BatchRefused('refused by uci: uci: Entry not found')
  const place = sections.indexOf(section)
  if (option !== undefined) changeOption(section, verb, option, text)
  else if (verb === 'delete') sections.splice(place, 1)
  else if (verb === 'rename') {
    section.name = text
    delete section.anonymous
  } else sections.splice(Number(text), 0, ...sections.splice(place, 1))
}

function changeOption(section: Section, verb: string | undefined, option: string, text: string): void {
  const was = section.options[option]
  const list = was === undefined ? [] : [was].flat()
  if (verb === 'set') section.options[option] = text
  else if (verb === 'add_list') section.options[option] = [...list, text]
  else if (verb === 'del_list') section.options[option] = list.filter((item) => item !== text)
  else {
    if (was === undefined) throw new BatchRefused('refused by uci: uci: Entry not found')
    delete section.options[option]
    if (verb === 'rename') section.options[text] = was
  }
}

function find(sections: readonly Section[], ref: string): Section | undefined {
  const [, type, place] = /^@(.*)\[(-?\d+)\]$/.exec(ref) ?? []
  if (type === undefined) return sections.find((section) => section.name === ref)
  return sections.filter((section) => section.type === type).at(Number(place))
}
