import { type ConfigCall, isApiCall, type SettingCall, settingCalls } from '@longreach/contract/configs/calls'
import type { ConfigSystem } from '@longreach/contract/configs/constants'
import { text } from '@longreach/contract/i18n'
import { apiLine } from './api/calls.ts'
import { bytesOf } from './bytes.ts'
import type { Configuration } from './configuration.ts'
import { type FileSet, packFiles } from './file-set.ts'
import { linesOfFiles } from './shown-lines.ts'
import { CallRefused, changeUci } from './uci/change.ts'
import { rewriteUci } from './uci/rewrite.ts'
import { type SentLine, sentSettings } from './uci/sent.ts'
import { printUci } from './uci/uci.ts'

/** Content for one device, and its configuration after that, if the present one is known. */
export interface Change {
  /** Empty if nothing changes. */
  bytes: Buffer
  after: Configuration | undefined
  /** Settings that are sent although the present ones are unknown. */
  sent?: SentLine[]
}

const nothing: Change = { bytes: Buffer.alloc(0), after: undefined }

/**
 * Plans calls for a device: first those that set something, then those of its own API, whose effect on the
 * configuration is not part of `after`. Throws CallRefused for the first that cannot be made.
 */
export async function planCalls(
  system: ConfigSystem,
  before: Configuration | undefined,
  calls: readonly ConfigCall[],
): Promise<Change> {
  const [settings, own] = [settingCalls(calls), calls.filter(isApiCall)]
  if (own.length === 0) return planSettings(system, before, settings)
  const set = settings.length > 0 ? await planSettings(system, before, settings) : nothing
  const bytes = Buffer.concat([set.bytes, batchOf(own.map(apiLine))])
  return { ...(set.bytes.length > 0 ? set : nothing), bytes }
}

async function planSettings(
  system: ConfigSystem,
  before: Configuration | undefined,
  calls: readonly SettingCall[],
): Promise<Change> {
  if (system === 'uci') {
    const { after, lines } = changeUci(before?.system === 'uci' ? before.uci : undefined, calls)
    const same = after && before?.system === 'uci' && printUci(after) === printUci(before.uci)
    if (!after) return { bytes: batchOf(lines), after, sent: sentSettings(lines) }
    return { bytes: same ? Buffer.alloc(0) : batchOf(lines), after: { system, uci: after } }
  }
  const known = before?.system === 'files' ? before.files : undefined
  const changed: FileSet = new Map()
  for (const [index, { path, request_data: data = {} }] of calls.entries()) {
    if (!path.startsWith('/files/')) throw new CallRefused(index + 1, text('configs.other_system'))
    const name = path.slice('/files/'.length)
    const content = String(data.content ?? '')
    if (known?.get(name) !== content) changed.set(name, content)
  }
  const bytes = changed.size === 0 ? Buffer.alloc(0) : await packFiles(changed)
  if (!known)
    return { bytes, after: undefined, sent: linesOfFiles(changed).map(({ shown }) => ({ kind: 'added', text: shown })) }
  return { bytes, after: { system, files: new Map([...known, ...changed]) } }
}

/** Content that turns one configuration into another; empty if they are the same. */
export async function planRestore(before: Configuration, after: Configuration): Promise<Buffer> {
  if (before.system === 'uci' && after.system === 'uci') {
    const lines = rewriteUci(before.uci, after.uci)
    return lines.length === 0 ? Buffer.alloc(0) : batchOf(lines)
  }
  if (before.system !== 'files' || after.system !== 'files') throw new CallRefused(null, text('configs.other_system'))
  const changed = [...after.files].filter(([name, content]) => before.files.get(name) !== content)
  return changed.length === 0 ? Buffer.alloc(0) : packFiles(new Map(changed))
}

const batchOf = (lines: readonly string[]) => bytesOf(`${lines.join('\n')}\n`)
