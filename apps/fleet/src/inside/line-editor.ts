/** Effect of a key press beyond editing the line. */
export type Wish = { line: string } | 'interrupt' | 'end' | 'none'

export interface LineEditor {
  /** Handles one character or escape sequence. */
  key(key: string): Wish
  /** Prints the prompt and the text typed so far. */
  show(): void
  clear(): void
}

const mostTyped = 2000

/** Splits terminal input into keys. */
export function keysOf(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what keys are
  return text.match(/\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Z]|\r\n|[\s\S]/gu) ?? []
}

/** A line being typed, with history and completion; each key redraws it, except at its end. */
export function createLineEditor(deps: {
  write: (text: string) => void
  prompt: () => string
  complete: (start: string) => string[]
}): LineEditor {
  const history: string[] = []
  let line = ''
  let cursor = 0
  let past = 0

  function show() {
    const back = line.length - cursor
    deps.write(`\r\u001b[K${deps.prompt()}${line}${back > 0 ? `\u001b[${back}D` : ''}`)
  }

  function set(next: string, at = next.length) {
    line = next
    cursor = at
    show()
  }

  function recall(step: number) {
    const place = past + step
    if (place < 0 || place > history.length) return
    past = place
    set(history[place] ?? '')
  }

  function complete() {
    const start = /\S*$/.exec(line.slice(0, cursor))?.[0] ?? ''
    const found = deps.complete(start)
    if (found.length === 1) return insert(`${found[0]?.slice(start.length)} `)
    if (found.length === 0) return
    deps.write(`\r\n${found.join('  ')}\r\n`)
    show()
  }

  function insert(text: string) {
    if (line.length >= mostTyped) return
    if (cursor < line.length) return set(line.slice(0, cursor) + text + line.slice(cursor), cursor + text.length)
    line += text
    cursor = line.length
    deps.write(text)
  }

  function enter(): Wish {
    const entered = line
    if (entered.trim() !== '' && history.at(-1) !== entered) history.push(entered)
    past = history.length
    line = ''
    cursor = 0
    deps.write('\r\n')
    return { line: entered }
  }

  const before = () => line.slice(0, cursor)
  const after = () => line.slice(cursor)
  const keys: Record<string, () => void> = {
    '\u001b[A': () => recall(-1),
    '\u001b[B': () => recall(1),
    '\u001b[C': () => set(line, Math.min(line.length, cursor + 1)),
    '\u001b[D': () => set(line, Math.max(0, cursor - 1)),
    '\u001b[H': () => set(line, 0),
    '\u001b[F': () => set(line),
    '\u001b[3~': () => set(before() + after().slice(1), cursor),
    '\u0001': () => set(line, 0),
    '\u0005': () => set(line),
    '\u000b': () => set(before()),
    '\u0015': () => set(after(), 0),
    '\u0017': () => set(before().replace(/\S+\s*$/, '') + after(), before().replace(/\S+\s*$/, '').length),
    '\u007f': () => set(before().slice(0, -1) + after(), Math.max(0, cursor - 1)),
    '\u000c': () => {
      deps.write('\u001b[H\u001b[2J')
      show()
    },
    '\t': complete,
  }
  keys['\b'] = keys['\u007f'] as () => void

  return {
    show,
    clear() {
      line = ''
      cursor = 0
      past = history.length
    },
    key(key) {
      if (key === '\r' || key === '\n' || key === '\r\n') return enter()
      if (key === '\u0003') return 'interrupt'
      if (key === '\u0004') return line === '' ? 'end' : 'none'
      if (Object.hasOwn(keys, key)) keys[key]?.()
      else if (!/^\p{Cc}/u.test(key)) insert(key)
      return 'none'
    },
  }
}
