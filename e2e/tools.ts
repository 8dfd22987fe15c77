import { spawnSync } from 'node:child_process'

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

export const isRoot = process.getuid?.() === 0

/** The programs that this machine lacks. */
export const missingTools = (...tools: string[]) =>
  tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`], { env }).status !== 0)
