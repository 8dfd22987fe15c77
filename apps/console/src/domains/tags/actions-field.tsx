import type { TableField } from '@longreach/contract/forms/fields'
import type { Ref } from '@longreach/contract/names'
import type { TagActionName } from '@longreach/contract/tags/actions'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { loadChoices } from '../../forms/sources.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import classes from './actions-field.module.css'
import { type OfferedAction, offeredQuery } from './queries.ts'

interface Row {
  action: TagActionName
  source_id: number | null
  /** Name of the source of a stored action. */
  source_name?: string
}

/** The actions that a tag starts, each with its source. Only actions that the server offers can be added. */
export function ActionsField({ field, value, onChange, errorsInside = {} }: ControlProps<TableField>) {
  const { t } = useTranslation('tags')
  const { data: offered = [] } = useQuery(offeredQuery)
  const rows = (value as Row[] | undefined) ?? []
  const { label, hint } = facts(field)
  const [first] = offered
  if (!first && rows.length === 0) return null
  const replace = (at: number, row: Row) => onChange(rows.map((other, index) => (index === at ? row : other)))
  const full = rows.length >= (field.maxItems ?? rows.length)
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <p className={classes.hint}>{hint}</p>
      <ol className={classes.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <li key={at} aria-label={t('form.actionRow', { row: at + 1 })}>
            <div className={classes.fields}>
              <Select
                label={t('form.action')}
                value={row.action}
                options={[...new Set([row.action, ...offered.map(({ action }) => action)])].map((action) => ({
                  value: action,
                  label: t(`action.${action}`),
                }))}
                error={errorsInside[`${at}.action`]}
                onChange={(action) => replace(at, { action: action as TagActionName, source_id: null })}
              />
              <Source
                row={row}
                offered={offered.find(({ action }) => action === row.action)}
                error={errorsInside[`${at}.source_id`]}
                onChange={(source_id) => replace(at, { action: row.action, source_id })}
              />
            </div>
            <IconButton
              size="small"
              label={t('form.removeAction', { row: at + 1 })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconX size={16} stroke={1.8} />
            </IconButton>
          </li>
        ))}
      </ol>
      {first && !full ? (
        <Button
          size="small"
          icon={<IconPlus size={15} stroke={1.8} />}
          onClick={() => onChange([...rows, { action: first.action, source_id: null }])}
        >
          {t('form.addAction')}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface SourceProps {
  row: Row
  /** Undefined for an action that the user may not start; it stays as it is. */
  offered: OfferedAction | undefined
  error: string | undefined
  onChange: (id: number) => void
}

function Source({ row, offered, error, onChange }: SourceProps) {
  const { t } = useTranslation('tags')
  const [typed, setTyped] = useState('')
  const query = { ...offered?.filter, ...(typed === '' ? {} : { q: typed }) }
  const { data: found = [] } = useQuery({
    queryKey: ['choices', offered?.source, query],
    queryFn: ({ signal }) => loadChoices(offered?.source as Ref, query, signal),
    enabled: offered !== undefined,
    placeholderData: keepPreviousData,
  })
  const own = { id: row.source_id ?? 0, name: row.source_name ?? `#${row.source_id}` }
  const missing = row.source_id !== null && !found.some(({ id }) => id === row.source_id)
  const options = [...(missing ? [own] : []), ...found].map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label={t(`source.${row.action}`)}
      searchable
      required
      disabled={offered === undefined}
      value={row.source_id === null ? null : String(row.source_id)}
      options={options}
      error={error}
      emptyText={t('form.noSource')}
      onSearch={setTyped}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
