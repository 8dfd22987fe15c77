import '../texts.ts'
import './texts.ts'
import { downloadPasswords } from '@longreach/contract/actions/password-endpoints'
import type { PasswordList } from '@longreach/contract/actions/password-schemas'
import { IconDownload, IconKey } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillPath, queryText } from '../../../api/address.ts'
import { download } from '../../../api/download.ts'
import { ApiError, messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { separatorQuery } from '../../../tables/csv-separator.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { Tip } from '../../../ui/tip.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions } from '../../../windows/window-parts.tsx'
import classes from '../list.module.css'
import { openActionTab } from '../public/open-tabs.ts'
import { passwordListsQuery } from '../queries.ts'

const step = 20
const most = 100

/** Batches of passwords; each can be downloaded once. */
export function PasswordListsWindow() {
  const { t } = useTranslation('passwords')
  const { close } = useWindow()
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useQuery(passwordListsQuery(limit))
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState
            title={t('lists.failed')}
            message={messageOf(error)}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <Spinner size={22} />
        ) : rows.length === 0 ? (
          <EmptyState icon={<IconKey size={22} stroke={1.6} />} title={t('lists.none')} text={t('lists.noneText')} />
        ) : (
          <ol className={classes.list}>
            {rows.map((row) => (
              <ListRow key={row.id} row={row} />
            ))}
          </ol>
        )}
        {total > rows.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('lists.more')}
          </Button>
        ) : null}
      </div>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('lists.close')}
        </Button>
      </WindowActions>
    </>
  )
}

function ListRow({ row }: { row: PasswordList }) {
  const { t } = useTranslation('passwords')
  const client = useQueryClient()
  const mayDownload = useCan('download_device_passwords')
  const [busy, setBusy] = useState(false)
  const created = formatApiTime(row.created_at)
  const title = t(row.generated ? 'lists.generated' : 'lists.entered', {
    count: row.total,
    formatted: formatCount(row.total),
  })
  const state = row.available
    ? t('lists.until', { time: formatApiTime(row.expires_at) })
    : t(row.downloaded_at ? 'lists.downloaded' : 'lists.expired', {
        time: formatApiTime(row.deleted_at ?? row.expires_at),
      })
  const about = [
    created,
    row.username && t('lists.by', { name: row.username }),
    t('lists.progress', { done: formatCount(row.completed), total: formatCount(row.total) }),
  ]

  const save = async () => {
    const waiting = row.total - row.completed
    const sure = await confirm({
      title: t('lists.confirm.title', { formatted: formatCount(row.total) }),
      text: (
        <>
          <p>{t('lists.confirm.text')}</p>
          {waiting > 0 ? (
            <p>{t('lists.confirm.waiting', { count: waiting, formatted: formatCount(waiting) })}</p>
          ) : null}
        </>
      ),
      confirm: t('lists.confirm.submit'),
    })
    if (!sure) return
    setBusy(true)
    try {
      await download(fillPath(downloadPasswords.path, row) + queryText(separatorQuery()), 'passwords.csv')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['actions', 'passwords'] })
  }
  return (
    <li className={classes.row}>
      <IconKey size={17} stroke={1.6} aria-hidden />
      <button
        type="button"
        className={classes.open}
        title={t('lists.details')}
        onClick={() => openActionTab({ id: row.id, kind: 'set_password' })}
      >
        <strong>{title}</strong>
        <span>{about.filter(Boolean).join(' · ')}</span>
        <span>{state}</span>
      </button>
      {row.available ? (
        <Tip label={t('lists.notAllowed')} disabled={mayDownload}>
          <Button
            size="small"
            icon={<IconDownload size={16} stroke={1.7} />}
            busy={busy}
            aria-label={t('lists.downloadLabel', { time: created })}
            {...(mayDownload ? {} : { 'aria-disabled': true, 'aria-description': t('lists.notAllowed') })}
            onClick={() => void (mayDownload && save())}
          >
            {t('lists.download')}
          </Button>
        </Tip>
      ) : null}
    </li>
  )
}
