import { outputNames } from '@longreach/contract/actions/outputs'
import { alertLimits } from '@longreach/contract/alerts/constants'
import { buttonKinds, dashboardLimits, rangeNames, tones } from '@longreach/contract/dashboards/constants'
import type { OptionsOf, Threshold, Widget } from '@longreach/contract/dashboards/widgets'
import { listImages } from '@longreach/contract/files/image-endpoints'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ItemSelect } from '../../forms/controls/item-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Select } from '../../ui/select.tsx'
import { labelOf } from './format.ts'
import type { Choice, Choices } from './parameter-choices.ts'
import type { Faults } from './settings-faults.ts'
import classes from './windows.module.css'

const groupField = {
  key: 'group_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'task_group',
  label: 'dashboards:form.group',
  required: true,
} as const

const { min: fewest, max: most } = alertLimits.shown
const alertCounts = Array.from({ length: most - fewest + 1 }, (_, at) => String(fewest + at))

interface Props {
  widget: Widget
  choices: Choices
  faults: Faults
  onChange: (options: object) => void
}

export function SettingsFields({ widget, choices, faults, onChange }: Props) {
  const { t } = useTranslation('dashboards')
  const range = (names: readonly (typeof rangeNames)[number][], value: string) => (
    <Select
      label={t('form.range')}
      value={value}
      options={names.map((name) => ({ value: name, label: t(`ranges.${name}`) }))}
      onChange={(next) => onChange({ range: next })}
    />
  )
  const thresholds = (value: readonly Threshold[]) => (
    <Thresholds value={value} error={faults.thresholds} onChange={(next) => onChange({ thresholds: next })} />
  )
  switch (widget.type) {
    case 'value':
    case 'gauge':
      return (
        <>
          <OneParameter
            value={widget.options.parameter}
            choices={widget.type === 'value' ? choices.all : choices.measured}
            error={faults.parameter}
            onChange={(parameter) => onChange({ parameter })}
          />
          {widget.type === 'gauge' ? (
            <div className={classes.pair}>
              <NumberField
                label={t('form.min')}
                value={widget.options.min}
                error={faults.min}
                onChange={(min) => onChange({ min })}
              />
              <NumberField
                label={t('form.max')}
                value={widget.options.max}
                error={faults.max}
                onChange={(max) => onChange({ max })}
              />
            </div>
          ) : null}
          <Decimals value={widget.options.decimals} onChange={(decimals) => onChange({ decimals })} />
          {thresholds(widget.options.thresholds)}
        </>
      )
    case 'line':
      return (
        <>
          <SeveralParameters
            values={widget.options.parameters}
            choices={choices.measured}
            most={dashboardLimits.parameters.line}
            error={faults.parameters}
            onChange={(parameters) => onChange({ parameters })}
          />
          {range(rangeNames, widget.options.range)}
          {thresholds(widget.options.thresholds)}
        </>
      )
    case 'bar':
      return (
        <>
          <OneParameter
            value={widget.options.parameter}
            choices={choices.measured}
            error={faults.parameter}
            onChange={(parameter) => onChange({ parameter })}
          />
          {range(rangeNames, widget.options.range)}
        </>
      )
    case 'table':
      return (
        <SeveralParameters
          values={widget.options.parameters}
          choices={choices.all}
          most={dashboardLimits.parameters.table}
          error={faults.parameters}
          onChange={(parameters) => onChange({ parameters })}
        />
      )
    case 'lamps':
      return (
        <Lamps
          value={widget.options.lamps}
          choices={choices.measured}
          faults={faults}
          onChange={(lamps) => onChange({ lamps })}
        />
      )
    case 'signal':
      return (
        <Select
          label={t('form.modem')}
          value={String(widget.options.modem)}
          options={[1, 2].map((number) => ({ value: String(number), label: t('form.modemOf', { number }) }))}
          onChange={(modem) => onChange({ modem: Number(modem) })}
        />
      )
    case 'data':
      return range(['7d', '30d'], widget.options.range)
    case 'online':
      return range(['24h', '7d', '30d'], widget.options.range)
    case 'text':
      return (
        <Field label={t('form.text')}>
          {(wiring) => (
            <textarea
              {...wiring}
              className={classes.area}
              value={widget.options.text}
              maxLength={dashboardLimits.text}
              onChange={({ target }) => onChange({ text: target.value })}
            />
          )}
        </Field>
      )
    case 'alerts':
      return (
        <Select
          label={t('form.count')}
          value={String(widget.options.count)}
          options={alertCounts.map((count) => ({ value: count, label: count }))}
          onChange={(count) => onChange({ count: Number(count) })}
        />
      )
    case 'output':
      return (
        <Select
          label={t('form.output')}
          value={widget.options.output}
          options={outputNames.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(output) => onChange({ output })}
        />
      )
    case 'button':
      return (
        <>
          <Select
            label={t('form.action')}
            value={widget.options.action}
            options={buttonKinds.map((value) => ({ value, label: t(`actions.${value}`) }))}
            onChange={(action) => onChange({ action, group_id: undefined })}
          />
          {widget.options.action === 'task_group' ? (
            <ItemSelect
              field={groupField}
              value={widget.options.group_id ?? null}
              values={{}}
              error={faults.group_id}
              onChange={(group_id) => onChange({ group_id: group_id ?? undefined })}
            />
          ) : null}
          <TextField
            label={t('form.label')}
            value={widget.options.label}
            maxLength={dashboardLimits.words}
            onChange={({ target }) => onChange({ label: target.value })}
          />
        </>
      )
    case 'image':
      return (
        <>
          <ImageChoice
            value={widget.options.image_id}
            error={faults.image_id}
            onChange={(image_id) => onChange({ image_id })}
          />
          <Pins
            value={widget.options.pins}
            choices={choices.all}
            faults={faults}
            onChange={(pins) => onChange({ pins })}
          />
        </>
      )
    case 'map':
      return null
  }
}

