import '../texts.ts'
import { configCalls } from '@longreach/contract/configs/calls'
import { configLimits } from '@longreach/contract/configs/constants'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import fieldClasses from '../../../ui/field.module.css'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { callsOf, dataOf, type Known, newRow, rowsOfCalls, type SettingRow } from '../setting-rows.ts'
import classes from './calls-editor.module.css'
import { Row } from './setting-row.tsx'

/** The edited content: lines, or the calls as JSON. */
export interface Editing {
  look: 'rows' | 'json'
  rows: SettingRow[]
  json: string
}

/** Errors by line; those of the JSON under `json`. */
export type EditErrors = Readonly<Record<string, string>>

interface Props {
  editing: Editing
  onChange: (editing: Editing) => void
  errors: EditErrors
  /** Present settings, for suggestions. */
  known: Known | null
  /** Devices of the change; none if they are not selected yet. */
  devices?: readonly number[]
}

/** Validates the edited content. */
export function readEditing({ look, rows, json }: Editing) {
  if (look === 'rows') {
    const faults = rows.flatMap(({ kind, value }, at): [string, string][] => {
      const data = kind === 'call' ? dataOf(value) : undefined
      return data && 'fault' in data && typeof data.fault === 'string' ? [[String(at), data.fault]] : []
    })
    if (faults.length > 0) return { errors: Object.fromEntries(faults) as EditErrors }
    const { calls, first } = callsOf(rows)
    const checked = configCalls.safeParse(calls)
    if (checked.success) return { calls: checked.data }
    const errors = checked.error.issues.map(({ path, message }) => [String(first[Number(path[0] ?? 0)] ?? 0), message])
    return { errors: Object.fromEntries(errors) as EditErrors }
  }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { errors: { json: (error as Error).message } as EditErrors }
  }
  const checked = configCalls.safeParse(value)
  if (checked.success) return { calls: checked.data }
  const [issue] = checked.error.issues
  return { errors: { json: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` } as EditErrors }
}

/** The most likely next line: another call, or another value for the same section. */
function nextOf(last: SettingRow | undefined): Partial<SettingRow> {
  if (!last || last.kind === 'file') return {}
  return last.kind === 'call' ? { kind: 'call', option: 'PUT' } : { place: last.place }
}

/** Editor for changes of settings, line by line or as JSON. */
export function CallsEditor({ editing, onChange, errors, known, devices = [] }: Props) {
  const { t } = useTranslation('configs')
  const { look, rows, json } = editing
  const setRows = (next: SettingRow[]) => onChange({ ...editing, rows: next })
  const show = (next: Editing['look']) => {
    if (next === look) return
    if (next === 'json') return onChange({ ...editing, look: next, json: JSON.stringify(callsOf(rows).calls, null, 2) })
    const read = readEditing(editing)
    onChange({ ...editing, look: next, ...(read.calls ? { rows: rowsOfCalls(read.calls) } : {}) })
  }
  return (
    <section className={classes.editor} aria-label={t('editor.title')}>
      <div className={classes.head}>
        <h3>{t('editor.title')}</h3>
        <Segmented
          label={t('editor.look')}
          value={look}
          options={[
            { value: 'rows', label: t('editor.rows') },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={show}
        />
      </div>
      {look === 'rows' ? (
        <Rows rows={rows} onChange={setRows} errors={errors} known={known} devices={devices} />
      ) : (
        <Field label={t('editor.json')} error={errors.json} hint={t('editor.jsonHint')}>
          {(wiring) => (
            <textarea
              {...wiring}
              className={`${fieldClasses.input} ${classes.json}`}
              spellCheck={false}
              rows={14}
              value={json}
              onChange={({ target }) => onChange({ ...editing, json: target.value })}
            />
          )}
        </Field>
      )}
    </section>
  )
}

function Rows({
  rows,
  onChange,
  errors,
  known,
  devices,
}: Required<Omit<Props, 'editing' | 'onChange'>> & Pick<Editing, 'rows'> & { onChange: (rows: SettingRow[]) => void }) {
  const { t } = useTranslation('configs')
  const places = useId()
  const set = (index: number, part: Partial<SettingRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const move = (index: number, by: number) => {
    const next = [...rows]
    const [row] = next.splice(index, 1)
    if (row) next.splice(index + by, 0, row)
    onChange(next)
  }
  const add = () => {
    const last = rows.at(-1)
    onChange([...rows, newRow(nextOf(last))])
  }
  return (
    <>
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          <li key={row.key}>
            <Row
              row={row}
              number={index + 1}
              places={places}
              known={known}
              devices={devices}
              error={errors[String(index)]}
              onChange={(part) => set(index, part)}
            />
            <div className={classes.buttons}>
              <IconButton
                size="small"
                label={t('editor.up', { number: index + 1 })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={16} stroke={1.6} />
              </IconButton>
              <IconButton
                size="small"
                label={t('editor.down', { number: index + 1 })}
                disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={16} stroke={1.6} />
              </IconButton>
              <IconButton
                size="small"
                label={t('editor.remove', { number: index + 1 })}
                disabled={rows.length === 1}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} stroke={1.6} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          icon={<IconPlus size={16} stroke={1.8} />}
          disabled={rows.length >= configLimits.calls}
          onClick={add}
        >
          {t('editor.add')}
        </Button>
      </div>
      <datalist id={`${places}-sections`}>
        {[...(known?.sections.keys() ?? [])].map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <datalist id={`${places}-files`}>
        {known?.files.map((file) => (
          <option key={file} value={file} />
        ))}
      </datalist>
    </>
  )
}
