import { app } from 'electron'
import { linkFromArgs, parseLink } from '../features/stages/rules/appLinks.ts'
import type { AppLink } from '../../preload/contract/stages.ts'
import type { FromOutside } from './fromOutside.ts'
import { isStageFile, stageFilesFromArgs } from './givenFile.ts'

/** Collects links and stage files of this start, of later starts, and of macOS events, also before the app is ready. */
export function hearSystemOpens(tell: (news: FromOutside) => void, showWindow: () => void): void {
  const openLink = (link: AppLink | null): void => {
    if (link !== null) tell({ kind: 'link', link })
  }
  const openFiles = (paths: readonly string[]): void => {
    for (const path of paths) tell({ kind: 'file', path })
  }
  openLink(linkFromArgs(process.argv))
  openFiles(stageFilesFromArgs(process.argv.slice(1), process.cwd()))
  app.on('second-instance', (_event, args, workingDir) => {
    showWindow()
    openLink(linkFromArgs(args))
    openFiles(stageFilesFromArgs(args.slice(1), workingDir))
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    showWindow()
    openLink(parseLink(url))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    showWindow()
    if (isStageFile(path)) openFiles([path])
  })
}
