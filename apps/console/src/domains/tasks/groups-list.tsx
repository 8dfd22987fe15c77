import './texts.ts'
import { exportTaskGroups, listTaskGroups } from '@longreach/contract/tasks/endpoints'
import type { TaskGroup } from '@longreach/contract/tasks/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../../tables/cells.module.css'
import { createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { TagCell } from '../tags/public/tag-chip.tsx'
import { GroupMenu } from './group-menu.tsx'
import { NameButton } from './name-button.tsx'
import { openGroup } from './open-windows.tsx'

export const groupTable = defineTable({
  name: 'tasks',
  list: listTaskGroups,
  download: exportTaskGroups,
  texts: 'tasks',
  defaultSort: 'name',
  nameOf: (group) => group.name,
  phoneRow: (group) => <PhoneGroup group={group} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 260,
      pinned: true,
      sort: 'name',
      cell: (row) => <NameButton name={row.name} onOpen={() => openGroup(row)} />,
    },
    {
      id: 'tasks',
      csv: ['tasks_count'],
      label: t('columns.tasks'),
      width: 88,
      align: 'right',
      sort: 'tasks',
      cell: (row) => formatCount(row.tasks_count),
    },
    {
      id: 'success_tags',
      csv: [],
      label: t('columns.successTags'),
      width: 160,
      cell: (row) => <TagCell tags={row.success_tags} />,
    },
    {
      id: 'failed_tags',
      csv: [],
      label: t('columns.failedTags'),
      width: 160,
      cell: (row) => <TagCell tags={row.failed_tags} />,
    },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 180,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    {
      id: 'updated',
      csv: ['updated_at'],
      label: t('columns.updated'),
      width: 168,
      sort: 'updated_at',
      cell: (row) => <Ago time={row.updated_at} none="—" />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <GroupMenu group={row} /> },
  ],
  filters: (t) => [companyField(t('columns.company')), createdField(t('columns.created'))],
})

function PhoneGroup({ group }: { group: TaskGroup }) {
  const { t } = useTranslation('tasks')
  return (
    <div className={classes.phone}>
      <div className={classes.lines}>
        <span className={classes.name}>{group.name}</span>
        <span className={classes.second}>
          {group.company_name} · {t('columns.tasks')}: {formatCount(group.tasks_count)}
        </span>
      </div>
      <GroupMenu group={group} />
    </div>
  )
}
