import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The files that the rules read; tests supply their own. Paths are relative to the repository, with slashes. */
export interface Project {
  /** All files below a folder, in order. */
  files(folder: string): readonly string[]
  exists(file: string): boolean
  read(file: string): string
}

/** A rule returns one line per violation, starting with the file. */
export type Rule = (project: Project) => readonly string[]

const skipped = /^(node_modules|data|dist|\.git)$/

export function projectOnDisk(root: string): Project {
  const walk = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => {
        const file = path.posix.join(folder, entry.name)
        if (entry.isDirectory()) return skipped.test(entry.name) ? [] : walk(file)
        return entry.isFile() ? [file] : []
      })
  const exists = (file: string) => existsSync(path.join(root, file))
  return {
    files: (folder) => (exists(folder) ? walk(folder) : []),
    exists,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  }
}

export function projectOf(files: Readonly<Record<string, string>>): Project {
  return {
    files: (folder) => Object.keys(files).filter((file) => folder === '.' || file.startsWith(`${folder}/`)),
    exists: (file) => Object.keys(files).some((one) => one === file || one.startsWith(`${file}/`)),
    read: (file) => files[file] ?? '',
  }
}
