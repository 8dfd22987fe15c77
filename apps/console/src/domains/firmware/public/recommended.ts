import type { FirmwareChoices } from '@longreach/contract/firmware/schemas'

/** The image that is preselected: only one that was declared stable. */
export const recommended = ({ images: [first] }: Pick<FirmwareChoices, 'images'>): number | null =>
  first?.group === 'stable' ? first.file_id : null
