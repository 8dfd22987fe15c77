/** Folders of the versions to measure: this one, and those listed in `AGAINST`, separated by colons. */
export const checkouts = (): (string | undefined)[] => [undefined, ...(process.env.AGAINST?.split(':') ?? [])]

export const versionName = (checkout: string | undefined) => checkout ?? 'this version'
