import { getCACertificates } from 'node:tls'
import { parentPort } from 'node:worker_threads'

// Reading them holds a thread up for a tenth of a second and more: this is one that nobody waits in.
parentPort?.postMessage(getCACertificates('system'))
