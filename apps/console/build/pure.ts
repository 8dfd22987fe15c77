import type { Plugin } from 'vite'

/** The parts of a syntax tree that this plugin reads. */
interface Node {
  type: string
  start: number
  end: number
  body?: Node[]
  declaration?: Node | null
  declarations?: { init?: Node | null }[]
}

/** A function expression has no effects, whatever it contains. */
const isFunction = (type: string) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

function calls(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { type = '' } = node as { type?: string }
  if (isFunction(type)) return false
  return type === 'CallExpression' || type === 'NewExpression' || Object.values(node).some(calls)
}

/** Values of constants of a file that come from a call. */
const computed = ({ body = [] }: Node) =>
  body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && calls(init) ? [init] : []))

/** Marks the constants of a file as removable if unused; null if that is clear already. */
export function withoutEffects(code: string, tree: unknown): string | null {
  const values = computed(tree as Node)
  if (values.length === 0) return null
  // Back to front, so that earlier positions stay valid.
  return values
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    )
}

/**
 * The contract only declares. Schemas that no screen uses are left out of the console, and with them zod for the first
 * screen.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler(code) {
        const text = withoutEffects(code, this.parse(code))
        return text === null ? null : { code: text, map: null }
      },
    },
  }
}
