import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './compare-roles.module.css'
import { allRolesQuery, permissionsQuery, rolePermissionsQuery } from './queries.ts'

interface Named {
  id: number
  title: string
}

/** Permissions that only one of two roles has, or all of them. */
export function CompareRolesWindow({ role }: { role: Named }) {
  const { t } = useTranslation(['roles', 'ui'])
  const { close } = useWindow()
  const [ids, setIds] = useState<readonly [number, number | null]>([role.id, null])
  const [all, setAll] = useState(false)
  const { data: roles = [role] } = useQuery(allRolesQuery)
  const options = roles.map((one) => ({ value: String(one.id), label: one.title ?? '' }))
  const titleOf = (id: number) => roles.find((one) => one.id === id)?.title ?? ''
  return (
    <>
      <WindowBody>
        <div className={classes.choices}>
          <Select
            label={t('compare.first')}
            searchable
            value={String(ids[0])}
            options={options}
            onChange={(id) => setIds([Number(id), ids[1]])}
          />
          <Select
            label={t('compare.second')}
            searchable
            placeholder={t('compare.choose')}
            value={ids[1] === null ? null : String(ids[1])}
            options={options}
            onChange={(id) => setIds([ids[0], Number(id)])}
          />
        </div>
        <Checkbox showLabel label={t('compare.all')} checked={all} onChange={(event) => setAll(event.target.checked)} />
        {ids[1] === null ? (
          <p className={classes.hint}>{t('compare.hint')}</p>
        ) : (
          <Comparison roles={[ids[0], ids[1]]} titles={[titleOf(ids[0]), titleOf(ids[1])]} all={all} />
        )}
      </WindowBody>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}

interface ComparisonProps {
  roles: readonly [number, number]
  titles: readonly [string, string]
  /** Also permissions that both have. */
  all: boolean
}

function Comparison({ roles: [first, second], titles, all }: ComparisonProps) {
  const { t } = useTranslation('roles')
  const catalogue = useQuery(permissionsQuery)
  const granted = [useQuery(rolePermissionsQuery(first)), useQuery(rolePermissionsQuery(second))] as const
  const failed = [catalogue, ...granted].find(({ error }) => error)
  if (failed?.error)
    return (
      <ErrorState
        title={t('permissionsFailed')}
        message={messageOf(failed.error)}
        requestId={failed.error instanceof ApiError ? failed.error.requestId : null}
        onRetry={() => void failed.refetch()}
      />
    )
  const [one, other] = granted.map(({ data }) => data && new Set(data.map(({ id }) => id)))
  if (!catalogue.data || !one || !other) return <Spinner size={22} />
  const shown = catalogue.data.filter(
    ({ id, description }) => description !== null && (all || one.has(id) !== other.has(id)),
  )
  if (shown.length === 0) return <p className={classes.hint}>{t('compare.same')}</p>
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('compare.permission')}</th>
            {titles.map((title, at) => (
              <th key={at === 0 ? 'first' : 'second'} scope="col" title={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(shown, ({ category }) => category)].map(([category, list]) => (
          <tbody key={category}>
            <tr>
              <th colSpan={3} scope="colgroup">
                {category}
              </th>
            </tr>
            {list.map(({ id, title, description }) => (
              <tr key={id}>
                <td>
                  {title}
                  <p className={classes.hint}>{description}</p>
                </td>
                <Has has={one.has(id)} />
                <Has has={other.has(id)} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Has({ has }: { has: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <td data-has={has}>
      {has ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{t(has ? 'compare.has' : 'compare.lacks')}</span>
    </td>
  )
}
