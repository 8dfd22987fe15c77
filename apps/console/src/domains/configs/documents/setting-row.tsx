import '../texts.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import fieldClasses from '../../../ui/field.module.css'
import { fieldsOf, type Known, type RowKind, rowKinds, type SettingRow } from '../setting-rows.ts'
import { ApiCallFields } from './api-call-fields.tsx'
import classes from './calls-editor.module.css'

/** The place and the method of a call have no counterpart in the other kinds. */
const turnedInto = (row: SettingRow, kind: RowKind): Partial<SettingRow> =>
  (kind === 'call') === (row.kind === 'call') ? { kind } : { kind, place: '', option: '', value: '' }

interface RowProps {
  row: SettingRow
  number: number
  /** Start of the ids of the `datalist`s with suggestions. */
  places: string
  known: Known | null
  devices: readonly number[]
  error: string | undefined
  onChange: (part: Partial<SettingRow>) => void
}

/** A line of the editor, with suggestions from what the devices have now. */
export function Row({ row, number, places, known, devices, error, onChange }: RowProps) {
  const { t } = useTranslation('configs')
  const options = useId()
  const errorId = useId()
  const has = fieldsOf[row.kind]
  const section = known?.sections.get(row.place.trim())
  const now = section?.get(row.option.trim())
  const wiring = error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const value = {
    className: fieldClasses.input,
    value: row.value,
    'aria-label': t('editor.value', { number }),
  } as const
  return (
    <div className={classes.row} data-kind={row.kind}>
      <select
        className={fieldClasses.input}
        aria-label={t('editor.kind', { number })}
        value={row.kind}
        onChange={({ target }) => onChange(turnedInto(row, target.value as RowKind))}
      >
        {rowKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`editor.kinds.${kind}`)}
          </option>
        ))}
      </select>
      {row.kind === 'call' ? (
        <ApiCallFields row={row} number={number} wiring={wiring} devices={devices} onChange={onChange} />
      ) : null}
      {row.kind === 'call' ? null : (
        <input
          className={`${fieldClasses.input} mono`}
          aria-label={t('editor.place', { number })}
          list={`${places}-${row.kind === 'file' ? 'files' : 'sections'}`}
          placeholder={t(
            row.kind === 'file' ? 'editor.filePlace' : row.kind === 'add' ? 'editor.addPlace' : 'editor.setPlace',
          )}
          spellCheck={false}
          value={row.place}
          data-autofocus={number === 1 || undefined}
          {...wiring}
          onChange={({ target }) => onChange({ place: target.value })}
        />
      )}
      {has.includes('option') ? (
        <input
          className={`${fieldClasses.input} mono`}
          aria-label={t('editor.option', { number })}
          list={options}
          placeholder={t('editor.optionPlace')}
          spellCheck={false}
          value={row.option}
          onChange={({ target }) => onChange({ option: target.value })}
        />
      ) : null}
      {has.includes('value') && (row.kind === 'list' || row.kind === 'file') ? (
        <textarea
          {...value}
          className={`${fieldClasses.input} ${classes.lines} mono`}
          rows={row.kind === 'file' ? 6 : 2}
          placeholder={t(row.kind === 'file' ? 'editor.filePlaceholder' : 'editor.listPlaceholder')}
          spellCheck={false}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      ) : has.includes('value') ? (
        <input
          {...value}
          className={`${fieldClasses.input} mono`}
          placeholder={row.kind === 'add' ? t('editor.typePlace') : (now?.value ?? t('editor.valuePlace'))}
          spellCheck={false}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      ) : null}
      <datalist id={options}>
        {[...(section?.values() ?? [])].map(({ name, value: present }) => (
          <option key={name} value={name} label={present} />
        ))}
      </datalist>
      {now === undefined || row.kind === 'add' ? null : (
        <small className={classes.now}>
          {t('editor.now', { value: now.value })}
          {now.differing > 0 ? ` · ${t('editor.differs', { count: now.differing })}` : null}
        </small>
      )}
      {error ? (
        <small id={errorId} className={classes.error} role="alert">
          {error}
        </small>
      ) : null}
    </div>
  )
}
