import { tagColors } from '@longreach/contract/tags/constants'
import type { Demo } from '../../module/module.ts'
import { findDemoCompany } from '../companies/demo.ts'
import { placementOf } from '../companies/place.ts'
import { insertTag } from './store.ts'

const tags = [
  { name: 'Critical', description: 'Called about at night', color: tagColors.red, company: 'Demo' },
  { name: 'Solar powered', description: '', color: tagColors.amber, company: 'Demo' },
  { name: 'Pilot', description: 'Gets new firmware first', color: tagColors.violet, company: 'Demo North' },
] as const

export const demoTags = tags.map(({ name }) => name)

export const tagsDemo: Demo<unknown> = {
  async fill(tx) {
    for (const { company, ...tag } of tags)
      await insertTag(tx, placementOf(await findDemoCompany(tx, company)), null, tag)
  },
}
