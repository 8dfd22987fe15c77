/** Devices report the second slot as 0 or as 2 (spec §4). */
export const shownSlot = (slot: number): 1 | 2 => (slot === 1 ? 1 : 2)
