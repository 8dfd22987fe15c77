import { useTranslation } from 'react-i18next'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import classes from './action-question.module.css'

/** Number of names shown if more devices are selected. */
const shown = 8

/** The devices, and the consequences for them. */
export function ActionQuestion({ selected, text }: { selected: SelectedRows; text: string }) {
  const { t } = useTranslation('actions')
  const names = selected.count > 1 ? selected.names.slice(0, shown) : []
  const count = selected.count - names.length
  return (
    <>
      {names.length > 0 ? (
        <ul className={classes.names}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {count > 0 ? <li>{t('confirmMore', { count, formatted: formatCount(count) })}</li> : null}
        </ul>
      ) : null}
      <p>{text}</p>
    </>
  )
}
