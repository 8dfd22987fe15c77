import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const agentFolder = path.resolve(import.meta.dirname, '../../../../../agent')

async function readParts(folder: string): Promise<string> {
  const names = (await readdir(path.join(agentFolder, folder))).filter((name) => name.endsWith('.sh')).sort()
  const parts = await Promise.all(names.map((name) => readFile(path.join(agentFolder, folder, name), 'utf8')))
  // Each part has a shellcheck directive; only the whole script has a #! line.
  return parts.map((part) => part.replace(/^(#!.*|# shellcheck shell=.*)\n/gm, '')).join('')
}

async function embed(text: string): Promise<string> {
  const lines = await Promise.all(
    text.split('\n').map(async (line) => {
      const file = /^#@embed (.+)$/.exec(line)?.[1]
      return file ? (await readFile(path.join(agentFolder, file), 'utf8')).replace(/\n$/, '') : line
    }),
  )
  return lines.join('\n')
}

/**
 * The agent as a single file: bin/rm-agent with `#@parts` replaced by lib/*.sh and backends/*.sh, and `#@embed <file>`
 * by that file, like agent/build.sh. The install command verifies the checksum.
 */
export async function buildAgentScript(): Promise<{ script: Buffer; sha256: string; version: string }> {
  const main = await readFile(path.join(agentFolder, 'bin/rm-agent'), 'utf8')
  const parts = (await readParts('lib')) + (await readParts('backends'))
  const script = Buffer.from(await embed(main.replace(/^#@parts\n/m, () => parts)))
  const [, version] = /^RM_VERSION=(\S+)$/m.exec(main) ?? []
  if (version === undefined) throw new Error('bin/rm-agent names no version')
  return { script, sha256: createHash('sha256').update(script).digest('hex'), version }
}
