/**
 * State of the disk space: with `low` an administrator should free some; with `full` and `read_only` changes are
 * refused, because of a disk or because of the database.
 */
export const diskSpaceStates = ['ok', 'low', 'full', 'read_only'] as const
export type DiskSpaceState = (typeof diskSpaceStates)[number]
