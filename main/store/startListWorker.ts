import { parentPort, workerData } from 'node:worker_threads'
import { readListFile } from '../features/startList/readListFile.ts'

parentPort?.postMessage(await readListFile(workerData as string))
