import './texts.ts'
import type { ApiOperation } from '@longreach/contract/configs/document-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import fieldClasses from '../../ui/field.module.css'
import { useSettled } from '../../ui/use-settled.ts'
import classes from './api-call-fields.module.css'
import { documentsQuery, operationOf, operationsQuery, requiredData } from './api-queries.ts'
import { openUploadDocument } from './open-document-windows.tsx'
import type { SettingRow } from './setting-rows.ts'

/** The same in every language. */
const example = { path: '/api/interfaces/config/lan', body: '{ "data": { "ipaddr": "{{lan_ip}}" } }' }

const methods = ['PUT', 'POST', 'DELETE'] as const
/** Milliseconds after the last key before it is searched for. */
const rest = 250

interface Props {
  row: SettingRow
  number: number
  /** For the field that an error belongs to. */
  wiring: object
  onChange: (part: Partial<SettingRow>) => void
}

/** A call of the device's own API: method, path and data, with what its API document says of them. */
export function ApiCallFields({ row, number, wiring, onChange }: Props) {
  const { t } = useTranslation('configs')
  const paths = useId()
  const { data: documents } = useQuery(documentsQuery())
  const [typed = ''] = useSettled(row.place.trim(), rest).split('?')
  const systems = (documents ?? []).map(({ system }) => system)
  const { data: found = [] } = useQuery(operationsQuery(systems, wordsOf(typed)))
  const method = row.option || methods[0]
  const operation = operationOf(found, method, row.place)
  const possible = found.filter((one) => (methods as readonly string[]).includes(one.method))
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
      <datalist id={paths}>
        {possible.map((one) => (
          <option key={`${one.method} ${one.path}`} value={one.path}>{`${one.method} ${one.summary}`}</option>
        ))}
      </datalist>
      {method === 'DELETE' ? null : (
        <textarea
          className={`${fieldClasses.input} ${classes.data} mono`}
          aria-label={t('editor.apiData', { number })}
          rows={4}
          placeholder={example.body}
          spellCheck={false}
          value={row.value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      {documents?.length === 0 ? (
        <NoDocument />
      ) : operation ? (
        <About operation={operation} onFill={(value) => onChange({ value })} filled={row.value.trim() !== ''} />
      ) : row.place.trim() === '' || !documents ? null : (
        <small className={classes.about}>{t('editor.apiUnknown')}</small>
      )}
    </>
  )
}

/** Parts of a path that are in the one of its document, too: the last may be a value. */
const wordsOf = (path: string): string => path.split('/').slice(2, 4).join(' ').slice(0, 100)

function NoDocument() {
  const { t } = useTranslation('configs')
  const mayUpload = useCan('super_admin')
  return (
    <p className={classes.none} role="note">
      <span>{t('editor.noDocument')}</span>
      {mayUpload ? (
        <Button size="small" onClick={() => openUploadDocument('rutos')}>
          {t('editor.uploadDocument')}
        </Button>
      ) : (
        <span>{t('editor.askDocument')}</span>
      )}
    </p>
  )
}

function About({
  operation,
  onFill,
  filled,
}: {
  operation: ApiOperation
  onFill: (value: string) => void
  filled: boolean
}) {
  const { t } = useTranslation('configs')
  const { summary, parameters, fields, body } = operation
  const query = parameters.filter((one) => one.in === 'query')
  return (
    <div className={classes.about}>
      {summary === '' ? null : <span>{summary}</span>}
      {body && !filled ? (
        <Button size="small" look="quiet" onClick={() => onFill(requiredData(operation))}>
          {t('editor.fillRequired')}
        </Button>
      ) : null}
      {query.length + fields.length === 0 ? null : (
        <details>
          <summary>{t('editor.fields', { count: query.length + fields.length })}</summary>
          <ul>
            {[...query, ...fields].map(({ name, required, type, values, description, secret }) => (
              <li key={name}>
                <code className="mono">{name}</code>{' '}
                {[
                  type,
                  required ? t('editor.fieldRequired') : '',
                  secret ? t('editor.fieldSecret') : '',
                  values.length > 0 ? values.join(', ') : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
                {description === '' ? null : <small>{description}</small>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
