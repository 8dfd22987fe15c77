import type { SettingCall } from '@longreach/contract/configs/calls'
import { type Text, text } from '@longreach/contract/i18n'
import { batchValue, copyUci, findSection, isType, type Uci, type UciSection } from './uci.ts'

/** Thrown for a change that cannot be made on a device. */
export class CallRefused extends Error {
  readonly reason: Text

  /** `call`: its number, from 1; null where there are no calls. */
  constructor(call: number | null, reason: Text) {
    super(reason)
    this.reason = call === null ? reason : text('configs.call', { number: call, reason })
  }
}

export interface UciChange {
  /** The settings afterwards; undefined if the present ones are unknown. */
  after: Uci | undefined
  /** Lines for `uci batch`, below one that names the packages. */
  lines: string[]
}

type Values = NonNullable<SettingCall['request_data']>

/** A switch is 1 or 0 in uci. */
const asText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value)

/** Lines that set the options of a section, which is addressed as `place`; also changes `section` if it is known. */
function setOptions(place: string, values: Values, section: UciSection | undefined, isNew: boolean): string[] {
  return Object.entries(values)
    .filter(([option]) => !option.startsWith('.'))
    .flatMap(([option, value]) => {
      const target = `${place}.${option}`
      const before = section?.options.get(option)
      // An option that does not exist cannot be deleted; if that is unknown, it is set first.
      const remove = isNew ? [] : before === undefined && section ? [] : [`set ${target}='-'`, `delete ${target}`]
      // Uci deletes an option that is set to nothing.
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
        section?.options.delete(option)
        return before !== undefined && section ? [`delete ${target}`] : remove
      }
      if (!Array.isArray(value)) {
        section?.options.set(option, asText(value))
        return [`set ${target}=${batchValue(asText(value))}`]
      }
      // As in uci, an option that is deleted and added again is the last.
      section?.options.delete(option)
      section?.options.set(option, value.map(asText))
      return [
        ...(before !== undefined && section ? [`delete ${target}`] : remove),
        ...value.map((one) => `add_list ${target}=${batchValue(asText(one))}`),
      ]
    })
}

/** The changes of calls to settings. Throws CallRefused for the first that cannot be made. */
export function changeUci(before: Uci | undefined, calls: readonly SettingCall[]): UciChange {
  const after = before && copyUci(before)
  const lines = calls.flatMap((call, index) => changeOne(after, call, index + 1))
  const packages = [...new Set(calls.map(({ path }) => path.split('/')[2] ?? ''))].sort()
  return { after, lines: [`touches ${packages.join(' ')}`, ...lines] }
}

function changeOne(uci: Uci | undefined, { method, path, request_data = {} }: SettingCall, number: number): string[] {
  const [, system, name = '', reference = ''] = path.split('/')
  if (system !== 'uci') throw new CallRefused(number, text('configs.other_system'))
  const sections = uci && (uci.get(name) ?? [])
  if (uci && sections) uci.set(name, sections)
  const type = request_data['.type'] === undefined ? undefined : String(request_data['.type'])
  if (type !== undefined && !isType(type)) throw new CallRefused(number, text('configs.section_type', { type }))
  if (method === 'POST') return addSection(sections, name, type ?? '', request_data)

  const section = sections && findSection(sections, reference)
  const place = `${name}.${reference}`
  if (method === 'DELETE') {
    if (sections && !section) throw new CallRefused(number, text('configs.no_section', { section: place }))
    if (sections && section) sections.splice(sections.indexOf(section), 1)
    return [`delete ${place}`]
  }
  if (sections && !section) {
    if (type === undefined || reference.startsWith('@'))
      throw new CallRefused(number, text('configs.no_section', { section: place }))
    const added: UciSection = { type, name: reference, options: new Map() }
    sections.push(added)
    return [`set ${place}=${batchValue(type)}`, ...setOptions(place, request_data, added, true)]
  }
  if (section && type !== undefined) section.type = type
  return [
    ...(type === undefined ? [] : [`set ${place}=${batchValue(type)}`]),
    ...setOptions(place, request_data, section, false),
  ]
}

function addSection(sections: UciSection[] | undefined, uciPackage: string, type: string, values: Values): string[] {
  const name = values['.name'] === undefined ? null : String(values['.name'])
  const added: UciSection = { type, name, options: new Map() }
  sections?.push(added)
  const place = name === null ? `${uciPackage}.@${type}[-1]` : `${uciPackage}.${name}`
  const add = name === null ? `add ${uciPackage} ${type}` : `set ${place}=${batchValue(type)}`
  return [add, ...setOptions(place, values, added, true)]
}
