import './texts.ts'
import type { TextField } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import { requestMethods } from '@longreach/contract/tasks/constants'
import { useId } from 'react'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { TextControl } from '../../forms/controls/text-control.tsx'
import { textOf } from '../../i18n/i18n.ts'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { FillRequired, OperationNotes, PathSuggestions, useApiOperations } from '../configs/public/api-operation.tsx'

const textIn = (values: Values, key: string): string => (typeof values[key] === 'string' ? values[key] : '')

const useRequest = (values: Values) =>
  useApiOperations({ path: textIn(values, 'path'), method: textIn(values, 'method'), methods: requestMethods })

/** A path of the devices' own API: suggested from the API documents, or any other. */
function PathControl({ field, value, values, error, onChange }: ControlProps<TextField>) {
  const paths = useId()
  const known = useRequest(values)
  const path = typeof value === 'string' ? value : ''
  return (
    <Field {...facts(field)} error={error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            name={field.key}
            className={`${fieldClasses.input} ${fieldClasses.mono}`}
            list={paths}
            maxLength={field.maxlength}
            placeholder={field.placeholder === undefined ? undefined : textOf(field.placeholder)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={path}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(path.trim())}
          />
          <PathSuggestions id={paths} known={known} />
          <OperationNotes known={known} path={path} />
        </>
      )}
    </Field>
  )
}

function BodyControl(props: ControlProps<TextField>) {
  const { value, values, onChange } = props
  const known = useRequest(values)
  return (
    <>
      <TextControl {...props} />
      <FillRequired known={known} value={typeof value === 'string' ? value : ''} onFill={onChange} />
    </>
  )
}

/** Controls of an API request, with notes from the API documents. */
export const requestControls = { path: PathControl, body: BodyControl }
