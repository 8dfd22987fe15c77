import type { AuditLine } from '@longreach/contract/audit/endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { openJson } from '../../windows/json-window.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './audit.module.css'
import { fieldChanges } from './changes.ts'
import { companyOf, objectOf, personOf } from './line-words.ts'

/** One change: who, when, from where, and each field before and after. */
export function LineWindow({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  const { close } = useWindow()
  const navigate = useNavigate()
  const show = (search: Search) => {
    void navigate({ to: '/system/audit-logs', search: { range: 'all', ...search } })
    close()
  }
  const facts: [string, string][] = [
    [t('columns.time'), formatApiTime(line.created_at)],
    [t('columns.person'), personOf(t, line)],
    [t('columns.action'), line.title ?? line.action],
    [t('line.call'), line.action],
    [t('columns.object'), objectOf(t, line)],
    [t('columns.company'), companyOf(t, line)],
    [t('columns.ip'), line.ip ?? '–'],
    [t('line.browser'), line.user_agent || '–'],
  ]
  return (
    <>
      <WindowBody>
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Changes line={line} />
      </WindowBody>
      <WindowActions>
        <Button onClick={() => openJson(`audit-json-${line.id}`, t('line.title', { id: line.id }), line)}>
          {t('line.json')}
        </Button>
        {line.user_id === null ? null : (
          <Button onClick={() => show({ user_id: String(line.user_id) })}>{t('line.ofPerson')}</Button>
        )}
        {line.target === null || line.target_id === null ? (
          <Button onClick={() => show({ action: line.action })}>{t('line.ofAction')}</Button>
        ) : (
          <Button onClick={() => show({ target: line.target as string, target_id: String(line.target_id) })}>
            {t('line.ofObject')}
          </Button>
        )}
      </WindowActions>
    </>
  )
}

function Changes({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  const changes = fieldChanges(line)
  if (changes.length === 0) return <p className={classes.none}>{t('line.noValues')}</p>
  return (
    <div className={classes.scroll}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">{t('line.field')}</th>
            <th scope="col">{t('line.before')}</th>
            <th scope="col">{t('line.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before ?? '–'}</td>
              <td>{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
