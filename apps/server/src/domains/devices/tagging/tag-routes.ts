import { assignTags, overwriteTags, tagDevicesOfFile, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import type { TagOrigin } from '@longreach/contract/tags/actions'
import type { Placement } from '../../../db/scope.ts'
import { lacks } from '../../../endpoint/lacks.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import type { Uploaded } from '../../../endpoint/upload.ts'
import { type LockedTag, lockTags } from '../../tags/store.ts'
import { selectionOfFilter } from '../selection.ts'
import { readTagFile, unknownLines } from './tag-file.ts'
import { auditedIds, tagsChanged } from './tag-undo.ts'
import {
  type Changed,
  holdDevices,
  holdNamedDevices,
  outOfReach,
  putTags,
  replaceTags,
  type TagGroup,
  type TaggedDevice,
  takeTags,
} from './tagging.ts'

type TagCall = Pick<Call, 'db' | 'scope' | 'session' | 'audit' | 'emit' | 'undoable'> & {
  body: BodyOf<typeof assignTags>
}

/** The tags of a call, locked against deletion; throws unless all are in reach. */
async function findTagsFor({ db, scope }: Pick<Call, 'db' | 'scope'>, ids: readonly number[]): Promise<LockedTag[]> {
  const requested = [...new Set(ids)]
  const tags = requested.length === 0 ? [] : await lockTags(db, scope, requested, 'key share')
  if (tags.length < requested.length) throw notFound('tag_id')
  return tags
}

interface NamedGroup extends TagGroup {
  devices: readonly TaggedDevice[]
}

interface Found {
  devices: number
  groups: NamedGroup[]
  errors: ErrorItem[]
}

const missing = (id: number): ErrorItem => ({
  code: 'NOT_FOUND',
  message: text('system.not_found'),
  source: String(id),
})
const refused = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

/** The devices that a call names, each with the ids of its tags. */
function namedIn({ data = [], device_id = [], tag_id }: TagCall['body']): Map<number, readonly number[]> {
  const named = new Map<number, readonly number[]>()
  const rows = [...data, ...device_id.map((id) => ({ device_id: id, tag_id }))]
  for (const { device_id: id, tag_id: own = tag_id } of rows) {
    if (!own) throw refused('tag_id', text('forms.required'))
    named.set(
      id,
      [...new Set([...(named.get(id) ?? []), ...own])].sort((a, b) => a - b),
    )
  }
  return named
}

/** The devices of a call in scope, grouped by the tags they get. */
async function findGroups(call: TagCall): Promise<Found> {
  const { db, scope, body } = call
  const selection = body.filter && (await selectionOfFilter(call, body.filter))
  const named = namedIn(body)
  const tags = await findTagsFor(call, [...(body.tag_id ?? []), ...[...named.values()].flat()])
  if (named.size > 0 === (selection !== undefined)) throw refused('device_id', text('devices.one_of_selections'))
  const devices = await holdDevices(db, scope, selection ?? { id: [...named.keys()] })
  if (selection) {
    if (!body.tag_id) throw refused('tag_id', text('forms.required'))
    if (devices.length === 0) throw refused('filter', text('devices.no_match'))
    return { devices: devices.length, groups: [{ devices, tags }], errors: [] }
  }
  const found = new Set(devices.map(({ id }) => id))
  const errors = [...named.keys()].filter((id) => !found.has(id)).map(missing)
  if (devices.length === 0) throw new Problem('NOT_FOUND', { errors })
  const alike = Map.groupBy(devices, ({ id }) => named.get(id)?.join())
  const groups = [...alike.values()].map((same) => {
    const tagIds = new Set(named.get(same[0]?.id ?? 0))
    return { devices: same, tags: tags.filter(({ id }) => tagIds.has(id)) }
  })
  return { devices: devices.length, groups, errors }
}

/** Emits an event for each device, and writes one audit line per company: a call may concern thousands of devices. */
function recordTags({ audit, emit }: Pick<Call, 'audit' | 'emit'>, { devices, tags }: NamedGroup, verb: string): void {
  emit(
    ...devices.map(({ id, company_id }) => ({ type: 'device.tagged' as const, data: { device_id: id, company_id } })),
  )
  for (const rows of Map.groupBy(devices, (device) => device.company_id).values()) {
    const [company] = rows
    const ids = rows.map(({ id }) => id)
    audit({
      target: 'device',
      ...(ids.length === 1 ? { targetId: ids[0] as number } : {}),
      ...(company ? { company } : {}),
      ...(ids.length === 1 && company
        ? { mentions: { devices: { kind: 'device', id: company.id, name: company.name } } }
        : {}),
      after: {
        [verb]: tags.map(({ name }) => name),
        ...(ids.length > auditedIds ? { count: ids.length } : { devices: ids }),
      },
    })
  }
}

async function change(call: TagCall, verb: string, apply: (group: TagGroup) => Promise<Changed>, places = true) {
  const { devices, groups, errors } = await findGroups(call)
  const changed = { added: 0, removed: 0 }
  for (const group of groups) {
    if (places) errors.push(...outOfReach(group))
    const { added, removed } = await apply(group)
    changed.added += added.length
    changed.removed += removed.length
    call.undoable(...tagsChanged({ added, removed }))
    recordTags(call, group, verb)
  }
  return { data: { devices, ...changed }, errors }
}

/** Gives one device, locked or just created, exactly these of the tags that the caller sees. */
export async function giveTags(
  call: Pick<Call, 'db' | 'scope' | 'session' | 'audit' | 'emit' | 'undoable'>,
  device: TaggedDevice,
  ids: readonly number[],
  origin: TagOrigin = 'tag_action',
): Promise<void> {
  if (!call.session.permissions.has('assign_tags')) throw lacks(call.session, 'assign_tags', 'tag_id')
  const group = { devices: [device], tags: await findTagsFor(call, ids) }
  const [wrong] = outOfReach(group)
  if (wrong) throw new Problem('CONFLICT', { source: 'tag_id', message: wrong.message as Text })
  const { added, removed } = await replaceTags(call.db, call.scope, group, { origin })
  if (added.length + removed.length === 0) return
  recordTags(call, group, 'tags')
  call.undoable(...tagsChanged({ added, removed }))
}

/** Tags that new devices of a company get; throws if the caller may not assign them there. */
export async function tagsForNewDevices(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  company: Placement,
  ids: readonly number[],
): Promise<readonly LockedTag[]> {
  if (!call.session.permissions.has('assign_tags')) throw lacks(call.session, 'assign_tags', 'tag_id')
  const tags = await findTagsFor(call, ids)
  const [wrong] = outOfReach({ devices: [{ id: 0, ...company }], tags })
  if (wrong) throw new Problem('CONFLICT', { source: 'tag_id', message: wrong.message as Text })
  return tags
}

export function deviceTagRoutes(): Route[] {
  return [
    route(tagDevicesOfFile, async (call) => {
      const { first_parameter: column, tag_id } = call.body
      const named = await readTagFile((call.files.file as Uploaded).bytes, column)
      const tags = await findTagsFor(call, tag_id)
      const devices = await holdNamedDevices(call.db, call.scope, column, [...named.keys()])
      const errors = unknownLines(named, new Set(devices.map((device) => device[column])))
      if (devices.length === 0) throw new Problem('NOT_FOUND', { errors })
      const group = { devices, tags }
      errors.push(...outOfReach(group))
      const added = await putTags(call.db, group)
      recordTags(call, group, 'tags_assigned')
      call.undoable(...tagsChanged({ added, removed: [] }))
      return { data: { devices: devices.length, added: added.length, removed: 0 }, errors }
    }),
    route(assignTags, (call) =>
      change(call, 'tags_assigned', async (group) => ({ added: await putTags(call.db, group), removed: [] })),
    ),
    route(overwriteTags, (call) => change(call, 'tags', (group) => replaceTags(call.db, call.scope, group))),
    route(unassignTags, (call) =>
      change(
        call,
        'tags_unassigned',
        async ({ devices, tags }) => ({
          added: [],
          removed: await takeTags(call.db, call.scope, devices, tags.length > 0 ? { only: tags } : { allBut: [] }),
        }),
        false,
      ),
    ),
  ]
}
