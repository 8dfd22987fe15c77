import './texts.ts'
import { IconFileUpload, IconPlus, IconTag, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import type { CompanyTab } from '../companies/public/use-company-tab.tsx'
import { deleteTagsAfterAsking } from './delete-tags.ts'
import { openTag, openTagFile } from './open-windows.tsx'
import { tagTable } from './tags-list.tsx'

interface Props {
  /** The company whose page shows the list. */
  company?: CompanyTab
}

/** `/tags`: the tags in reach; a row opens its devices. */
export function TagsPage({ company }: Props) {
  const { t } = useTranslation('tags')
  const navigate = useNavigate()
  const mayAdd = useCan('create_tags')
  const mayAssign = useCan('assign_tags')
  const one = company !== undefined
  const add = mayAdd ? (
    <Button
      look="primary"
      size={company ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openTag(null, company?.id)}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={tagTable}
      narrow={company?.limits}
      tools={company?.tools}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(tag) => void navigate({ to: '/tag/$id', params: { id: String(tag.id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {mayAssign && !one ? (
            <Button icon={<IconFileUpload size={17} stroke={1.8} />} onClick={() => openTagFile(null)}>
              {t('file.action')}
            </Button>
          ) : null}
          {add}
        </>
      }
      bulk={(bulk) => <Bulk {...bulk} />}
      empty={{
        icon: <IconTag size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayAdd ? 'none.text' : 'none.textView'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  if (!useCan('delete_tags')) return null
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteTagsAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('delete')}
    </BulkAction>
  )
}
