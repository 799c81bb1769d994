import { getCACertificates } from 'node:tls'
import { parentPort } from 'node:worker_threads'

// Reading them blocks a thread for 100 ms or more, hence a thread of its own.
parentPort?.postMessage(getCACertificates('system'))
