import '../texts.ts'
import type { DeviceConfig } from '@longreach/contract/configs/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { VersionCard } from './card.tsx'
import { VersionChoice } from './choice.tsx'
import classes from './config-versions.module.css'
import { type Shown, shownOf } from './history.ts'
import { versionsQuery } from './history-queries.ts'

/** All versions of a device, and the difference between two of them. */
export function ConfigVersions({ config }: { config: DeviceConfig }) {
  const { t } = useTranslation('configs')
  const [selected, setSelected] = useState<Partial<Shown>>({})
  const { data: versions, error, refetch } = useQuery(versionsQuery(config))
  const delayed = useDelayed()
  if (error && !versions)
    return <ErrorState title={t('history.versionsFailed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!versions) return delayed ? <Skeleton width="100%" height={320} /> : null
  const shown = shownOf(versions, config, selected)
  const version = versions.find(({ id }) => id === shown?.id)
  if (!shown || !version) return null
  return (
    <div className={classes.panes}>
      <VersionChoice versions={versions} value={shown.id} onChange={(id) => setSelected({ id })} />
      <VersionCard
        version={version}
        versions={versions}
        running={config.running_id}
        from={shown.from}
        onFrom={(from) => setSelected({ id: version.id, from })}
      />
    </div>
  )
}
