import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol, type Session } from 'electron'
import { answerPreview, answerStatic, appScheme, pathInside, previewScheme } from './guards.ts'
import { printScheme } from './print/printPage.ts'

/** Must run before the app is ready. Without `bypassCSP` and `corsEnabled`: the scheme is no more trusted than https. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
    { scheme: previewScheme, privileges: { standard: true, secure: true } },
    { scheme: printScheme, privileges: { standard: true, secure: true } },
  ])
}

/** Serves the built renderer to the session's pages. The files are listed once; no other file is read. */
export async function serveRenderer(session: Session, rendererDir: string): Promise<void> {
  const files = new Set(await listFiles(rendererDir, ''))
  session.protocol.handle(appScheme, async ({ method, url }) => {
    const { status, path, headers } = answerStatic({ method, url }, files)
    const file = path === null ? null : pathInside(rendererDir, path)
    if (file === null) return new Response(null, { status, headers })
    return new Response(await readFile(file), { status, headers })
  })
}

/** Serves documents for frames, each once. */
export function servePreviews(session: Session, claim: (ticket: string) => string | null): void {
  session.protocol.handle(previewScheme, ({ method, url }) => {
    const { status, html, headers } = answerPreview({ method, url }, claim)
    return new Response(html, { status, headers })
  })
}

async function listFiles(rendererDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(rendererDir, folder), { withFileTypes: true })
  const pathOf = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => pathOf(name))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => pathOf(name))
  const nested = await Promise.all(folders.map((path) => listFiles(rendererDir, path)))
  return [...files, ...nested.flat()]
}
