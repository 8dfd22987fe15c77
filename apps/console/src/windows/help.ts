interface Help {
  /** Whether there is a text on it. */
  knows: (key: string) => boolean
  open: (key: string) => void
}

let help: Help | null = null

/** Lets the headers of windows lead to what there is to read about them. */
export function offerHelp(offered: Help | null): void {
  help = offered
}

/** Opens the text on something; undefined when there is none. */
export function helpOn(key: string | undefined): (() => void) | undefined {
  const offered = help
  return key !== undefined && offered?.knows(key) ? () => offered.open(key) : undefined
}
