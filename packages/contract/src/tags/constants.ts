import { mostDevices } from '../choice-limits.ts'

/** Named colours; any other is given as `#rrggbb`. The first is the default. */
export const tagColors = {
  slate: '#64748b',
  red: '#dc2626',
  orange: '#ea580c',
  amber: '#f59e0b',
  green: '#16a34a',
  teal: '#0d9488',
  sky: '#0ea5e9',
  blue: '#2563eb',
  violet: '#7c3aed',
  pink: '#db2777',
} as const

export type TagColor = keyof typeof tagColors

export const tagSorts = ['id', 'name', 'company_name', 'device_count', 'created_at'] as const

/** A file of devices to be tagged. */
export const tagFile = { accept: '.csv,text/csv', max: 1024 * 1024, warnings: true } as const

/** Devices per call, and tags per device in a call. */
export const taggingLimits = { devices: mostDevices, tags: 50, rows: 1000 } as const

export const tagActionLimits = {
  actions: 5,
  /** Longest chain of tags whose actions put on further tags. */
  depth: 3,
  /** Minutes within which a tag runs at most once on a device. */
  minutes: 10,
  /** Retention of its log in days. */
  keptDays: 90,
} as const
