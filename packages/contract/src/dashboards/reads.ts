import type { WidgetRange } from './constants.ts'
import type { Widget } from './widgets.ts'

export const signalParameters = ['signal', 'rsrp', 'rsrq', 'sinr', 'operator', 'connection_type'] as const
export const ofModem = (name: string, modem: number): string => (modem === 1 ? name : `${name}_2`)

/** Parameters whose latest values a widget shows. */
export function parametersOf(widget: Widget): string[] {
  switch (widget.type) {
    case 'value':
    case 'gauge':
      return [widget.options.parameter]
    case 'lamps':
      return widget.options.lamps.map(({ parameter: name }) => name)
    case 'table':
      return widget.options.parameters
    case 'image':
      return widget.options.pins.map(({ parameter: name }) => name)
    case 'output':
      return [widget.options.output]
    case 'signal':
      return signalParameters.map((name) => ofModem(name, widget.options.modem))
    default:
      return []
  }
}

export function pastOf(widget: Widget): string[] {
  if (widget.type === 'line') return widget.options.parameters
  return widget.type === 'bar' ? [widget.options.parameter] : []
}

/** Parameters of a widget that must be numbers. */
export function measuredBy(widget: Widget): string[] {
  switch (widget.type) {
    case 'gauge':
      return [widget.options.parameter]
    case 'lamps':
      return widget.options.lamps.map(({ parameter: name }) => name)
    default:
      return pastOf(widget)
  }
}

export const rangeOf = (widget: Widget): WidgetRange | undefined =>
  'range' in widget.options ? widget.options.range : undefined

/** All parameters that a device must report for a widget. */
export const neededBy = (widget: Widget): string[] => [...parametersOf(widget), ...pastOf(widget)]
