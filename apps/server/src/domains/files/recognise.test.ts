import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FileType } from '@longreach/contract/files/constants'
import { expect, test } from 'vitest'
import { makeBackup, makeImage, makeTar, makeTrailer } from '../../test/domains/files.ts'
import { recognise } from './recognise.ts'

const read = (type: FileType, name: string, bytes: Buffer) =>
  recognise(type, {
    name,
    size: bytes.length,
    read: async ({ from = 0, to = bytes.length } = {}) => Readable.from([bytes.subarray(from, to)]),
  })

const metadata = {
  metadata_version: '1.1',
  compat_version: '1.1',
  supported_devices: ['tplink,archer-c7-v2', 'archer-c7-v2'],
  new_supported_devices: ['tplink,archer-c7-v5'],
  version: { dist: 'OpenWrt', version: '24.10.2', revision: 'r28739', target: 'ath79/generic', board: 'archer' },
}
const boards = ['tplink,archer-c7-v2', 'archer-c7-v2', 'tplink,archer-c7-v5']

test('an OpenWrt image says what it is for; signatures behind the metadata are passed over', async () => {
  const facts = { device_model: 'tplink,archer-c7-v2', version: 'OpenWrt 24.10.2 r28739', boards }
  const image = makeImage(metadata)
  expect(await read('firmware', 'x.bin', image)).toEqual(facts)
  const signed = Buffer.concat([image, makeTrailer(0, Buffer.alloc(120))])
  expect(await read('global_firmware', 'x.bin', signed)).toEqual(facts)
})

test('a RutOS image has its family and version in its name, with metadata or without', async () => {
  const name = 'RUTX_R_00.07.06.3_WEBUI.bin'
  const facts = { device_model: 'RUTX', version: 'RUTX_R_00.07.06.3' }
  expect(await read('firmware', name, Buffer.alloc(9000, 0xfe))).toEqual({ ...facts, boards: [] })
  const image = makeImage({ supported_devices: ['teltonika,rutx'], version: 'RUTX_R_00.07.06.3' })
  expect(await read('firmware', name, image)).toEqual({ ...facts, boards: ['teltonika,rutx'] })
})

const wrongImages: [string, string, Buffer][] = [
  ['text', 'notes.bin', Buffer.from('hello')],
  ['text under the name of an image', 'RUTX_R_00.07.06.3_WEBUI.bin', Buffer.from('hello '.repeat(2000))],
  ['an image cut off at its end', 'x.bin', makeImage(metadata).subarray(0, -1)],
  ['a trailer alone', 'x.bin', makeTrailer(1, Buffer.alloc(0))],
  ['a trailer longer than the file', 'x.bin', makeTrailer(1, Buffer.from('{}'), 5000)],
  ['a trailer of a size that no metadata has', 'x.bin', makeTrailer(1, Buffer.alloc(70_000))],
  ['metadata that is not JSON', 'x.bin', makeImage('{"supported_devices":')],
  ['nothing but signatures', 'x.bin', Buffer.concat(Array.from({ length: 9 }, () => makeTrailer(0, Buffer.alloc(4))))],
  ['a backup', 'backup.tar.gz', makeBackup()],
]

test.each(wrongImages)('%s is not a firmware image', async (_, name, bytes) => {
  await expect(read('firmware', name, bytes)).rejects.toThrow('Not a recognised firmware image')
})

test('words of an image are text of one line', async () => {
  const image = makeImage({ supported_devices: ['a\u0000\u202eb<script>', 7, '', 'x'.repeat(300)], version: ['1'] })
  expect(await read('firmware', 'x.bin', image)).toEqual({
    device_model: 'ab<script>',
    version: null,
    boards: ['ab<script>', 'x'.repeat(100)],
  })
})

test('a backup is a gzipped tar archive', async () => {
  const files = { 'etc/config/network': 'config interface', './etc/passwd': 'root', 'big.bin': 3_000_000, empty: '' }
  expect(await read('config', 'backup.tar.gz', makeBackup(files))).toEqual({})
  expect(await read('periodic_backup', 'x', makeBackup({ 'etc/shadow': 'x'.repeat(512) }))).toEqual({})
})

const backup = makeBackup({ a: 'x'.repeat(5000), b: 'y' })
const wrongBackups: [string, Buffer][] = [
  ['text', Buffer.from('config system')],
  ['an archive cut in the middle', backup.subarray(0, backup.length >> 1)],
  ['an archive cut before it was compressed', gzipSync(makeTar({ a: 'x'.repeat(5000) }).subarray(0, 2000))],
  ['an archive that is not compressed', makeTar({ a: 'b' })],
  ['compressed text', gzipSync('config system'.repeat(100))],
  ['an archive without files', makeBackup({})],
  ['an archive that leaves its folder', makeBackup({ '../../etc/passwd': 'root' })],
  ['an archive of deep folders', makeBackup({ [`${'a/'.repeat(40)}b`]: 'x' })],
  ['an archive that expands without end', makeBackup({ bomb: 80_000_000 })],
  [
    'an archive with too many files',
    makeBackup(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [at, '']))),
  ],
]

test.each(wrongBackups)('%s is not a backup', async (_, bytes) => {
  await expect(read('config', 'backup.tar.gz', bytes)).rejects.toThrow('Not a recognised backup file')
})

test('an empty file is refused whatever its type', async () => {
  await expect(read('device_task_manager_file', 'x', Buffer.alloc(0))).rejects.toThrow('The file is empty')
})
