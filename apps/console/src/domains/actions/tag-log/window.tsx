import '../../tags/public/texts.ts'
import type { TagActionLog } from '@longreach/contract/actions/schemas'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions } from '../../../windows/window-parts.tsx'
import { openActionStatus } from '../public/open-windows.tsx'
import { tagLogQuery } from '../queries.ts'
import { StateMark } from '../state-mark.tsx'
import classes from './tag-log.module.css'

const step = 25
const most = 100

export function TagLogWindow({ of }: { of: { tag_id: number } | { device_id: number } }) {
  const { t } = useTranslation('tags')
  const { close } = useWindow()
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useQuery(tagLogQuery(of, limit))
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState title={t('log.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data && rows.length === 0 ? (
          <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t('log.none')} text={t('log.noneText')} />
        ) : (
          <ol className={classes.list}>
            {rows.map((row) => (
              <LogLine key={row.id} row={row} name={'tag_id' in of ? row.device_name : row.tag_name} />
            ))}
          </ol>
        )}
        {total > rows.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(most)}>
            {t('log.more')}
          </Button>
        ) : null}
      </div>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('log.close')}
        </Button>
      </WindowActions>
    </>
  )
}

function LogLine({ row, name }: { row: TagActionLog; name: string }) {
  const { t } = useTranslation('tags')
  const { action, action_id, source_name, state, message, origin, created_at } = row
  const what = action === null ? t('log.whole') : t('log.what', { action: t(`action.${action}`), source: source_name })
  return (
    <li className={classes.line}>
      <StateMark state={state ?? 'warning'} />
      <div className={classes.text}>
        <strong>{name}</strong>
        <span>{what}</span>
        <span>{message}</span>
      </div>
      <div className={classes.when}>
        <time>{formatApiTime(created_at)}</time>
        <span>{t(`origin.${origin}`)}</span>
      </div>
      {action_id === null ? null : (
        <Button size="small" onClick={() => openActionStatus(action_id)}>
          {t('log.open')}
        </Button>
      )}
    </li>
  )
}
