import '../texts.ts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import text from '../../../../../CHANGELOG.md?raw'
import { usePageTitle } from '../../ui/page-title.ts'
import classes from './changelog-page.module.css'

interface Group {
  /** Level of the heading: a group such as `Added`, or a subject within it. */
  level: 3 | 4
  title: string
  items: string[]
}

interface Release {
  title: string
  groups: readonly Group[]
}

/** Versions with their changes: second-level headings, the groups below them and their list items. */
export function readReleases(markdown: string): readonly Release[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const groups: Group[] = []
      for (const line of lines) {
        const [, marks, heading = ''] = /^(####?) (.+)$/.exec(line) ?? []
        if (marks) groups.push({ level: marks === '###' ? 3 : 4, title: heading.trim(), items: [] })
        if (!line.startsWith('- ')) continue
        if (groups.length === 0) groups.push({ level: 3, title: '', items: [] })
        groups.at(-1)?.items.push(line.slice(2))
      }
      return { title: title.trim(), groups }
    })
}

/** Renders a text that contains `code`. */
function withCode(line: string): ReactNode {
  return line.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line never change their order
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  )
}

function Changes({ level, title, items }: Group) {
  const Heading = level === 3 ? 'h3' : 'h4'
  return (
    <>
      {title && <Heading>{title}</Heading>}
      {items.length > 0 && (
        <ul aria-label={title || undefined}>
          {items.map((item) => (
            <li key={item}>{withCode(item)}</li>
          ))}
        </ul>
      )}
    </>
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
      {readReleases(text).map(({ title, groups }) => (
        <section key={title} className={classes.release} aria-label={title}>
          <h2>{title}</h2>
          {groups.map((group) => (
            <Changes key={`${group.level} ${group.title}`} {...group} />
          ))}
        </section>
      ))}
    </article>
  )
}
