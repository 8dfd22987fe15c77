import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../../../../../CHANGELOG.md?raw'
import classes from './changelog-page.module.css'

interface Release {
  title: string
  items: readonly string[]
}

/** Versions with what came with each: second headings and the points below them. */
export function readReleases(markdown: string): readonly Release[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { title: title.trim(), items: lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)) }
    })
}

/** Text with `code` in it. */
function withCode(line: string): ReactNode {
  return line.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line never change their order
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}

/** `/changelog`: what is new in this console, as it was shipped with it. */
export function ChangelogPage() {
  const { t } = useTranslation('shell')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else on the page takes the focus that scrolls by keyboard
    <article className={classes.page} aria-label={t('changelog')} tabIndex={0}>
      <h1 className={classes.title}>{t('changelog')}</h1>
      {readReleases(text).map(({ title, items }) => (
        <section key={title} className={classes.release} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item}>{withCode(item)}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
