import './texts.ts'
import { variableTypes } from '@longreach/contract/link/template-lines'
import { templateLimits } from '@longreach/contract/monitoring/template-constants'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import fieldClasses from '../../ui/field.module.css'
import { Field, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type DraftEntry, type DraftVariable, newEntry, newVariable } from './draft.ts'
import classes from './monitoring.module.css'
import type { FormErrors } from './template-form.tsx'

interface Props {
  entries: DraftEntry[]
  onChange: (entries: DraftEntry[]) => void
  errors: FormErrors
}

const replaced = <Row,>(rows: readonly Row[], index: number, part: Partial<Row>): Row[] =>
  rows.map((row, at) => (at === index ? { ...row, ...part } : row))

/** Paths, each with the values taken from its response. */
export function EntriesEditor({ entries, onChange, errors }: Props) {
  const { t } = useTranslation('monitoring')
  return (
    <section className={classes.entries} aria-label={t('form.what')}>
      <h2>{t('form.what')}</h2>
      {entries.map((entry, index) => (
        <EntryCard
          key={entry.key}
          entry={entry}
          number={index + 1}
          errors={errors}
          onChange={(part) => onChange(replaced(entries, index, part))}
          onRemove={entries.length > 1 ? () => onChange(entries.filter((_, at) => at !== index)) : undefined}
        />
      ))}
      <div>
        <Button
          icon={<IconPlus size={16} stroke={1.8} />}
          disabled={entries.length >= templateLimits.paths}
          onClick={() => onChange([...entries, newEntry()])}
        >
          {t('form.addPath')}
        </Button>
      </div>
    </section>
  )
}

interface EntryProps {
  entry: DraftEntry
  number: number
  errors: FormErrors
  onChange: (part: Partial<DraftEntry>) => void
  onRemove: (() => void) | undefined
}

function EntryCard({ entry, number, errors, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation('monitoring')
  const place = `data.${number - 1}`
  const [more, setMore] = useState(entry.query !== '' || entry.searches !== '')
  const shown =
    more || errorBelow(errors, `${place}.query`) !== undefined || errorBelow(errors, `${place}.search`) !== undefined
  return (
    <section className={classes.card} aria-label={t('form.path', { number })}>
      <div className={classes.path}>
        <TextField
          label={t('form.pathLabel')}
          required
          mono
          spellCheck={false}
          placeholder={t('form.pathPlace')}
          value={entry.url}
          error={errors[`${place}.url`]}
          onChange={({ target }) => onChange({ url: target.value })}
        />
        {shown ? null : (
          <Button size="small" look="quiet" onClick={() => setMore(true)}>
            {t('form.more')}
          </Button>
        )}
        {onRemove ? (
          <IconButton size="small" label={t('form.removePath', { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </IconButton>
        ) : null}
      </div>
      {shown ? (
        <div className={classes.two}>
          <Lines
            label={t('form.query')}
            hint={t('form.queryHint')}
            value={entry.query}
            error={errorBelow(errors, `${place}.query`)}
            onChange={(query) => onChange({ query })}
          />
          <Lines
            label={t('form.searches')}
            hint={t('form.searchesHint')}
            value={entry.searches}
            error={errorBelow(errors, `${place}.search`)}
            onChange={(searches) => onChange({ searches })}
          />
        </div>
      ) : null}
      <ol className={classes.variables}>
        {entry.variables.map((variable, index) => (
          <VariableRow
            key={variable.key}
            variable={variable}
            label={t('form.variable', { number: index + 1, path: number })}
            removeLabel={t('form.removeVariable', { number: index + 1 })}
            errors={errors}
            place={`${place}.variables.${index}`}
            onChange={(part) => onChange({ variables: replaced(entry.variables, index, part) })}
            onRemove={
              entry.variables.length > 1
                ? () => onChange({ variables: entry.variables.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
      </ol>
      <div>
        <Button
          size="small"
          icon={<IconPlus size={16} stroke={1.8} />}
          onClick={() => onChange({ variables: [...entry.variables, newVariable()] })}
        >
          {t('form.addVariable')}
        </Button>
      </div>
    </section>
  )
}

const errorBelow = (errors: FormErrors, place: string): string | undefined =>
  Object.entries(errors).find(([source]) => source.startsWith(place))?.[1]

interface LinesProps {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Lines({ label, hint, value, error, onChange }: LinesProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          {...wiring}
          className={`${fieldClasses.input} ${classes.lines} mono`}
          rows={2}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface VariableProps {
  variable: DraftVariable
  label: string
  removeLabel: string
  errors: FormErrors
  place: string
  onChange: (part: Partial<DraftVariable>) => void
  onRemove: (() => void) | undefined
}

function VariableRow({ variable, label, removeLabel, errors, place, onChange, onRemove }: VariableProps) {
  const { t } = useTranslation('monitoring')
  const mayRun = useCan('execute_device_command')
  const { fallback, filter, allowed, description, expression } = variable
  const [more, setMore] = useState([fallback, filter, allowed, description, expression].some(Boolean))
  const hidden = ['default', 'filter', 'enum', 'description', 'transform']
  const shown = more || hidden.some((name) => errorBelow(errors, `${place}.${name}`) !== undefined)
  const text = (
    name: 'id' | 'ref' | 'fallback' | 'filter' | 'allowed' | 'description' | 'evalVar' | 'expression',
    source: string,
  ) => ({
    value: variable[name],
    error: errorBelow(errors, `${place}.${source}`),
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <li className={classes.variable} aria-label={label}>
      <div className={classes.head}>
        <TextField label={t('form.variableName')} required mono {...text('id', 'id')} />
        <TextField label={t('form.ref')} mono placeholder={t('form.refPlace')} {...text('ref', 'ref')} />
        <Field label={t('form.type')}>
          {(wiring) => (
            <select
              {...wiring}
              className={fieldClasses.input}
              value={variable.type}
              onChange={({ target }) => onChange({ type: target.value as DraftVariable['type'] })}
            >
              {variableTypes.map((type) => (
                <option key={type} value={type}>
                  {t(`types.${type}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className={classes.buttons}>
          {shown ? null : (
            <Button size="small" look="quiet" onClick={() => setMore(true)}>
              {t('form.more')}
            </Button>
          )}
          {onRemove ? (
            <IconButton size="small" label={removeLabel} onClick={onRemove}>
              <IconTrash size={16} stroke={1.6} />
            </IconButton>
          ) : null}
        </div>
      </div>
      {shown ? (
        <div className={classes.details}>
          <TextField label={t('form.filter')} mono {...text('filter', 'filter')} />
          <TextField label={t('form.fallback')} {...text('fallback', 'default')} />
          <TextField label={t('form.allowed')} hint={t('form.allowedHint')} {...text('allowed', 'enum')} />
          <TextField label={t('form.variableDescription')} {...text('description', 'description')} />
          <TextField label={t('form.evalVar')} mono disabled={!mayRun} {...text('evalVar', 'transform.eval_var')} />
          <TextField
            label={t('form.expression')}
            mono
            disabled={!mayRun}
            placeholder={t('form.expressionPlace')}
            hint={mayRun ? undefined : t('form.expressionNeeds')}
            maxLength={templateLimits.expression}
            {...text('expression', 'transform.expression')}
          />
        </div>
      ) : null}
    </li>
  )
}
