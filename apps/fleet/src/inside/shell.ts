import { hostnameOf, type Machine } from './machine.ts'
import { type Io, type Program, programs } from './programs.ts'

const notFound = 127
/** Maximum bytes of output of one program for the next in a pipe. */
const pipeBytes = 65_536

interface Step {
  /** Connection to the previous step. */
  after: ';' | '&&' | '||' | '|'
  words: string[]
}

function expand(text: string, machine: Machine, last: number, assigned: ReadonlyMap<string, string>): string {
  const variables: Record<string, string> = {
    ...Object.fromEntries(assigned),
    '?': String(last),
    HOME: '/root',
    USER: 'root',
    HOSTNAME: hostnameOf(machine.spec),
  }
  return text.replace(/\$(?:(\?|[A-Za-z_]\w*)|\{(\w+)\})/g, (_whole, plain?: string, braced?: string) =>
    Object.hasOwn(variables, plain ?? braced ?? '') ? (variables[plain ?? braced ?? ''] ?? '') : '',
  )
}

/** The programs of a line, with their words as typed. A string is an error message. */
function parse(line: string): Step[] | string {
  const list: Step[] = [{ after: ';', words: [] }]
  const token = /[^\S\n]*(?:(&&|\|\||[;|\n])|#[^\n]*|((?:"[^"]*"|'[^']*'|\\.|[^\s"'\\;|&])+)|(\S))/gsy
  for (let match = token.exec(line); match; match = token.exec(line)) {
    const [, operator, word, odd] = match
    if (odd !== undefined) return `syntax error near '${odd}'`
    if (operator !== undefined) list.push({ after: operator === '\n' ? ';' : (operator as Step['after']), words: [] })
    if (word !== undefined) list.at(-1)?.words.push(word)
  }
  return list.filter((step) => step.words.length > 0)
}

/** A word without its quotes; `$NAME` is not expanded in single quotes. */
function plainWord(word: string, fill: (text: string) => string): string {
  return word.replace(/"([^"]*)"|'([^']*)'|\\(.)|([^"'\\]+)/gs, (_all, double, single, escaped, bare) =>
    double !== undefined || bare !== undefined ? fill(double ?? bare) : (single ?? escaped),
  )
}

const unknown =
  (name: string): Program =>
  (_words, { print }) => {
    print(`${name}: not found\n`)
    return notFound
  }

/** Runs one line; resolves with the exit status of its last program. `exit` ends the line. */
export async function runLine(line: string, given: Omit<Io, 'input'>): Promise<number> {
  const { machine, signal } = given
  let last = given.last
  const list = parse(line)
  if (typeof list === 'string') {
    given.print(`sh: ${list}\n`)
    return 2
  }
  let piped = ''
  const assigned = new Map<string, string>()
  for (const [index, step] of list.entries()) {
    if (signal.aborted) break
    const skipped = (step.after === '&&' && last !== 0) || (step.after === '||' && last === 0)
    if (skipped) continue
    const feeds = list[index + 1]?.after === '|'
    const input = step.after === '|' ? piped : ''
    piped = ''
    const enough = new AbortController()
    const print = (text: string) => {
      if (!feeds) return given.print(text)
      piped += text
      if (piped.length > pipeBytes) enough.abort()
    }
    const before = last
    const plain = (word: string) => plainWord(word, (text) => expand(text, machine, before, assigned))
    const [, variable, value] = (step.words.length === 1 && /^([A-Za-z_]\w*)=(.*)$/s.exec(step.words[0] ?? '')) || []
    if (variable !== undefined) {
      assigned.set(variable, plain(value ?? ''))
      continue
    }
    const [name = '', ...rest] = step.words.map(plain)
    if (name === 'exit') return Number(rest[0] ?? last) & 255
    const program = Object.hasOwn(programs, name) ? (programs[name] as Program) : unknown(name)
    last = await program(rest, { machine, print, input, last, signal: AbortSignal.any([signal, enough.signal]) })
  }
  return last
}
