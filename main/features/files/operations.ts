import { join } from 'node:path'
import type { Face } from '../../../preload/contract/diagnostics.ts'
import type { filesOperations } from '../../../preload/contract/files.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { AppEvent } from '../../../preload/contract.ts'
import { createAtomicFiles } from '../../platform/files/atomicFiles.ts'
import { zipFiles } from '../../platform/files/fflateZip.ts'
import { createFileReader } from '../../platform/files/fileReader.ts'
import { listFolder, makeFolder } from '../../platform/files/folders.ts'
import { createOwnFolders } from '../../platform/files/ownFolders.ts'
import { createReceivedFolder } from '../../platform/files/receivedFolder.ts'
import { createAutoExports, type AutoExportParts } from './autoExport.ts'
import { createExportDesk, type ExportDeskParts } from './exportDesk.ts'
import { createExports, type ExportsParts } from './exportResults.ts'
import { createFileChecks, type FileChecksParts } from './fileChecks.ts'
import type { FileParts } from './fileParts.ts'
import { createFilePreviews, type FilePreviewParts } from './filePreview.ts'
import { createPrintouts, type PrintoutsParts } from './printouts.ts'
import { createReceivedFiles } from './receivedFiles.ts'
import { notFound } from '../../kernel/result.ts'
import { fileStem } from './rules/fileNames.ts'

type Made = 'files' | 'desk' | 'content' | 'exports' | 'received' | 'reader' | 'zip' | 'chooseFolder'

type FilesParts = Omit<
  AutoExportParts & ExportDeskParts & ExportsParts & FileChecksParts & FileParts & FilePreviewParts & PrintoutsParts,
  Made
> & {
  readonly dataDir: string
  readonly face: Face
  /** Where files go that follow a watch; absent: into a folder of our own. */
  readonly chooseFolder?: AutoExportParts['chooseFolder']
  readonly listen: (listener: (event: AppEvent) => void) => void
  readonly atEnd: (end: () => Promise<void>) => void
}

/** `fileParts` is what other subjects write their files with. */
export const openFiles = (given: FilesParts) => {
  const files = createAtomicFiles()
  const desk = createExportDesk({ ...given, files })
  const { clock, appVersion, language, printing } = given
  const fileParts = { desk, clock, appVersion, language, printing, zip: zipFiles }
  const exports = createExports({ ...given, ...fileParts })
  const autoExports = createAutoExports({
    ...given,
    files,
    desk,
    content: exports.content,
    chooseFolder: given.chooseFolder ?? createOwnFolders(join(given.dataDir, 'exports'), (name) => fileStem([name])),
  })
  given.listen(autoExports.follow)
  const received = createReceivedFiles(createReceivedFolder(join(given.dataDir, 'received')))
  given.atEnd(received.close)
  given.atEnd(autoExports.close)
  const isPageAsking = given.face === 'browser'
  const handlers: Handlers<typeof filesOperations> = {
    'folder:list': ({ path }) => (isPageAsking ? listFolder(path) : notFound('folder')),
    'folder:make': ({ path, name }) => (isPageAsking ? makeFolder(path, name) : notFound('folder')),
    'stage:autoExport': autoExports.set,
    'results:preflight': exports.preflight,
    'results:export': exports.start,
    'results:preview': createFilePreviews({ ...given, exports }),
    'results:print': createPrintouts({ ...given, exports }),
    'file:receive': received.receive,
    'file:verify': createFileChecks({ ...given, received, reader: createFileReader() }),
  }
  return { handlers, fileParts, received }
}
