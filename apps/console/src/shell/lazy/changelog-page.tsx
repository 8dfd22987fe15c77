import '../texts.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../../../../../CHANGELOG.md?raw'
import { usePageTitle } from '../../ui/page-title.ts'
import classes from './changelog-page.module.css'

interface Release {
  title: string
  changes: readonly string[]
}

/** Versions with the lines for users: the list items above the first subheading of each. */
export function readReleases(markdown: string): readonly Release[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const [summary = ''] = lines.join('\n').split(/^### /m)
      return { title: title.trim(), changes: [...summary.matchAll(/^- (.+)$/gm)].map(([, change = '']) => change) }
    })
}

/** Renders a text that contains `code`. */
function withCode(line: string): ReactNode {
  return line.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line never change their order
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}

/** `/changelog`: the changes in this console, as shipped with it. */
export function ChangelogPage() {
  const { t } = useTranslation('shell')
  usePageTitle(t('changelog'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else on the page takes the focus that scrolls by keyboard
    <article className={classes.page} aria-label={t('changelog')} tabIndex={0}>
      <h1 className={classes.title}>{t('changelog')}</h1>
      {readReleases(text).map(({ title, changes }) => (
        <section key={title} className={classes.release} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {changes.map((change) => (
              <li key={change}>{withCode(change)}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
