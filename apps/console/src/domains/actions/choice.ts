import type { Choice } from '../../tables/choice.ts'

/** The part of a call that says which devices. */
export const devicesOf = (choice: Choice) =>
  'filter' in choice ? { filter: choice.filter as never } : { device_id: [...choice.ids] }
