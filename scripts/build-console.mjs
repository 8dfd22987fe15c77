// Builds the console if its sources are newer than the build.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) time = Math.max(time, statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
  }
  return time
}

/** Ends the process if the build fails. */
export function buildConsole() {
  const page = path.join(root, 'apps/console/dist/index.html')
  const folders = ['apps/console/src', 'apps/console/build', 'apps/console/public', 'packages/contract/src']
  const files = ['apps/console/index.html', 'apps/console/vite.config.ts', 'package-lock.json']
  const sources = [
    ...folders.map((folder) => newest(path.join(root, folder))),
    ...files.map((file) => statSync(path.join(root, file)).mtimeMs),
  ]
  const built = existsSync(page) ? statSync(page).mtimeMs : 0
  if (built > Math.max(...sources)) return
  console.log('Building the console …')
  const { status } = spawnSync(
    'npm',
    ['run', 'build', '--silent', '--workspace', 'apps/console', '--', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === import.meta.filename) buildConsole()
