import './texts.ts'
import { exportTags, listTags } from '@longreach/contract/tags/endpoints'
import type { Tag } from '@longreach/contract/tags/schemas'
import { IconFileUpload, IconPlus, IconTag, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { countField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { type Chosen, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { PhoneTag, tagColumns } from './columns.tsx'
import { deleteTagsAfterAsking } from './delete-tags.ts'
import { openTag, openTagFile } from './open-windows.tsx'

const spec: ListSpec = { name: 'tags', list: listTags, download: exportTags, defaultSort: 'name' }

interface Props {
  /** The tags of one company, on its page. */
  company?: { id: number }
}

/** `/tags`: the tags in reach; a row opens its devices. */
export function TagsPage({ company }: Props) {
  const { t } = useTranslation('tags')
  const navigate = useNavigate()
  const mayAdd = useCan('create_tags')
  const mayAssign = useCan('assign_tags')
  const one = company !== undefined
  const columns = useMemo(() => tagColumns(t).filter(({ id }) => !one || id !== 'company'), [t, one])
  const filters = useMemo(
    () => [
      ...(one ? [] : [companyField(t('columns.company'))]),
      countField('device_count', t('columns.devices')),
      madeField(t('columns.created')),
    ],
    [t, one],
  )
  const narrow = company ? { company_id: String(company.id) } : undefined
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
    <TablePage<Tag>
      spec={spec}
      inner={one}
      narrow={narrow}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(tag) => tag.name}
      onOpen={(tag) => void navigate({ to: '/tag/$id', params: { id: String(tag.id) } })}
      phoneRow={(tag) => <PhoneTag tag={tag} />}
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
      bulk={(chosen) => <Bulk {...chosen} />}
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

function Bulk({ choice, clear }: Chosen) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  if (!useCan('delete_tags')) return null
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteTagsAfterAsking(choice, client).then((done) => done && clear())}
    >
      {t('delete')}
    </BulkAction>
  )
}
