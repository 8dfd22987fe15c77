import type { FirmwareChoices } from '@longreach/contract/firmware/schemas'

/** The image that is preselected: only one that is marked as stable. */
export const recommended = ({ images: [first] }: Pick<FirmwareChoices, 'images'>): number | null =>
  first?.group === 'stable' ? first.file_id : null
