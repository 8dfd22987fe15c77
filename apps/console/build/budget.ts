/** The fields of a built file that are used; the bundler's own type has more. */
export type BuiltFiles = Record<
  string,
  {
    type: string
    fileName: string
    facadeModuleId?: string | null
    imports?: string[]
    moduleIds?: string[]
    viteMetadata?: { importedCss: Set<string> }
  }
>

interface Budget {
  name: string
  /** Modules whose chunks are loaded for the screen, with all their imports. */
  entries: readonly string[]
  /** KB after brotli. */
  js: number
  css: number
}

const firstScreen = ['src/main.tsx', 'shell/shell.tsx', 'devices/list/devices-page.tsx']

/** KB of 1024 bytes after brotli 11. */
const budgets: readonly Budget[] = [
  { name: 'sign-in', entries: ['src/main.tsx', 'account/sign-in-page.tsx'], js: 131, css: 18 },
  { name: 'shell', entries: ['src/main.tsx', 'shell/shell.tsx'], js: 147, css: 18 },
  {
    name: 'shell and devices list',
    entries: firstScreen,
    js: 193,
    css: 18,
  },
  {
    // Includes the floating parts, which are loaded after the first paint.
    name: 'devices list and a form',
    entries: [...firstScreen, 'forms/form-window.tsx'],
    js: 290,
    css: 19,
  },
  { name: 'charts', entries: ['charts/echarts.ts'], js: 175, css: 18 },
]

export function chunkOf(files: BuiltFiles, entry: string) {
  return Object.values(files).find((file) => file.type === 'chunk' && file.moduleIds?.some((id) => id.endsWith(entry)))
}

/** The files and all that they import. */
function withImports(files: BuiltFiles, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string) => {
    const file = files[name]
    if (!file || found.has(name)) return
    found.add(name)
    for (const css of file.viteMetadata?.importedCss ?? []) found.add(css)
    for (const imported of file.imports ?? []) add(imported)
  }
  for (const name of names) add(name)
  return found
}

export function closure(files: BuiltFiles, entries: readonly string[]): Set<string> {
  const chunks = entries.map((entry) => {
    const chunk = chunkOf(files, entry)
    if (!chunk) throw new Error(`The size budget names ${entry}, which is in no chunk`)
    return chunk.fileName
  })
  return withImports(files, chunks)
}

/** Files of the first screen in a circle of imports: the one that runs first would use values that do not exist yet. */
export function findCircle(files: BuiltFiles): string[] {
  return [...closure(files, firstScreen)].filter((name) => withImports(files, files[name]?.imports ?? []).has(name))
}

/** Compares the size of each screen with its budget. `sizes` are bytes after brotli by file name. */
export function checkBudget(files: BuiltFiles, sizes: ReadonlyMap<string, number>) {
  const lines: string[] = []
  const over: string[] = []
  for (const { name, entries, js, css } of budgets) {
    // The files of sign-in and the frame are loaded before any chart.
    const names = [...closure(files, entries)]
    const shared = name === 'charts' ? closure(files, ['src/main.tsx', 'shell/shell.tsx']) : new Set<string>()
    const sum = (end: string) =>
      names
        .filter((one) => one.endsWith(end) && !shared.has(one))
        .reduce((total, one) => total + (sizes.get(one) ?? 0), 0) / 1024
    const [jsSize, cssSize] = [sum('.js'), sum('.css')]
    lines.push(`${name}: ${jsSize.toFixed(0)} of ${js} KB scripts, ${cssSize.toFixed(1)} of ${css} KB styles`)
    if (jsSize > js) over.push(`${name} has ${jsSize.toFixed(1)} KB of scripts, ${js} allowed`)
    if (cssSize > css) over.push(`${name} has ${cssSize.toFixed(1)} KB of styles, ${css} allowed`)
  }
  const circle = findCircle(files)
  if (circle.length > 0) over.push(`the first screen has a circle of imports: ${circle.join(', ')}`)
  return { lines, over }
}
