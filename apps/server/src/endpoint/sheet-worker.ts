import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './sheet-lines.ts'

const { bytes, most } = workerData as { bytes: Uint8Array; most: number }
parentPort?.postMessage(parseFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), most))
