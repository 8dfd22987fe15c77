import { isActive } from '@longreach/contract/actions/constants'
import { IconCornerDownLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CommandOutput } from './command-output.tsx'
import classes from './command-run.module.css'
import { ProgressLine } from './progress-line.tsx'
import { openActionStatus } from './public/open-windows.tsx'
import { targetQuery } from './queries.ts'
import { StateMark } from './state-mark.tsx'
import { useAction } from './use-action.ts'

/** One command and its result: the output for a single device, counts for several. */
export function CommandRun({ id, command, onAgain }: { id: number; command: string; onAgain: () => void }) {
  const { t } = useTranslation('actions')
  const { data } = useAction(id)
  const action = data?.data
  const target = action?.total === 1 ? action.targets[0] : undefined
  const ended = target !== undefined && !isActive(target.state)
  const details = useQuery({ ...targetQuery(id, target?.id ?? 0), enabled: ended })
  const output = ended ? (details.data?.output ?? null) : null
  return (
    <article className={classes.run}>
      <header className={classes.head}>
        {target ? <StateMark state={target.state} /> : null}
        <code className={classes.command}>{command}</code>
        <IconButton size="small" label={t('run.again')} onClick={onAgain}>
          <IconCornerDownLeft size={16} stroke={1.6} />
        </IconButton>
      </header>
      {target && output === null ? <p className={classes.message}>{target.message}</p> : null}
      {output === null ? null : <CommandOutput output={output} exitCode={details.data?.exit_code ?? null} />}
      {action && action.total > 1 ? (
        <>
          <ProgressLine counts={action.counts} total={action.total} />
          <div>
            <Button size="small" onClick={() => openActionStatus(id)}>
              {t('run.devices')}
            </Button>
          </div>
        </>
      ) : null}
    </article>
  )
}
