/** Folders of the versions that are measured in turns: this one, and those that `AGAINST` names, separated by colons. */
export const checkouts = (): (string | undefined)[] => [undefined, ...(process.env.AGAINST?.split(':') ?? [])]

export const versionName = (checkout: string | undefined) => checkout ?? 'this version'
