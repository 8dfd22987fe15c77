import { configLimits } from '@longreach/contract/configs/constants'
import type { KnownSettings } from '@longreach/contract/configs/schemas'
import { hiddenValue, isSecretOption } from '@longreach/contract/configs/secrets'
import { Problem } from '../../endpoint/problem.ts'
import { findChosen } from '../actions/start.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import type { PlanDeps, Reader, Request } from './plan.ts'
import type { Uci } from './uci/uci.ts'
import { findRunning, readStored } from './versions.ts'

/** Numbers of devices by value, by option, by section. */
type Counts = Map<string, Map<string, Map<string, number>>>

function count(counts: Counts, uci: Uci): void {
  for (const [name, sections] of uci) {
    const places = new Map<string, number>()
    for (const section of sections) {
      const at = places.get(section.type) ?? 0
      places.set(section.type, at + 1)
      const place = `${name}.${section.name ?? `@${section.type}[${at}]`}`
      const options = counts.get(place) ?? new Map<string, Map<string, number>>()
      counts.set(place, options)
      for (const [option, value] of section.options) {
        const text = [value].flat().join(', ')
        // No field of the console takes it.
        if (!text.isWellFormed() || text.includes('\n')) continue
        const values = options.get(option) ?? new Map<string, number>()
        options.set(option, values)
        values.set(text, (values.get(text) ?? 0) + 1)
      }
    }
  }
}

/** The present settings of devices in reach: of the first ones whose configuration is known. */
export async function findKnown(
  { blobs }: Pick<PlanDeps, 'blobs'>,
  call: Reader,
  { device_id, filter }: Pick<Request, 'device_id' | 'filter'>,
): Promise<KnownSettings> {
  const { devices, value: characters } = configLimits.known
  const selection = filter && (await selectionOfFilter(call, filter))
  const { found, errors } = await findChosen(call.db, call.scope, { device_id, filter: selection })
  if (found.length === 0 && errors.length > 0) throw new Problem('NOT_FOUND', { errors })
  const running = await findRunning(
    call.db,
    found.map(({ id }) => id),
  )
  const stored = [...running].sort(([one], [other]) => one - other).slice(0, devices)
  const counts: Counts = new Map()
  const files = new Set<string>()
  for (const [, one] of stored) {
    const configuration = await readStored(call.db, blobs, one)
    if (configuration.system === 'uci') count(counts, configuration.uci)
    else for (const name of configuration.files.keys()) files.add(`/${name}`)
  }
  return {
    compared: stored.length,
    sections: [...counts].map(([place, options]) => ({
      place,
      options: [...options].map(([name, values]) => {
        const [value, same] = [...values].reduce((most, one) => (one[1] > most[1] ? one : most))
        const shown = isSecretOption(name) ? hiddenValue : value.slice(0, characters)
        return { name, value: shown, differing: stored.length - same }
      }),
    })),
    files: [...files],
  }
}
