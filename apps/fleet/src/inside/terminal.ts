import { fileNames, readFile } from './files.ts'
import { createLineEditor, keysOf } from './line-editor.ts'
import { hostnameOf, type Machine } from './machine.ts'
import { programs } from './programs.ts'
import { runLine } from './shell.ts'

const mostAhead = 1000

export interface Terminal {
  typed(text: string): void
  close(): void
}

/** An interactive shell: banner, prompt, one program at a time. */
export function openTerminal(
  machine: Machine,
  deps: { write: (text: string) => void; ended: (exit: number) => void },
): Terminal {
  let running: AbortController | undefined
  let last = 0
  let closed = false
  /** Keys typed while a program runs. */
  let ahead: string[] = []
  const editor = createLineEditor({
    write: deps.write,
    prompt: () => `root@${hostnameOf(machine.spec)}:~# `,
    complete: (start) => [...Object.keys(programs), ...fileNames].filter((name) => name.startsWith(start)).toSorted(),
  })
  // A terminal needs a carriage return before each line feed.
  const print = (text: string) => deps.write(text.replaceAll('\n', '\r\n'))

  function end() {
    closed = true
    running?.abort()
    deps.ended(last)
  }

  async function run(line: string) {
    if (/^\s*(exit|logout)\b/.test(line)) return end()
    running = new AbortController()
    last = await runLine(line, { machine, print, last, signal: running.signal })
    if (closed) return
    running = undefined
    editor.show()
    const keys = ahead
    ahead = []
    for (const key of keys) press(key)
  }

  function press(key: string) {
    if (running) {
      if (key !== '\u0003') {
        if (ahead.length < mostAhead) ahead.push(key)
        return
      }
      ahead = []
      deps.write('^C\r\n')
      running.abort()
      return
    }
    const wish = editor.key(key)
    if (wish === 'end') return end()
    if (wish === 'interrupt') {
      deps.write('^C\r\n')
      editor.clear()
      editor.show()
    } else if (wish !== 'none') void run(wish.line)
  }

  print(`\n${readFile(machine, '/etc/banner')}\n`)
  editor.show()
  return {
    typed(text) {
      for (const key of keysOf(text)) if (!closed) press(key)
    },
    close() {
      closed = true
      running?.abort()
    },
  }
}
