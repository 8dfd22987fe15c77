interface Help {
  knows: (key: string) => boolean
  open: (key: string) => void
}

let help: Help | null = null

/** Connects the headers of windows to the help texts. */
export function offerHelp(offered: Help | null): void {
  help = offered
}

/** A function that opens the text of a key; undefined if there is none. */
export function helpOn(key: string | undefined): (() => void) | undefined {
  const offered = help
  return key !== undefined && offered?.knows(key) ? () => offered.open(key) : undefined
}
