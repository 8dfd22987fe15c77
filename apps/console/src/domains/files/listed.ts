/** Lists that show files, by the first part of their keys. */
export const listsOf = { files: ['files', 'backups'], images: ['images'] } as const
