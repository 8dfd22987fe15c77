/** Characters of a title that fit where a role is picked (spec §6). */
const longest = 45

export const shortTitle = (title: string) => (title.length > longest ? `${title.slice(0, longest - 1)}…` : title)
