import '../texts.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import fieldClasses from '../../../ui/field.module.css'
import { FillRequired, OperationNotes, PathSuggestions, useApiOperations } from '../public/api-operation.tsx'
import type { SettingRow } from '../setting-rows.ts'
import classes from './api-call-fields.module.css'
import { CurrentValues } from './current-values.tsx'

/** Example values, the same in every language. */
const example = { path: '/api/interfaces/config/lan', body: '{ "data": { "ipaddr": "{{lan_ip}}" } }' }

const methods = ['PUT', 'POST', 'DELETE'] as const

interface Props {
  row: SettingRow
  number: number
  /** Props that connect the field to its error. */
  wiring: object
  /** Devices of the change; current values are read from one of them. */
  devices: readonly number[]
  onChange: (part: Partial<SettingRow>) => void
}

/** A call of the device's own API: method, path and data, with the notes of its API document. */
export function ApiCallFields({ row, number, wiring, devices, onChange }: Props) {
  const { t } = useTranslation('configs')
  const paths = useId()
  const method = row.option || methods[0]
  const known = useApiOperations({ path: row.place, method, methods })
  const { operation, reading } = known
  const fill = (value: string) => onChange({ value })
  return (
    <>
      <select
        className={fieldClasses.input}
        aria-label={t('editor.method', { number })}
        value={method}
        onChange={({ target }) => onChange({ option: target.value })}
      >
        {methods.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <input
        className={`${fieldClasses.input} mono`}
        aria-label={t('editor.apiPath', { number })}
        list={paths}
        placeholder={example.path}
        spellCheck={false}
        value={row.place}
        {...wiring}
        onChange={({ target }) => onChange({ place: target.value })}
      />
      <PathSuggestions id={paths} known={known} />
      {method === 'DELETE' ? null : (
        <textarea
          className={`${fieldClasses.input} ${classes.data} mono`}
          aria-label={t('editor.apiData', { number })}
          rows={Math.min(16, Math.max(4, row.value.split('\n').length))}
          placeholder={example.body}
          spellCheck={false}
          value={row.value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      <div className={classes.notes}>
        <OperationNotes known={known} path={row.place} />
        <div className={classes.start}>
          <FillRequired known={known} value={method === 'DELETE' ? '-' : row.value} onFill={fill} />
          {operation?.body && reading ? (
            <CurrentValues
              key={`${method} ${row.place}`}
              operation={operation}
              path={row.place}
              devices={devices}
              value={row.value}
              onChange={fill}
            />
          ) : null}
        </div>
      </div>
    </>
  )
}