interface ParameterProps {
  choices: readonly Choice[]
  error?: string | undefined
}

function OneParameter({
  value,
  choices,
  error,
  onChange,
}: ParameterProps & { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('dashboards')
  return (
    <Select
      label={t('form.parameter')}
      value={value === '' ? null : value}
      options={withOwn(choices, value === '' ? [] : [value])}
      onChange={onChange}
      error={error}
      placeholder={t('form.search')}
      emptyText={t('form.noMatch')}
      searchable
      required
    />
  )
}

/** Adds selected values that the device no longer reports. */
const withOwn = (choices: readonly Choice[], values: readonly string[]): Choice[] => [
  ...choices,
  ...values
    .filter((value) => choices.every((choice) => choice.value !== value))
    .map((value) => ({ value, label: labelOf(value) })),
]

function SeveralParameters({
  values,
  choices,
  most,
  error,
  onChange,
}: ParameterProps & { values: readonly string[]; most: number; onChange: (values: string[]) => void }) {
  const { t } = useTranslation('dashboards')
  const [typed, setTyped] = useState('')
  const all = withOwn(choices, values)
  const matching = all.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  return (
    <MultiSelect
      label={t('form.parameters')}
      values={values}
      options={values.length >= most ? all.filter(({ value }) => values.includes(value)) : matching}
      onChange={onChange}
      onSearch={setTyped}
      error={error}
      placeholder={t('form.search')}
      emptyText={t('form.noMatch')}
      required
    />
  )
}

interface NumberProps {
  label: string
  value: number
  error?: string | undefined
  onChange: (value: number) => void
}

/** The typed text stays as it is until it is a number. */
function NumberField({ label, value, error, onChange }: NumberProps) {
  const [typed, setTyped] = useState(Number.isFinite(value) ? String(value) : '')
  return (
    <TextField
      label={label}
      value={typed}
      error={error}
      inputMode="decimal"
      required
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value.trim() === '' ? Number.NaN : Number(target.value.replace(',', '.').replace('−', '-')))
      }}
    />
  )
}

