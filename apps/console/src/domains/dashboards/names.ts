import type { Widget } from '@longreach/contract/dashboards/widgets'
import i18next from 'i18next'
import { labelOf } from './format.ts'

/** Title of a widget, or else the name of its content. */
export function nameOf(widget: Widget): string {
  if (widget.title !== '') return widget.title
  switch (widget.type) {
    case 'value':
    case 'gauge':
    case 'bar':
      return labelOf(widget.options.parameter)
    case 'line':
      return widget.options.parameters.map(labelOf).join(', ')
    case 'output':
      return labelOf(widget.options.output)
    case 'button':
      return widget.options.label || i18next.t(`dashboards:actions.${widget.options.action}`)
    default:
      return i18next.t(`dashboards:types.${widget.type}`)
  }
}
