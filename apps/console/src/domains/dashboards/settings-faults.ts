import './texts.ts'
import type { Threshold, Widget } from '@longreach/contract/dashboards/widgets'
import i18next from 'i18next'

export type Faults = Readonly<Record<string, string>>

function ordered(thresholds: readonly Threshold[]): boolean {
  return thresholds.every(({ below }, at) => {
    const next = thresholds[at + 1]
    if (!next) return below === null
    return below !== null && Number.isFinite(below) && (next.below === null || below < next.below)
  })
}

/** Missing and invalid settings, by field. */
export function faultsOf(widget: Widget): Faults {
  const faults: Record<string, string> = {}
  const required = i18next.t('dashboards:form.required')
  const options = widget.options as Record<string, unknown>
  if (options.parameter === '') faults.parameter = required
  if (Array.isArray(options.parameters) && options.parameters.length === 0) faults.parameters = required
  if (widget.type === 'gauge') {
    const { min, max } = widget.options
    if (!Number.isFinite(min)) faults.min = required
    if (!Number.isFinite(max)) faults.max = required
    else if (max <= min) faults.max = i18next.t('dashboards:form.scale')
  }
  if (widget.type === 'button' && widget.options.action === 'task_group' && widget.options.group_id === undefined)
    faults.group_id = required
  if (widget.type === 'image' && widget.options.image_id === 0) faults.image_id = required
  const { lamps, pins, thresholds } = options as {
    lamps?: { parameter: string }[]
    pins?: { parameter: string }[]
    thresholds?: Threshold[]
  }
  if (lamps?.length === 0) faults.lamps = required
  for (const [at, { parameter }] of [...(lamps ?? []), ...(pins ?? [])].entries())
    if (parameter === '') faults[`row ${at}`] = required
  if (thresholds && !ordered(thresholds)) faults.thresholds = i18next.t('dashboards:form.order')
  return faults
}
