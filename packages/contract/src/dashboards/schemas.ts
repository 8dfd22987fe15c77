import * as z from 'zod/mini'
import { outputNames } from '../actions/outputs.ts'
import { alertSchema } from '../alerts/schemas.ts'
import { positionSchema } from '../devices/position.ts'
import { nameText } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { variableTypes } from '../link/template-lines.ts'
import { historySchema } from '../monitoring/schemas.ts'
import { dataUsageSchema } from '../monitoring/usage-schemas.ts'
import { availabilitySchema } from '../outages/schemas.ts'
import { time } from '../time-schemas.ts'
import { dashboardLimits, grid, rangeNames } from './constants.ts'
import { inGrid, overlap } from './layout.ts'
import { type Widget, widgetSchema } from './widgets.ts'

const name = nameText(dashboardLimits.name)

const item = z
  .object({ i: z.string().check(z.maxLength(16)), x: z.int(), y: z.int(), w: z.int(), h: z.int() })
  .check(z.refine((one) => inGrid(one), { error: text('dashboards.outside', { columns: grid.columns }) }))

const layoutSchema = z.object({
  /** Constant; included for programs that draw the layout. */
  cols: z._default(z.literal(grid.columns), grid.columns),
  items: z.array(item).check(z.maxLength(dashboardLimits.widgets)),
})
export type Layout = z.infer<typeof layoutSchema>

const widgetList = z
  .array(widgetSchema)
  .check(z.maxLength(dashboardLimits.widgets, text('dashboards.too_many_widgets', { count: dashboardLimits.widgets })))

interface Content {
  layout?: Layout | undefined
  widgets?: readonly Widget[] | undefined
}

/** Layout and widgets must both be given or neither, with each widget once in the layout and no overlaps. */
const fits = () => [
  z.refine<Content>((given) => (given.layout === undefined) === (given.widgets === undefined), {
    error: text('dashboards.both'),
    path: ['widgets'],
  }),
  z.refine<Content>(
    ({ layout, widgets }) => {
      if (!layout || !widgets) return true
      const placed = new Set(layout.items.map(({ i }) => i))
      const named = new Set(widgets.map(({ id }) => id))
      return (
        placed.size === layout.items.length &&
        named.size === widgets.length &&
        placed.size === named.size &&
        [...named].every((one) => placed.has(one))
      )
    },
    { error: text('dashboards.not_placed'), path: ['layout'], abort: true },
  ),
  z.refine<Content>(
    ({ layout }) =>
      (layout?.items ?? []).every((one, at, items) => items.slice(at + 1).every((other) => !overlap(one, other))),
    { error: text('dashboards.overlap'), path: ['layout'] },
  ),
]

export const newDashboardSchema = z
  .object({
    name,
    /** The first dashboard of a device is always its default. */
    is_default: z.optional(z.boolean()),
    layout: z.optional(layoutSchema),
    widgets: z.optional(widgetList),
  })
  .check(...fits())

export const dashboardChangeSchema = z
  .object({
    /** The version that was read; if there is a newer one, the change is a conflict. */
    version: z.int().check(z.minimum(1)),
    name: z.optional(name),
    is_default: z.optional(z.literal(true)),
    layout: z.optional(layoutSchema),
    widgets: z.optional(widgetList),
  })
  .check(...fits())

export const dashboardSchema = z.object({
  id: id('dashboard'),
  device_id: id('device'),
  company_id: companyId(),
  name: z.string(),
  /** True for the dashboard that is shown first. */
  is_default: z.boolean(),
  widgets_count: z.int(),
  version: z.int(),
  created_at: time(),
  updated_at: time(),
})
export type Dashboard = z.infer<typeof dashboardSchema>

export const dashboardDetailsSchema = z.extend(dashboardSchema, {
  /** The user who changed it last. */
  username: z.nullable(z.string()),
  layout: layoutSchema,
  widgets: widgetList,
})
export type DashboardDetails = z.infer<typeof dashboardDetailsSchema>

export const copySchema = z.object({
  device_id: z.array(id('device')).check(z.minLength(1), z.maxLength(dashboardLimits.copies)),
})

export const copiedSchema = z.object({
  id: id('dashboard'),
  device_id: id('device'),
  device_name: z.string(),
  /** Parameters of its widgets that the device has not reported so far. */
  missing: z.array(z.string()),
})

const value = z.nullable(z.union([z.number(), z.string()]))

/** Time since which an output has its state, and the user who set it, if any. */
const outputState = z.object({ set_at: time(), username: z.nullable(z.string()) })

const shownAlert = z.pick(alertSchema, {
  id: true,
  alert_type: true,
  alert_subtype: true,
  alert_type_id: true,
  alert_subtype_id: true,
  event: true,
  message: true,
  created_at: true,
})
export type ShownAlert = z.infer<typeof shownAlert>

export const valuesSchema = z.object({
  device: z.object({
    id: id('device'),
    name: z.string(),
    company_name: z.string(),
    model: z.nullable(z.string()),
    /** 0 offline, 1 online, 2 pending, null not activated. */
    status: z.nullable(z.int()),
    /** Time of its last report. */
    updated_at: z.nullable(time()),
  }),
  /** Latest values by parameter; those that the device has not reported are absent. */
  values: z.record(z.string(), value),
  /** Parameters of templates (`c.<id>`) that the device measures; booleans are 0 and 1. */
  custom: z.record(z.string(), z.object({ name: z.string(), template: z.string(), type: z.enum(variableTypes) })),
  /** For lamps and outputs: time of the last change, if it was within the last day. */
  since: z.record(z.string(), time()),
  outputs: z.partialRecord(z.enum(outputNames), outputState),
  /**
   * The newest alerts, enough for the widget that shows most; null without the permission, or if no widget shows any.
   */
  alerts: z.nullable(z.array(shownAlert)),
  /** Null if unknown, or without the permission to view it. */
  position: z.nullable(positionSchema),
})
export type DashboardValues = z.infer<typeof valuesSchema>

/** The past shown by all widgets with one range. */
const rangeSchema = z.object({
  /** Histories; each parameter is in one of them. */
  lines: z.array(historySchema),
  bars: z.array(historySchema),
  /** Null unless a widget shows it. */
  data: z.nullable(z.array(dataUsageSchema)),
  online: z.nullable(availabilitySchema),
})
export type DashboardRange = z.infer<typeof rangeSchema>

/** By each range that a widget has. */
export const pastSchema = z.partialRecord(z.enum(rangeNames), rangeSchema)
export type DashboardPast = z.infer<typeof pastSchema>
