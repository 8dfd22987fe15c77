import { alertLimits } from '@longreach/contract/alerts/constants'
import type { WidgetType } from '@longreach/contract/dashboards/constants'
import type { Widget, WidgetOf } from '@longreach/contract/dashboards/widgets'
import {
  type Icon,
  IconAlertTriangle,
  IconAntennaBars5,
  IconBulb,
  IconChartBar,
  IconChartLine,
  IconClockCheck,
  IconDatabase,
  IconGauge,
  IconHandClick,
  IconMapPin,
  IconNumber123,
  IconPhoto,
  IconTable,
  IconTextSize,
  IconToggleLeft,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { lazy } from '../../../ui/lazy.ts'
import type { BoardData } from '../board-data.ts'
import { BarWidget } from './bar-widget.tsx'
import { ButtonWidget } from './button-widget.tsx'
import { DataWidget } from './data-widget.tsx'
import { GaugeWidget } from './gauge-widget.tsx'
import { ImageWidget } from './image-widget.tsx'
import { LampsWidget } from './lamps-widget.tsx'
import { LineWidget } from './line-widget.tsx'
import { OnlineWidget } from './online-widget.tsx'
import { OutputWidget } from './output-widget.tsx'
import { SignalWidget } from './signal-widget.tsx'
import { TableWidget } from './table-widget.tsx'
import { TextWidget } from './text-widget.tsx'
import { ValueWidget } from './value-widget.tsx'

const AlertsWidget = lazy(() => import('./alerts-widget.tsx').then((file) => ({ default: file.AlertsWidget })))
const MapWidget = lazy(() => import('./map-widget.tsx').then((file) => ({ default: file.MapWidget })))

export interface WidgetProps<T extends WidgetType = WidgetType> {
  widget: WidgetOf<T>
  name: string
  data: BoardData
}

interface Kind<T extends WidgetType> {
  icon: Icon
  /** Initial size in columns and rows. */
  size: { w: number; h: number }
  /** Initial options; those that are required are selected first. */
  options: WidgetOf<T>['options']
  Widget: ComponentType<WidgetProps<T>>
  /** No selection is needed: the widget is added as it is. */
  ready?: true
}

const table: { [T in WidgetType]: Kind<T> } = {
  value: { icon: IconNumber123, size: { w: 3, h: 2 }, options: { parameter: '', thresholds: [] }, Widget: ValueWidget },
  gauge: {
    icon: IconGauge,
    size: { w: 3, h: 2 },
    options: { parameter: '', min: 0, max: 100, thresholds: [] },
    Widget: GaugeWidget,
  },
  lamps: { icon: IconBulb, size: { w: 3, h: 2 }, options: { lamps: [] }, Widget: LampsWidget },
  line: {
    icon: IconChartLine,
    size: { w: 6, h: 3 },
    options: { parameters: [], range: '24h', thresholds: [] },
    Widget: LineWidget,
  },
  bar: { icon: IconChartBar, size: { w: 6, h: 3 }, options: { parameter: '', range: '7d' }, Widget: BarWidget },
  table: { icon: IconTable, size: { w: 6, h: 2 }, options: { parameters: [] }, Widget: TableWidget },
  signal: { icon: IconAntennaBars5, size: { w: 3, h: 2 }, options: { modem: 1 }, Widget: SignalWidget, ready: true },
  data: { icon: IconDatabase, size: { w: 6, h: 3 }, options: { range: '7d' }, Widget: DataWidget, ready: true },
  online: { icon: IconClockCheck, size: { w: 6, h: 2 }, options: { range: '7d' }, Widget: OnlineWidget, ready: true },
  map: { icon: IconMapPin, size: { w: 6, h: 3 }, options: {}, Widget: MapWidget, ready: true },
  image: { icon: IconPhoto, size: { w: 6, h: 3 }, options: { image_id: 0, pins: [] }, Widget: ImageWidget },
  text: { icon: IconTextSize, size: { w: 3, h: 2 }, options: { text: '' }, Widget: TextWidget },
  output: { icon: IconToggleLeft, size: { w: 3, h: 2 }, options: { output: 'dout1' }, Widget: OutputWidget },
  button: {
    icon: IconHandClick,
    size: { w: 3, h: 1 },
    options: { action: 'update_metrics_data', label: '' },
    Widget: ButtonWidget,
  },
  alerts: {
    icon: IconAlertTriangle,
    size: { w: 6, h: 3 },
    options: { count: alertLimits.shown.default },
    Widget: AlertsWidget,
    ready: true,
  },
}

export const kindOf = (type: WidgetType): Kind<WidgetType> => table[type] as unknown as Kind<WidgetType>

export const newWidget = (type: WidgetType, id: string): Widget =>
  ({ id, type, title: '', options: structuredClone(table[type].options) }) as Widget
