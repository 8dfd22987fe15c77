export const widgetTypes = [
  'value',
  'gauge',
  'lamps',
  'line',
  'bar',
  'table',
  'signal',
  'data',
  'online',
  'map',
  'image',
  'text',
  'output',
  'button',
  'alerts',
] as const
export type WidgetType = (typeof widgetTypes)[number]

export const dashboardLimits = {
  dashboards: 20,
  widgets: 50,
  name: 100,
  title: 60,
  /** Characters of the words of a lamp, a threshold or a pin. */
  words: 40,
  text: 2000,
  parameters: { line: 4, table: 20 },
  lamps: 8,
  thresholds: 5,
  pins: 20,
  decimals: 4,
  /** Devices to which one call copies a dashboard. */
  copies: 100,
} as const

/** Columns and rows of the layout, and the smallest and largest size of a widget. */
export const grid = { columns: 12, rows: 600, width: { min: 2, max: 12 }, height: { min: 1, max: 12 } } as const

/** Ranges of the past for widgets, in hours. */
export const ranges = { '1h': 1, '6h': 6, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type WidgetRange = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as [WidgetRange, ...WidgetRange[]]

/** Points of a line, and bars: about one for each three pixels of a wide widget. */
export const rangePoints = { line: 200, bar: 31 } as const

/** Meaning of the values below a threshold. */
export const tones = ['good', 'warning', 'bad', 'none'] as const
export type Tone = (typeof tones)[number]

/** Actions that a button starts at once; for a task group, a window first asks for its values. */
export const buttonActions = ['reboot', 'update_metrics_data'] as const
export const buttonKinds = [...buttonActions, 'task_group'] as const
