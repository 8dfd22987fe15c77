const most = 100

/** Commands since the page was loaded, newest last. Only in memory: a command may contain a secret. */
const commands: string[] = []

export const commandHistory = {
  add(command: string) {
    if (commands.at(-1) !== command) commands.push(command)
    if (commands.length > most) commands.shift()
  },
  /** Goes back from the newest command; the unfinished text comes last on the way forward. */
  walk() {
    let at = commands.length
    let typed = ''
    return {
      back(current: string): string | undefined {
        if (at === 0) return undefined
        if (at >= commands.length) {
          at = commands.length
          typed = current
        }
        at--
        return commands[at]
      },
      forth(): string | undefined {
        if (at >= commands.length) return undefined
        at++
        return at === commands.length ? typed : commands[at]
      },
      end() {
        at = commands.length
      },
    }
  },
}
