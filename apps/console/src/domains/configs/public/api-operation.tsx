import '../texts.ts'
import type { ApiOperation } from '@longreach/contract/configs/document-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { openUploadDocument } from '../documents/open-document-windows.tsx'
import classes from './api-operation.module.css'
import { documentsQuery, operationOf, operationsQuery, requiredData } from './api-queries.ts'

/** Milliseconds after the last key before the search starts. */
const rest = 250

/** Operations of the devices' own API that match a path being typed. */
export interface KnownOperations {
  /** Whether there is an API document; undefined until that is known. */
  documented: boolean | undefined
  /** Operations that match the path so far and have a permitted method. */
  possible: readonly ApiOperation[]
  operation: ApiOperation | undefined
  /** The operation that reads the values at that path. */
  reading: ApiOperation | undefined
  /** Other methods that the path supports. */
  others: readonly string[]
}

interface Call {
  /** With or without its query. */
  path: string
  method: string
  /** Methods that are permitted for the call. */
  methods: readonly string[]
}

/** Leading parts of a path, which are the same in its document: the last part may be a value. */
const wordsOf = (path: string): string => path.split('/').slice(2, 4).join(' ').slice(0, 100)

export function useApiOperations({ path, method, methods }: Call): KnownOperations {
  const mayView = useCan('view_multi_configuration')
  const { data: documents } = useQuery({ ...documentsQuery(), enabled: mayView })
  const [typed = ''] = useSettled(path.trim(), rest).split('?')
  const systems = (documents ?? []).map(({ system }) => system)
  const { data: found = [] } = useQuery(operationsQuery(systems, wordsOf(typed)))
  return {
    documented: documents && documents.length > 0,
    possible: found.filter((one) => methods.includes(one.method)),
    operation: operationOf(found, method, path),
    reading: operationOf(found, 'GET', path),
    others: methods.filter((one) => one !== method && operationOf(found, one, path)),
  }
}

/** Suggested paths for an input whose `list` has this id; any other path can be typed. */
export function PathSuggestions({ id, known }: { id: string; known: KnownOperations }) {
  return (
    <datalist id={id}>
      {known.possible.map((one) => (
        <option key={`${one.method} ${one.path}`} value={one.path}>{`${one.method} ${one.summary}`}</option>
      ))}
    </datalist>
  )
}

interface NotesProps {
  known: KnownOperations
  path: string
}

interface FillProps {
  known: KnownOperations
  value: string
  onFill: (data: string) => void
}

export function OperationNotes({ known, path }: NotesProps) {
  const { t } = useTranslation('configs')
  const { documented, operation, others } = known
  if (documented === false) return <NoDocument />
  if (operation) return <About operation={operation} path={path} />
  if (path.trim() === '' || !documented) return null
  return (
    <small className={classes.about}>
      {others.length > 0 ? t('editor.apiMethods', { methods: others.join(', ') }) : t('editor.apiUnknown')}
    </small>
  )
}

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

/** Fills in request data with the fields that the operation requires; nothing if there is data already. */
export function FillRequired({ known, value, onFill }: FillProps) {
  const { t } = useTranslation('configs')
  const { operation } = known
  if (!operation?.body || value.trim() !== '') return null
  return (
    <Button size="small" look="quiet" className={classes.fill} onClick={() => onFill(requiredData(operation))}>
      {t('editor.fillRequired')}
    </Button>
  )
}

function About({ operation, path }: { operation: ApiOperation; path: string }) {
  const { t } = useTranslation('configs')
  const { summary, parameters, fields } = operation
  const query = parameters.filter((one) => one.in === 'query')
  const [, open] = /(?<!\{)\{([^{}]+)\}/.exec(path) ?? []
  return (
    <div className={classes.about}>
      {open === undefined ? null : <strong>{t('editor.apiValue', { name: `{${open}}` })}</strong>}
      {summary === '' ? null : <span>{summary}</span>}
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
