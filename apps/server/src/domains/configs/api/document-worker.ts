import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from './document.ts'

parentPort?.postMessage(readDocument(workerData as Uint8Array))
