import * as z from 'zod/mini'
import { outputNames } from '../actions/outputs.ts'
import { alertLimits } from '../alerts/constants.ts'
import { text } from '../i18n.ts'
import { id } from '../ids.ts'
import { findParameter, isText, parameterPattern } from '../link/parameters.ts'
import { customId } from '../link/template-lines.ts'
import { buttonKinds, dashboardLimits, rangeNames, tones, type WidgetType } from './constants.ts'

const words = (most: number = dashboardLimits.words) => z.string().check(z.trim(), z.maxLength(most))

/** True for a parameter of a template, which the server looks up. */
const isCustom = (name: string) => customId(name) !== undefined

const known = () =>
  z.refine<string>((name) => (parameterPattern.test(name) && findParameter(name) !== undefined) || isCustom(name), {
    error: text('dashboards.unknown_parameter'),
    abort: true,
  })

/** A parameter of any type, whose latest value is shown. */
const parameter = () => z.string().check(z.maxLength(80), known())

/** A numeric parameter; the server checks the type of a template's parameter. */
const measured = () =>
  parameter().check(
    z.refine(
      (name) => {
        const found = findParameter(name)
        return found === undefined || !isText(found)
      },
      { error: text('dashboards.not_measured') },
    ),
  )

const decimals = z.optional(z.int().check(z.minimum(0), z.maximum(dashboardLimits.decimals)))

const limit = z.number().check(z.minimum(-1e15), z.maximum(1e15))

/**
 * A threshold is for values below `below` that are not below the previous one; the last one has none and is for all
 * others. Each describes its values in words.
 */
const thresholds = z.array(z.object({ below: z.nullable(limit), words: words(), tone: z.enum(tones) })).check(
  z.maxLength(dashboardLimits.thresholds),
  z.refine(
    (all) =>
      all.every(({ below }, at) => {
        const next = all[at + 1]
        return next === undefined ? below === null : below !== null && (next.below === null || below < next.below)
      }),
    { error: text('dashboards.thresholds') },
  ),
)
export type Threshold = z.infer<typeof thresholds>[number]

const range = z.enum(rangeNames)

const several = <S extends z.core.SomeType>(one: S, most: number) =>
  z.array(one).check(z.minLength(1, text('dashboards.no_parameters')), z.maxLength(most))

const pin = z.object({
  parameter: parameter(),
  label: words(),
  /** Percentages of the image, from its left and its top. */
  x: z.number().check(z.minimum(0), z.maximum(100)),
  y: z.number().check(z.minimum(0), z.maximum(100)),
})

const lamp = z.object({
  /** On if not 0. */
  parameter: measured(),
  on: words(),
  off: words(),
  /** Look of the lamp while it is on. */
  tone: z.enum(tones),
})

export const widgetOptions = {
  value: z.object({ parameter: parameter(), decimals, thresholds }),
  gauge: z
    .object({ parameter: measured(), min: limit, max: limit, decimals, thresholds })
    .check(z.refine(({ min, max }) => min < max, { error: text('dashboards.scale'), path: ['max'] })),
  lamps: z.object({ lamps: several(lamp, dashboardLimits.lamps) }),
  line: z.object({ parameters: several(measured(), dashboardLimits.parameters.line), range, thresholds }),
  bar: z.object({ parameter: measured(), range }),
  table: z.object({ parameters: several(parameter(), dashboardLimits.parameters.table) }),
  signal: z.object({ modem: z.int().check(z.minimum(1), z.maximum(2)) }),
  data: z.object({ range: z.enum(['7d', '30d']) }),
  online: z.object({ range: z.enum(['24h', '7d', '30d']) }),
  map: z.object({}),
  image: z.object({ image_id: id('image'), pins: z.array(pin).check(z.maxLength(dashboardLimits.pins)) }),
  text: z.object({ text: words(dashboardLimits.text) }),
  output: z.object({ output: z.enum(outputNames) }),
  /** Number of the device's newest alerts. */
  alerts: z.object({ count: z.int().check(z.minimum(alertLimits.shown.min), z.maximum(alertLimits.shown.max)) }),
  button: z
    .object({
      action: z.enum(buttonKinds),
      label: words(),
      /** For a task group. */
      group_id: z.optional(id('task_group')),
    })
    .check(
      z.refine(({ action, group_id }) => (action === 'task_group') === (group_id !== undefined), {
        error: text('dashboards.no_group'),
        path: ['group_id'],
      }),
    ),
} as const satisfies Record<WidgetType, z.core.SomeType>

export type OptionsOf<T extends WidgetType> = z.infer<(typeof widgetOptions)[T]>

const widgetOf = <const T extends WidgetType>(type: T) =>
  z.object({
    /** Id of its item in the layout. */
    id: z.string().check(z.regex(/^[a-z0-9]{1,16}$/, { error: text('dashboards.widget_id') })),
    type: z.literal(type),
    title: words(dashboardLimits.title),
    options: widgetOptions[type],
  })

export const widgetSchema = z.discriminatedUnion(
  'type',
  [
    widgetOf('value'),
    widgetOf('gauge'),
    widgetOf('lamps'),
    widgetOf('line'),
    widgetOf('bar'),
    widgetOf('table'),
    widgetOf('signal'),
    widgetOf('data'),
    widgetOf('online'),
    widgetOf('map'),
    widgetOf('image'),
    widgetOf('text'),
    widgetOf('output'),
    widgetOf('button'),
    widgetOf('alerts'),
  ],
  { error: text('dashboards.unknown_widget') },
)
export type Widget = z.infer<typeof widgetSchema>
export type WidgetOf<T extends WidgetType> = Extract<Widget, { type: T }>
