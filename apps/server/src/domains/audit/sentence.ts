import type { AuditChange, AuditPart } from '@longreach/contract/audit/endpoints'
import { text } from '@longreach/contract/i18n'
import type { Mention } from '../../endpoint/route.ts'
import { type Reader, templateOf, translate } from '../../texts.ts'
import { changedFields } from './changes.ts'
import { type Said, type Undid, valuesOf } from './stored.ts'

/** The parts of a line that make its sentence. */
export interface SentenceLine {
  action: string
  user_id: number | null
  username: string | null
  actor_id: number | null
  actor_name: string | null
  target: string | null
  target_id: number | null
  before: unknown
  after: unknown
  said: Said
  changes: readonly AuditChange[]
}

/** Fields with the name of an object, for lines that have none. */
const nameFields = ['name', 'title', 'username', 'email', 'item'] as const

const nameIn = (values: unknown): string | undefined => {
  const found = nameFields.map((field) => valuesOf(values)[field]).find((value) => typeof value === 'string')
  return found as string | undefined
}

/**
 * Key of the text for an action: `devices.update` has `devices.audit_update`, or that with the one changed field
 * appended.
 */
export function sentenceKey(action: string, field: string | undefined, reader: Reader): string {
  const key = action.replace('.', '.audit_')
  const candidates = [...(field === undefined ? [] : [`${key}_${field}`]), key]
  return candidates.find((one) => templateOf(one, reader) !== undefined) ?? 'audit.unknown'
}

type Slots = (name: string) => readonly AuditPart[]

/** Replaces the placeholders of a text by pieces: a name is never parsed as part of the text. */
function fill(key: string, reader: Reader, slots: Slots): AuditPart[] {
  const pieces = (templateOf(key, reader) ?? '').split(/\{\{(\w+)\}\}/)
  return pieces.flatMap((piece, at) => (at % 2 === 1 ? slots(piece) : piece === '' ? [] : [{ text: piece }]))
}

const linkTo = (kind: string | null, id: number | null) =>
  kind === null ? {} : { kind, ...(id === null ? {} : { id }) }

function undidLine({ before, after, name, mentions, ...undid }: Undid, reader: Reader): SentenceLine {
  return {
    ...undid,
    actor_id: null,
    actor_name: null,
    target_id: undid.targetId ?? null,
    before,
    after,
    said: { ...(name === undefined ? {} : { name }), ...(mentions === undefined ? {} : { mentions }) },
    changes: changedFields(before, after, reader),
  }
}

/** The sentence of a line, in pieces. Lines of older releases have fewer names; general words replace them. */
export function sentenceOf(line: SentenceLine, reader: Reader): AuditPart[] {
  const { said, target } = line
  const after = valuesOf(line.after)
  const before = valuesOf(line.before)
  const [change] = line.changes.length === 1 ? line.changes : []
  const inWords = (message: string) => translate(message, reader)
  const general = (name: string) => ({
    text: templateOf(`audit.some_${name}`, reader) ?? templateOf('audit.some_object', reader) ?? name,
  })
  const own = target === 'user' && line.target_id === line.user_id ? line.username : null
  const name = said.name ?? nameIn(line.before) ?? nameIn(line.after) ?? own ?? undefined
  const named = (words: string): AuditPart => ({ text: inWords(words), ...linkTo(target, line.target_id) })

  const who: Slots = (slot) => {
    if (line.username === null) return [{ text: templateOf('audit.server', reader) ?? '' }]
    const user = { text: line.username, ...linkTo('user', line.user_id) }
    if (line.actor_id === null || slot === 'user') return [user]
    if (slot === 'actor') return [{ text: line.actor_name ?? general('user').text, ...linkTo('user', line.actor_id) }]
    return fill('audit.as', reader, who)
  }

  function mentioned(slot: string, mention: Mention | undefined): AuditPart {
    if (typeof mention === 'string') return { text: inWords(mention) }
    if (mention) return { text: inWords(mention.name), ...linkTo(mention.kind, mention.id) }
    const value = after[slot] ?? before[slot]
    if (typeof value === 'string' && value !== '') return { text: inWords(value) }
    return { text: templateOf(`audit.other_${slot}`, reader) ?? general(slot).text }
  }

  function tags(): string {
    const list = after.tags ?? after.tags_assigned ?? after.tags_unassigned
    if (Array.isArray(list) && list.length > 0) return list.join(', ')
    return templateOf(after.tags_unassigned ? 'audit.some_tags' : 'audit.no_tags', reader) ?? ''
  }

  function devices(): AuditPart {
    if (said.mentions?.devices) return mentioned('devices', said.mentions.devices)
    const count = Array.isArray(after.devices) ? after.devices.length : after.count
    return typeof count === 'number' ? { text: inWords(text('audit.devices', { count })) } : general('devices')
  }

  /** A user who undoes their own change is not named twice. */
  function undone(undid: Undid): AuditPart[] {
    const [first, second, ...rest] = sentenceOf(undidLine(undid, reader), reader)
    const own = undid.user_id === line.user_id && first?.kind === 'user' && first.id === undid.user_id
    if (own && second) return [{ ...second, text: second.text.trimStart() }, ...rest]
    return [first, second, ...rest].filter((part) => part !== undefined)
  }

  const slots: Slots = (slot) => {
    switch (slot) {
      case 'who':
        return who(slot)
      case 'name':
        return [name === undefined ? general(target ?? 'object') : named(name)]
      case 'object':
        if (name === undefined) return [general(target ?? 'object')]
        if (templateOf(`audit.named_${target}`, reader) === undefined) return [named(name)]
        return fill(`audit.named_${target}`, reader, () => [named(name)])
      case 'from':
        return [{ text: change?.before ?? general(target ?? 'object').text }]
      case 'to':
        return [named(change?.after ?? '')]
      case 'undid':
        return said.undid ? undone(said.undid) : [general('object')]
      case 'tags':
        return [{ text: tags() }]
      case 'devices':
        return [devices()]
      default:
        return [mentioned(slot, said.mentions?.[slot])]
    }
  }
  return fill(sentenceKey(line.action, change?.field, reader), reader, slots)
}
