import { useTranslation } from 'react-i18next'
import type { Choice } from '../../tables/choice.ts'
import { formatCount } from '../../ui/format.ts'
import classes from './action-question.module.css'

/** Names shown of a longer selection. */
const shown = 8

/** The devices, and the consequences for them. */
export function ActionQuestion({ choice, text }: { choice: Choice; text: string }) {
  const { t } = useTranslation('actions')
  const names = choice.count > 1 ? choice.names.slice(0, shown) : []
  const count = choice.count - names.length
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
