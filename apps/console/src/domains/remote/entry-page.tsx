import './texts.ts'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconPencil, IconTrash, IconWorldOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { Facts, ObjectPage } from '../../ui/object-page.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { CompanyName } from '../companies/public/company-name.tsx'
import { ConnectButton } from './connect-button.tsx'
import { deleteEntriesAfterAsking } from './delete-entries.ts'
import { KeyCard } from './key-card.tsx'
import { openEditEntry } from './open-windows.tsx'
import { entryQuery } from './queries.ts'
import { SessionsCard } from './sessions-card.tsx'
import { addressOf } from './target.ts'

/** `/remote/access/{id}`: one entry, its open sessions, and the expected identity of its target. */
export function EntryPage() {
  const { t } = useTranslation('remote')
  const id = Number(useParams({ strict: false }).id)
  const known = Number.isInteger(id) && id > 0
  const { data: entry, error, refetch } = useQuery({ ...entryQuery(id), enabled: known })
  const navigate = useNavigate()
  if (!known || entry === null) {
    return (
      <EmptyState
        alone
        icon={<IconWorldOff size={22} stroke={1.6} />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={<Button onClick={() => void navigate({ to: '/remote/access' })}>{t('missing.back')}</Button>}
      />
    )
  }
  if (error && !entry) {
    return <ErrorState title={t('failedOne')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  return entry ? <Entry entry={entry} /> : null
}

function Entry({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  const navigate = useNavigate()
  const can = {
    connect: useCan('connect_device_remote_access'),
    edit: useCan('update_device_remote_access'),
    remove: useCan('delete_device_remote_access'),
  }
  const remove = async () => {
    if (await deleteEntriesAfterAsking(only(entry.id), client)) void navigate({ to: '/remote/access' })
  }
  return (
    <ObjectPage
      width="narrow"
      label={t('trail')}
      trail={<Link to="/remote/access">{t('title')}</Link>}
      name={entry.name}
      identity={
        <>
          <h1 title={entry.name}>{entry.name}</h1>
          <Facts>
            <span>{t(`protocol.${entry.protocol}`)}</span>
            <span className="mono">{addressOf(entry)}</span>
            <Link to="/devices/$id/access" params={{ id: String(entry.device_id) }}>
              {entry.device_name}
            </Link>
            <CompanyName id={entry.company_id} name={entry.company_name} />
            <span>{formatApiTime(entry.created_at)}</span>
          </Facts>
          {entry.main ? <Facts>{t(`main.${entry.main}`)}</Facts> : null}
        </>
      }
      actions={
        <>
          {can.connect ? <ConnectButton entry={entry} /> : null}
          {can.edit ? (
            <Button size="small" icon={<IconPencil size={16} stroke={1.6} />} onClick={() => openEditEntry(entry)}>
              {t('edit')}
            </Button>
          ) : null}
          {can.remove && !entry.is_main ? (
            <Button size="small" icon={<IconTrash size={16} stroke={1.6} />} onClick={() => void remove()}>
              {t('delete')}
            </Button>
          ) : null}
        </>
      }
    >
      <SessionsCard entry={entry} />
      <KeyCard entry={entry} />
    </ObjectPage>
  )
}
