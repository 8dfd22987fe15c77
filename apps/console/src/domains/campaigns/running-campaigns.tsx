import { listCampaigns } from '@longreach/contract/campaigns/endpoints'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { textOf } from '../../i18n/i18n.ts'
import classes from '../../shell/counter.module.css'
import { formatCount } from '../../ui/format.ts'

const state = 'running'

/** Number of running campaigns with a link to them. Between waves, no action of a campaign is running. */
export function RunningCampaigns() {
  const { data: count = 0 } = useQuery({
    queryKey: ['campaigns', 'running'],
    queryFn: async ({ signal }) =>
      (await call(listCampaigns, { query: { state: [state], limit: 0 } }, signal)).meta.total ?? 0,
    refetchInterval: ({ state: { data } }) => (data ? 5000 : 30_000),
  })
  if (count === 0) return null
  const formatted = formatCount(count)
  const label = textOf('campaigns:counter.running', { count, formatted })
  return (
    <Link
      to="/management/campaigns"
      search={{ state }}
      className={classes.counter}
      data-running
      aria-label={label}
      title={label}
    >
      <IconStack2 size={17} stroke={1.7} aria-hidden="true" />
      <span>
        {formatted} <span className={classes.word}>{textOf('campaigns:counter.word', { count })}</span>
      </span>
    </Link>
  )
}
