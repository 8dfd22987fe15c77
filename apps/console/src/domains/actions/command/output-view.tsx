import { plainOutput } from '@longreach/contract/actions/plain-output'
import type { Output, OutputGroup } from '@longreach/contract/actions/schemas'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { selectRows } from '../../../tables/preselected.ts'
import { formatCount } from '../../../ui/format.ts'
import { ErrorState, Skeleton } from '../../../ui/state.tsx'
import { outputQuery } from '../queries.ts'
import classes from './output-view.module.css'

/** Number of names shown of a larger group. */
const shown = 6

interface Props {
  id: number
  group: OutputGroup
  /** Size of the largest group, if that is another one. */
  most: number | null
}

/** Output of a group of devices; the first line that differs is marked. */
export function OutputView({ id, group, most }: Props) {
  const { t } = useTranslation('actions')
  const { data, error, refetch } = useQuery(outputQuery(id, group.key, group.count))
  if (error && !data)
    return <ErrorState title={t('outputs.failed')} message={messageOf(error)} onRetry={() => void refetch()} />
  return (
    <section className={classes.view} aria-label={t('status.output')} aria-busy={!data}>
      {data ? <Answer output={data} group={group} most={most} /> : <Skeleton width="60%" />}
    </section>
  )
}

function Answer({ output, group, most }: { output: Output; group: OutputGroup; most: number | null }) {
  const { t } = useTranslation('actions')
  const { count, state, exit_code, different } = group
  const names = output.devices.slice(0, shown)
  const more = count - names.length
  return (
    <>
      <header className={classes.head}>
        <strong>{t(`outputs.said.${state}`, { count, formatted: formatCount(count) })}</strong>
        {names.map(({ id, name }) => (
          <Link key={id} to="/devices/$id/activity" params={{ id: String(id) }}>
            {name}
          </Link>
        ))}
        {more > 0 ? <span>{t('confirmMore', { count: more, formatted: formatCount(more) })}</span> : null}
        <SelectButton ids={output.device_ids} />
      </header>
      {output.output === null ? (
        <p className={classes.foot}>{group.message}</p>
      ) : (
        <>
          <Text text={plainOutput(output.output)} line={count === most || most === null ? null : group.line} />
          <p className={classes.foot}>
            {exit_code === null ? null : t('status.exitCode', { code: exit_code })}
            {most === null || different === 0
              ? null
              : ` · ${t('outputs.different', { count: different, most: formatCount(most) })}`}
          </p>
        </>
      )}
    </>
  )
}

function Text({ text, line }: { text: string; line: number | null }) {
  const { t } = useTranslation('actions')
  if (text === '') return <p className={classes.foot}>{t('status.noOutput')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <pre className={classes.text} tabIndex={0}>
      {text.split('\n').map((content, at) =>
        at === line ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never change their order
          <mark key={at}>{content}</mark>
        ) : (
          `${content}\n`
        ),
      )}
    </pre>
  )
}

/** Opens the list of devices limited to the group, where all actions are available. */
function SelectButton({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('actions')
  const navigate = useNavigate()
  if (!useCan('view_devices')) return null
  const select = () => {
    selectRows('devices', ids)
    void navigate({ to: '/management/devices', search: {} })
  }
  return (
    <button type="button" className={classes.select} onClick={select}>
      {t('outputs.select')}
    </button>
  )
}
