import type { ErrorItem } from '@longreach/contract/errors'
import { exclusions, firmwareLimits, imageGroups } from '@longreach/contract/firmware/constants'
import type { Exclusion, FirmwareChoices, FirmwareImage, FirmwarePreview } from '@longreach/contract/firmware/schemas'
import { formatTime } from '@longreach/contract/time'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { type Candidate, excludeDevices, findChosen } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import { argumentOf } from './handler.ts'
import { findImages, requireImage, type UsableImage } from './images.ts'
import { comparison, fits } from './match.ts'
import type { Consent } from './obstacle.ts'

interface Choice {
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
}

type Reader = Pick<Call, 'db' | 'scope' | 'session'>

async function chosenDevices(call: Reader, { device_id, filter }: Choice) {
  const selection = filter && (await selectionOfFilter(call, filter))
  const chosen = await findChosen(call.db, call.scope, { device_id, filter: selection })
  if (chosen.found.length === 0 && chosen.errors.length > 0) throw new Problem('NOT_FOUND', { errors: chosen.errors })
  return chosen
}

/** Groups devices with the same model, firmware and board; there are few groups. */
function alike(devices: readonly Candidate[]): { device: Candidate; count: number }[] {
  const groups = Map.groupBy(devices, ({ model, firmware, board }) => JSON.stringify([model, firmware, board]))
  return [...groups.values()].flatMap((group) => (group[0] ? [{ device: group[0], count: group.length }] : []))
}

const groupOf = ({ declared, type }: UsableImage): FirmwareImage['group'] =>
  declared ?? (type === 'global_firmware' ? 'global' : 'own')

/** Firmware of the selected devices, and images that fit any of them. */
export async function findChoices(call: Reader, choice: Choice): Promise<FirmwareChoices> {
  const { found } = await chosenDevices(call, choice)
  const kinds = alike(found)
  const usable = await findImages(call.db, call.scope, firmwareLimits.searched)
  const images = usable
    .map((image) => {
      const devices = kinds.reduce((sum, { device, count }) => (fits(image, device) === 'fits' ? sum + count : sum), 0)
      const { id, type, boards, sha256, created_at, ...shown } = image
      return { ...shown, file_id: id, group: groupOf(image), created_at: formatTime(created_at), devices }
    })
    .filter(({ devices }) => devices > 0)
    // Images that fit most devices come first; of these, the newest.
    .sort((a, b) => imageGroups.indexOf(a.group) - imageGroups.indexOf(b.group) || b.devices - a.devices)
    .slice(0, firmwareLimits.images)
  const versions = [...Map.groupBy(found, ({ firmware }) => firmware || null)]
    .map(([firmware, devices]) => ({ firmware, count: devices.length }))
    .sort((a, b) => b.count - a.count)
  return {
    selected: found.length,
    versions: versions.slice(0, firmwareLimits.named),
    more_versions: Math.max(0, versions.length - firmwareLimits.named),
    usable: usable.length,
    images,
  }
}

/** Reasons why devices are left out: each once, with the first devices. */
function reasons(errors: readonly ErrorItem[], names: ReadonlyMap<string, string>): Exclusion[] {
  const order = (code: string) => exclusions.indexOf(code as (typeof exclusions)[number])
  return [...Map.groupBy(errors, ({ code }) => code)]
    .sort(([one], [other]) => order(one) - order(other))
    .map(([code, all]) => ({
      code,
      message: all[0]?.message ?? '',
      count: all.length,
      devices: all.slice(0, firmwareLimits.named).flatMap(({ source, message }) => {
        const name = names.get(source ?? '')
        return name === undefined ? [] : [{ id: Number(source), name, message }]
      }),
    }))
}

/** Preview of an update; changes nothing. */
export async function previewUpdate(
  kinds: ActionKinds,
  call: Reader,
  { file_id, downgrade, metered, ...choice }: Choice & Consent & { file_id: number },
): Promise<FirmwarePreview> {
  const image = await requireImage(call.db, call.scope, file_id)
  const { found, errors: missing } = await chosenDevices(call, choice)
  const handler = handlerOf(kinds, 'update_firmware')
  const arg = argumentOf(image, { downgrade, metered, keep_settings: true })
  const file = await handler.fileOf?.(call, arg)
  const { devices, errors } = excludeDevices(found, { handler, arg, file })
  const fitting = found.filter((device) => fits(image, device) === 'fits')
  const names = new Map(found.map(({ id, name }) => [String(id), name]))
  return {
    selected: found.length + missing.length,
    devices: devices.length,
    offline: devices.filter(({ status }) => status !== 1).length,
    newer: fitting.filter((device) => comparison(image, device) === 'older').length,
    metered: fitting.filter((device) => device.metered_connection && comparison(image, device) !== 'same').length,
    bytes_each: image.size,
    bytes: image.size * devices.length,
    excluded: reasons([...errors, ...missing], names),
  }
}
