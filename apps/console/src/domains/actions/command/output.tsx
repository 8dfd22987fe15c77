import { plainOutput } from '@longreach/contract/actions/plain-output'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'
import classes from './output.module.css'

export function CommandOutput({ output, exitCode }: { output: string; exitCode: number | null }) {
  const { t } = useTranslation('actions')
  const text = plainOutput(output)
  return (
    <figure className={classes.output}>
      <figcaption className={classes.head}>
        <span>{t('status.output')}</span>
        {exitCode === null ? null : (
          <span className={classes.code} data-bad={exitCode !== 0 || undefined}>
            {t('status.exitCode', { code: exitCode })}
          </span>
        )}
        {text === '' ? null : <CopyButton text={text} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        {text === '' ? <i>{t('status.noOutput')}</i> : text}
      </pre>
    </figure>
  )
}
