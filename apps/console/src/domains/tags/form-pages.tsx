import './texts.ts'
import { tagDevicesOfFile } from '@longreach/contract/devices/tag-endpoints'
import { createTag, updateTag } from '@longreach/contract/tags/endpoints'
import { editTagForm, newTagForm, tagFileForm } from '@longreach/contract/tags/forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { tagQuery } from './queries.ts'
import { TagFileWindow } from './tag-file-window.tsx'
import { TagWindow } from './tag-window.tsx'

/** Forms about tags as pages; the id is that of the tag, or of the company for a new tag. */
export const pages: readonly FormPage[] = [
  {
    form: newTagForm,
    call: createTag,
    Page: ({ id }) => <TagWindow tag={null} company={id === undefined ? null : Number(id)} />,
  },
  {
    form: editTagForm,
    call: updateTag,
    needsId: true,
    Page: ({ id }) => <Loaded query={tagQuery(Number(id))}>{(tag) => <TagWindow tag={tag} company={null} />}</Loaded>,
  },
  {
    form: tagFileForm,
    call: tagDevicesOfFile,
    Page: ({ id }) => <TagFileWindow tag={id === undefined ? null : Number(id)} />,
  },
]
