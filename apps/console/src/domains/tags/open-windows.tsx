import './texts.ts'
import type { Tag } from '@longreach/contract/tags/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const TagWindow = lazy(() => import('./tag-window.tsx').then((file) => ({ default: file.TagWindow })))

const TagFileWindow = lazy(() => import('./tag-file-window.tsx').then((file) => ({ default: file.TagFileWindow })))

/** Assigns tags to the devices in a file; `tag` is preselected. */
export function openTagFile(tag: number | null): void {
  windows.open({
    id: 'tag-file',
    title: i18next.t('tags:file.title'),
    width: 520,
    help: 'tags.main',
    content: <TagFileWindow tag={tag} />,
  })
}

/** Opens a tag to edit; with null, creates one in the given company. */
export function openTag(tag: Tag | null, company?: number): void {
  windows.open({
    id: tag ? `tag-${tag.id}` : 'tag-new',
    title: tag ? i18next.t('tags:form.editTitle', { name: tag.name }) : i18next.t('tags:add'),
    width: 520,
    help: 'tags.main',
    content: <TagWindow tag={tag} company={company ?? null} />,
  })
}
