import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Examples, Theirs } from './shared.ts'

const files = readdirSync(import.meta.dirname).filter((file) => !/^(all|shared)\.ts$/.test(file))

interface OfDomain {
  examples: Examples
  theirs?: Theirs
}

const load = (file: string): Promise<OfDomain> => import(path.join(import.meta.dirname, file))

const domains = await Promise.all(files.map(load))

/** For each endpoint, a call that an administrator may make and that succeeds: those of the files in this folder. */
export const examples: Examples = Object.assign({}, ...domains.map((domain) => domain.examples))

/** Objects of another company, by domain. */
export const theirObjects: readonly Theirs[] = domains.flatMap(({ theirs }) => theirs ?? [])
