/** Maximum characters of a title in a role picker (spec §6). */
const longest = 45

export const shortTitle = (title: string) => (title.length > longest ? `${title.slice(0, longest - 1)}…` : title)
