import './texts.ts'
import { Loaded } from '../../forms/loaded.tsx'
import type { PageProps } from '../../forms/registry.ts'
import { tagQuery } from './queries.ts'
import { TagFileWindow } from './tag-file-window.tsx'
import { TagWindow } from './tag-window.tsx'

/** Forms about tags as pages; the id is the tag, of a new one the company. */
export const pages = {
  tagFile: ({ id }: PageProps) => <TagFileWindow tag={id === undefined ? null : Number(id)} />,
  newTag: ({ id }: PageProps) => <TagWindow tag={null} company={id === undefined ? null : Number(id)} />,
  editTag: ({ id }: PageProps) => (
    <Loaded query={tagQuery(Number(id))}>{(tag) => <TagWindow tag={tag} company={null} />}</Loaded>
  ),
}
