// biome-ignore-all lint/a11y/useSemanticElements: part of a grid of divs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { browserName } from '@longreach/contract/account/browser-name'
import type { AuditLine } from '@longreach/contract/audit/endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { formatApiTime } from '../../ui/format.ts'
import classes from './audit.module.css'
import { After, Arrow, Before } from './changes.tsx'
import { UndoButton } from './undo-button.tsx'

/** Complete data of a line: every field, time, address, and request. */
export function LineDetail({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  const navigate = useNavigate()
  const show = (search: Search) =>
    void navigate({
      to: '/system/audit-logs',
      search: { range: 'all', sign_ins: 'show', preferences: 'show', ...search },
    })
  const browser = browserName(line.user_agent)
  const facts = [
    formatApiTime(line.created_at),
    line.ip && t('from', { address: line.ip }),
    browser ? t('browser', { ...browser }) : line.user_agent,
    line.request_id && t('request', { id: line.request_id }),
  ].filter(Boolean)
  return (
    <div role="row" className={classes.detail}>
      <div role="gridcell">
        {line.changes.length > 0 ? (
          <div className={classes.scroll}>
            <table className={classes.changes}>
              <thead>
                <tr>
                  <th scope="col">{t('detail.field')}</th>
                  <th scope="col">{t('detail.before')}</th>
                  <th scope="col">{t('detail.after')}</th>
                </tr>
              </thead>
              <tbody>
                {line.changes.map((change) => (
                  <tr key={change.field}>
                    <th scope="row">{change.label}</th>
                    <td>
                      <Before change={change} />
                    </td>
                    <td>
                      <Arrow />
                      <After change={change} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <p className={classes.more}>
          <UndoButton line={line} />
          {line.user_id === null ? null : (
            <button type="button" className={classes.link} onClick={() => show({ user_id: String(line.user_id) })}>
              {t('detail.ofPerson')}
            </button>
          )}
          {line.target === null || line.target_id === null ? null : (
            <button
              type="button"
              className={classes.link}
              onClick={() => show({ target: line.target as string, target_id: String(line.target_id) })}
            >
              {t('detail.ofObject')}
            </button>
          )}
        </p>
      </div>
    </div>
  )
}
