import './texts.ts'
import { unassignTags } from '@longreach/contract/devices/tag-endpoints'
import type { Tag } from '@longreach/contract/tags/schemas'
import { IconTagOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf, isMissing, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Place } from '../../registry/place.tsx'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { toastDone } from '../../ui/done.ts'
import { formatCount } from '../../ui/format.ts'
import { Facts, ObjectPage } from '../../ui/object-page.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openTagFile } from './open-windows.tsx'
import { TagChip } from './public/tag-chip.tsx'
import { tagQuery } from './queries.ts'
import { TagMenu } from './tag-menu.tsx'
import classes from './tag-page.module.css'

/** `/tag/{id}`: a tag and its devices. */
export function TagPage() {
  const { t } = useTranslation('tags')
  const id = Number(useParams({ strict: false }).id)
  const mayAssign = useCan('assign_tags')
  const known = Number.isInteger(id) && id > 0
  const navigate = useNavigate()
  const { data: tag, error, refetch } = useQuery({ ...tagQuery(id), enabled: known })
  if (!known || isMissing(error)) {
    return (
      <EmptyState
        alone
        icon={<IconTagOff size={22} stroke={1.6} />}
        title={t('page.missing')}
        text={t('page.missingText')}
        action={<Button onClick={() => void navigate({ to: '/tags' })}>{t('page.back')}</Button>}
      />
    )
  }
  if (error && !tag) {
    return <ErrorState title={t('page.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!tag) return null
  return (
    <ObjectPage
      width="full"
      label={t('page.trail')}
      trail={<Link to="/tags">{t('title')}</Link>}
      name={tag.name}
      identity={
        <>
          <h1 className={classes.name}>
            <TagChip tag={tag} />
          </h1>
          <Facts>
            <span>
              {t('page.company')}: <CompanyName id={tag.company_id} name={tag.company_name} />
            </span>
            {tag.description ? <span>{tag.description}</span> : null}
            {tag.actions.map(({ action, source_id, source_name }) => (
              <span key={`${action} ${source_id}`}>
                {t('log.what', { action: t(`action.${action}`), source: source_name })}
              </span>
            ))}
          </Facts>
        </>
      }
      actions={
        <>
          <Place at="tag.actions" tag={tag} />
          {mayAssign ? <Button onClick={() => openTagFile(tag.id)}>{t('file.action')}</Button> : null}
          <Button onClick={() => void navigate({ to: '/management/devices', search: { tag_id: String(id) } })}>
            {t('page.inList')}
          </Button>
          <TagMenu tag={tag} onDeleted={() => void navigate({ to: '/tags' })} />
        </>
      }
    >
      <Devices tag={tag} />
    </ObjectPage>
  )
}

function Devices({ tag }: { tag: Tag }) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const mayAssign = useCan('assign_tags')
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['tags'] })
    void client.invalidateQueries({ queryKey: ['devices'] })
  }
  const takeOff = async (selected: SelectedRows) => {
    try {
      const answer = await call(unassignTags, { body: { ...rowsOf('device_id', selected), tag_id: [tag.id] } })
      const { devices } = answer.data
      toastDone(t('manage.done', { count: devices, formatted: formatCount(devices) }), answer, client)
    } catch (error) {
      toast(messageOf(error), 'error')
      return false
    }
    refresh()
    return true
  }
  return (
    <Place
      at="tag.devices"
      tag={tag}
      title={t('page.devices')}
      none={{ title: t('page.noDevices'), text: t('page.noDevicesText') }}
      bulk={
        mayAssign
          ? ({ selected, clear }) => (
              <BulkAction
                icon={<IconTagOff size={17} stroke={1.6} />}
                onClick={() => void takeOff(selected).then((done) => done && clear())}
              >
                {t('page.takeOff')}
              </BulkAction>
            )
          : null
      }
    />
  )
}
