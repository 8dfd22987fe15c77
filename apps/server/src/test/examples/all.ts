import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Examples } from './shared.ts'

const files = readdirSync(import.meta.dirname).filter((file) => !/^(all|shared)\.ts$/.test(file))

const load = async (file: string) =>
  ((await import(path.join(import.meta.dirname, file))) as { examples: Examples }).examples

/** For each endpoint, a call that an administrator may make and that succeeds: those of the files in this folder. */
export const examples: Examples = Object.assign({}, ...(await Promise.all(files.map(load))))
