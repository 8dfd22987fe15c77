import '../texts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatCount } from '../../ui/format.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { Choice, FilterField } from './field.ts'
import classes from './filter-builder.module.css'

interface Props {
  field: FilterField
  value: string | null
  onDone: (value: string) => void
}

/** More than these are searched. */
const few = 8
const noChoices = () => undefined

/** One value of a list, or several. */
export function ChoiceValues({ field, value, onDone }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(field.many && value ? value.split(',') : [])
  const typed = useSettled(text.trim())
  const useChoices = field.useChoices ?? noChoices
  const asked = useChoices(typed)
  const flags = [
    { value: 'true', label: t('filter.yes') },
    { value: 'false', label: t('filter.no') },
  ]
  const choices: readonly Choice[] | undefined = field.kind === 'flag' ? flags : (field.options ?? asked)
  const search = text.trim().toLowerCase()
  const shown = choices?.filter(({ label }) => label.toLowerCase().includes(search)) ?? []
  const toggle = (one: string) =>
    setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <>
      {(choices?.length ?? 0) > few || text !== '' ? (
        <input
          className={classes.search}
          value={text}
          maxLength={100}
          placeholder={t('filter.find')}
          aria-label={t('filter.find')}
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className={classes.list} aria-label={field.label}>
        {shown.map((choice) => (
          <li key={choice.value} className={field.many ? classes.check : undefined}>
            {field.many ? (
              <Checkbox
                showLabel
                label={choice.label}
                checked={chosen.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
            ) : (
              <button
                type="button"
                className={classes.item}
                aria-current={choice.value === value || undefined}
                onClick={() => onDone(choice.value)}
              >
                <span title={choice.label}>{choice.label}</span>
              </button>
            )}
            {choice.count == null ? null : <small>{formatCount(choice.count)}</small>}
          </li>
        ))}
        {choices && shown.length === 0 ? <li className={classes.none}>{t('filter.none')}</li> : null}
      </ul>
      {field.many ? (
        <div className={classes.foot}>
          <Button size="small" look="primary" disabled={chosen.length === 0} onClick={() => onDone(chosen.join())}>
            {t('filter.apply')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