function Decimals({ value, onChange }: { value: number | undefined; onChange: (value: number | undefined) => void }) {
  const { t } = useTranslation('dashboards')
  const counts = Array.from({ length: dashboardLimits.decimals + 1 }, (_, count) => String(count))
  return (
    <Select
      label={t('form.decimals')}
      value={value === undefined ? 'auto' : String(value)}
      options={[
        { value: 'auto', label: t('form.automatic') },
        ...counts.map((count) => ({ value: count, label: count })),
      ]}
      onChange={(next) => onChange(next === 'auto' ? undefined : Number(next))}
    />
  )
}

function ToneChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('dashboards')
  return (
    <Select
      label={t('form.looks')}
      value={value}
      options={tones.map((tone) => ({ value: tone, label: t(`tones.${tone}`) }))}
      onChange={onChange}
    />
  )
}

interface RowsProps {
  label: string
  error?: string | undefined
  /** The button that adds a row; absent at the maximum number of rows. */
  add?: { label: string; onClick: () => void } | undefined
  children: ReactNode
}

function Rows({ label, error, add, children }: RowsProps) {
  return (
    <fieldset className={classes.rows}>
      <legend>{label}</legend>
      {children}
      {error ? (
        <p className={classes.missing} role="alert">
          {error}
        </p>
      ) : null}
      {add ? (
        <Button size="small" icon={<IconPlus size={16} stroke={1.8} />} onClick={add.onClick}>
          {add.label}
        </Button>
      ) : null}
    </fieldset>
  )
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation('dashboards')
  return (
    <IconButton size="small" label={t('form.remove', { name })} onClick={onClick}>
      <IconX size={16} stroke={1.8} />
    </IconButton>
  )
}

const without = <T,>(rows: readonly T[], at: number) => rows.filter((_, index) => index !== at)
const replaced = <T,>(rows: readonly T[], at: number, part: Partial<T>) =>
  rows.map((row, index) => (index === at ? { ...row, ...part } : row))

/** The last threshold is for all higher values: the previous one is its lower bound. */
function Thresholds({
  value,
  error,
  onChange,
}: {
  value: readonly Threshold[]
  error: string | undefined
  onChange: (value: Threshold[]) => void
}) {
  const { t } = useTranslation('dashboards')
  const add = () => {
    const last = value.at(-1)
    const next: Threshold = { below: null, words: '', tone: 'good' }
    onChange(last ? [...value.slice(0, -1), { ...last, below: Number.NaN }, next] : [next])
  }
  const remove = (at: number) => {
    const rest = without(value, at)
    onChange(rest.map((row, index) => (index === rest.length - 1 ? { ...row, below: null } : row)))
  }
  return (
    <Rows
      label={t('form.thresholds')}
      error={error}
      add={value.length < dashboardLimits.thresholds ? { label: t('form.addThreshold'), onClick: add } : undefined}
    >
      {value.map((row, at) => {
        const name = t('form.threshold', { number: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows differ by their place
          <fieldset key={`${at} ${value.length}`} className={classes.row} aria-label={name} data-three>
            {row.below === null ? (
              <TextField label={t('form.below')} value={t('form.above')} readOnly />
            ) : (
              <NumberField
                label={t('form.below')}
                value={row.below}
                onChange={(below) => onChange(replaced(value, at, { below }))}
              />
            )}
            <TextField
              label={t('form.says')}
              value={row.words}
              maxLength={dashboardLimits.words}
              onChange={({ target }) => onChange(replaced(value, at, { words: target.value }))}
            />
            <ToneChoice
              value={row.tone}
              onChange={(tone) => onChange(replaced(value, at, { tone: tone as Threshold['tone'] }))}
            />
            <RemoveButton name={name} onClick={() => remove(at)} />
          </fieldset>
        )
      })}
    </Rows>
  )
}

type Lamp = OptionsOf<'lamps'>['lamps'][number]

function Lamps({
  value,
  choices,
  faults,
  onChange,
}: {
  value: readonly Lamp[]
  choices: readonly Choice[]
  faults: Faults
  onChange: (value: Lamp[]) => void
}) {
  const { t } = useTranslation('dashboards')
  const add = () => onChange([...value, { parameter: '', on: '', off: '', tone: 'good' }])
  return (
    <Rows
      label={t('types.lamps')}
      error={faults.lamps}
      add={value.length < dashboardLimits.lamps ? { label: t('form.addLamp'), onClick: add } : undefined}
    >
      {value.map((row, at) => {
        const name = t('form.lamp', { number: at + 1 })
        const change = (part: Partial<Lamp>) => onChange(replaced(value, at, part))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows differ by their place
          <fieldset key={`${at} ${value.length}`} className={classes.row} aria-label={name}>
            <OneParameter
              value={row.parameter}
              choices={choices}
              error={faults[`row ${at}`]}
              onChange={(parameter) => change({ parameter })}
            />
            <ToneChoice value={row.tone} onChange={(tone) => change({ tone: tone as Lamp['tone'] })} />
            <TextField
              label={t('form.on')}
              value={row.on}
              maxLength={dashboardLimits.words}
              onChange={({ target }) => change({ on: target.value })}
            />
            <TextField
              label={t('form.off')}
              value={row.off}
              maxLength={dashboardLimits.words}
              onChange={({ target }) => change({ off: target.value })}
            />
            <RemoveButton name={name} onClick={() => onChange(without(value, at))} />
          </fieldset>
        )
      })}
    </Rows>
  )
}

