import { IconChevronLeft, IconChevronRight, IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { companiesQuery } from '../companies/queries.ts'
import classes from './add-filter.module.css'
import { filterLabel, valueLabel, valuesOf } from './filter-labels.ts'
import { type FilterName, filterNames, type ListState, withFilter } from './list-state.ts'
import { statisticsQuery } from './queries.ts'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
  compact: boolean
}

interface Choice {
  value: string
  label: string
  count: number | null
}

/** All filters of the list with the number of devices behind each value; any of them can be turned round to 'is not'. */
export function AddFilter({ state, onChange, compact }: Props) {
  const { t } = useTranslation('devices')
  const [open, setOpen] = useState(false)
  const [name, setName] = useState<FilterName | null>(null)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (next) setName(null)
  }
  const trigger = compact ? (
    <IconButton size="small" tip={false} label={t('addFilter')} aria-expanded={open} onClick={() => toggle(!open)}>
      <IconFilter size={18} stroke={1.6} />
    </IconButton>
  ) : (
    <Button
      size="small"
      icon={<IconFilter size={16} stroke={1.6} />}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => toggle(!open)}
    >
      {t('addFilter')}
    </Button>
  )
  return (
    <Popover opened={open} onChange={toggle} trigger={trigger} label={t('addFilter')} width={280}>
      {name === null ? (
        <Names onChoose={setName} />
      ) : (
        <Values
          name={name}
          onBack={() => setName(null)}
          onChoose={(value, not) => {
            toggle(false)
            onChange(withFilter(state, { name, value, not }))
          }}
        />
      )}
    </Popover>
  )
}

const second = (name: FilterName) => name.endsWith('_2')

function Names({ onChoose }: { onChoose: (name: FilterName) => void }) {
  const { t } = useTranslation('devices')
  const { data } = useQuery(statisticsQuery('all'))
  // Filters of the second modem appear only when a device has one.
  const used = (name: FilterName) =>
    !second(name) ||
    Object.entries(data?.[name] ?? {}).some(
      ([value, count]) => count > 0 && value !== 'is_null' && value !== 'no_signal' && value !== 'unknown',
    )
  const names = filterNames.filter((name) => name !== 'mac' && used(name))
  return (
    <ul className={classes.list} aria-label={t('addFilter')}>
      {names.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            className={classes.item}
            data-autofocus={index === 0 || undefined}
            onClick={() => onChoose(name)}
          >
            <span>{filterLabel(name)}</span>
            <IconChevronRight size={15} stroke={1.6} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Values({
  name,
  onBack,
  onChoose,
}: {
  name: FilterName
  onBack: () => void
  onChoose: (value: string, not: boolean) => void
}) {
  const { t } = useTranslation('devices')
  const [not, setNot] = useState(false)
  const [text, setText] = useState('')
  const choices = useChoices(name)
  const wanted = text.trim().toLowerCase()
  const shown = choices?.filter((choice) => choice.label.toLowerCase().includes(wanted)) ?? []
  return (
    <>
      <div className={classes.head}>
        <IconButton size="small" tip={false} label={t('back')} onClick={onBack}>
          <IconChevronLeft size={17} stroke={1.6} />
        </IconButton>
        <strong>{filterLabel(name)}</strong>
        {name === 'company_id' ? null : (
          <Segmented
            label={t('operator')}
            value={not ? 'not' : 'is'}
            options={[
              { value: 'is', label: t('is') },
              { value: 'not', label: t('isNot') },
            ]}
            onChange={(value) => setNot(value === 'not')}
          />
        )}
      </div>
      {(choices?.length ?? 0) > 8 ? (
        <input
          className={classes.search}
          value={text}
          placeholder={t('findValue')}
          aria-label={t('findValue')}
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className={classes.list} aria-label={filterLabel(name)}>
        {shown.map((choice) => (
          <li key={choice.value}>
            <button type="button" className={classes.item} onClick={() => onChoose(choice.value, not)}>
              <span title={choice.label}>{choice.label}</span>
              {choice.count === null ? null : <small>{formatCount(choice.count)}</small>}
            </button>
          </li>
        ))}
        {choices && shown.length === 0 ? <li className={classes.none}>{t('noValue')}</li> : null}
      </ul>
    </>
  )
}

function useChoices(name: FilterName): readonly Choice[] | undefined {
  const { data: statistics } = useQuery({ ...statisticsQuery('all'), enabled: name !== 'company_id' })
  const { data: companies } = useQuery({ ...companiesQuery, enabled: name === 'company_id' })
  if (name === 'company_id') {
    return companies?.map((company) => ({
      value: String(company.id),
      label: company.name,
      count: company.devices_count,
    }))
  }
  const counts = statistics?.[name]
  const closed = valuesOf(name)
  if (closed) {
    return closed.map((value) => ({
      value,
      label: valueLabel(name, value),
      count: counts ? (counts[value] ?? 0) : null,
    }))
  }
  if (!counts) return undefined
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort((one, other) => other[1] - one[1])
    .map(([value, count]) => ({ value, label: valueLabel(name, value), count }))
}
