/**
 * Whether the installation has room for changes: `low` it has, and somebody should make more; `full` and `read_only` it
 * takes none, because of a disk or because of the database.
 */
export const diskSpaceStates = ['ok', 'low', 'full', 'read_only'] as const
export type DiskSpaceState = (typeof diskSpaceStates)[number]