type Pin = OptionsOf<'image'>['pins'][number]

function Pins({
  value,
  choices,
  faults,
  onChange,
}: {
  value: readonly Pin[]
  choices: readonly Choice[]
  faults: Faults
  onChange: (value: Pin[]) => void
}) {
  const { t } = useTranslation('dashboards')
  const add = () => onChange([...value, { parameter: '', label: '', x: 50, y: 50 }])
  return (
    <Rows
      label={t('form.pin', { number: '' }).trim()}
      add={value.length < dashboardLimits.pins ? { label: t('form.addPin'), onClick: add } : undefined}
    >
      {value.map((row, at) => {
        const name = t('form.pin', { number: at + 1 })
        const change = (part: Partial<Pin>) => onChange(replaced(value, at, part))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows differ by their place
          <fieldset key={`${at} ${value.length}`} className={classes.row} aria-label={name}>
            <OneParameter
              value={row.parameter}
              choices={choices}
              error={faults[`row ${at}`]}
              onChange={(parameter) => change({ parameter })}
            />
            <TextField
              label={t('form.label')}
              value={row.label}
              maxLength={dashboardLimits.words}
              onChange={({ target }) => change({ label: target.value })}
            />
            <NumberField label={t('form.x')} value={row.x} onChange={(x) => change({ x })} />
            <NumberField label={t('form.y')} value={row.y} onChange={(y) => change({ y })} />
            <RemoveButton name={name} onClick={() => onChange(without(value, at))} />
          </fieldset>
        )
      })}
    </Rows>
  )
}

function ImageChoice({
  value,
  error,
  onChange,
}: {
  value: number
  error: string | undefined
  onChange: (id: number) => void
}) {
  const { t } = useTranslation('dashboards')
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery({
    queryKey: ['files', 'images', 'choices', typed],
    queryFn: async ({ signal }) => {
      const query = { limit: 100, sort: 'name', ...(typed ? { q: typed } : {}) } as const
      return (await call(listImages, { query: query as never }, signal)).data
    },
  })
  return (
    <Select
      label={t('form.image')}
      value={value === 0 ? null : String(value)}
      options={data.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
      onChange={(id) => onChange(Number(id))}
      onSearch={setTyped}
      error={error}
      emptyText={t('form.noImages')}
      searchable
      required
    />
  )
}
