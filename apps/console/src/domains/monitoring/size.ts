import type { VariableType } from '@longreach/contract/link/template-lines'
import { estimateSize, sizeType } from '@longreach/contract/monitoring/data-size'
import { findSystemTemplate, parametersOf } from '@longreach/contract/monitoring/system-templates'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'

/** Monthly data usage of a template on one device. */
export function sizeOf({ id, config }: MonitoringTemplate, period: number, metered = false) {
  const system = findSystemTemplate(id)
  const variables: { name: string; type: VariableType }[] = system
    ? parametersOf(system).map((parameter) => ({ name: parameter.name, type: sizeType(parameter) }))
    : config.data.flatMap((entry) => entry.variables.map(({ id: name, type }) => ({ name, type })))
  return estimateSize({
    names: variables.map(({ name }) => name),
    types: variables.map(({ type }) => type),
    period,
    metered,
  })
}
