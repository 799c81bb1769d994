import type { Input, JobId, Json, Preflight, Result, Stage, StageGuid, TableFormat } from '../../preload/contract.ts'
import { auditHeader, auditLines } from '../domain/audit/auditLines.ts'
import { changeHeader, changeLines } from '../domain/ledger/changeLines.ts'
import { personalFields } from '../domain/personalFields.ts'
import type { Audits } from './audits.ts'
import type { About, FileDocument, Line } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import { aboutWriting, fileContent, type FileParts } from './fileParts.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './ports.ts'
import { placesOf, resultDocument, type AboutFile, type ResultDocumentParts } from './resultDocument.ts'

export type Exports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'results:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
  readonly preflight: (input: Input<'results:preflight'>) => Promise<Result<Preflight>>
}

export type ExportsParts = ResultDocumentParts &
  FileParts & {
    readonly store: Pick<Store, 'stage' | 'profiles'>
    readonly ledger: Pick<Ledger, 'read' | 'mark'>
    readonly audits: Audits
  }

type Named = {
  readonly document: FileDocument
  /** Of the file, beside the stage's. */
  readonly name: readonly string[]
  readonly written?: () => void
}

export const createExports = (parts: ExportsParts): Exports => {
  const { store, ledger, audits, desk } = parts

  const aboutFile = (stage: Stage): AboutFile => ({
    ...aboutWriting(parts),
    stage,
    origin: store.profiles().find(({ id }) => id === stage.profileId)?.baseUrl ?? null,
  })

  const documentOf = async (stage: Stage, chosen: Input<'results:export'>): Promise<Result<Named>> => {
    const about = aboutFile(stage)
    if ('changes' in chosen) {
      const read = ledger.read(chosen.changes)
      if (!read.ok) return read
      const { total } = read.value
      const lines = (): Iterable<readonly Line[]> => linesOneByOne(ledger.read(chosen.changes))
      const document = textDocument(stage, { ...about, subject: 'changes' }, chosen.changes, changeHeader, total, lines)
      return { ok: true, value: { document, name: ['changes'] } }
    }
    if ('audit' in chosen) {
      const audit = await audits(stage.guid, chosen.audit.categories ?? null)
      if (!audit.ok) return audit
      const { findings } = audit.value
      const lines = () => [auditLines(findings)]
      const asked = { categories: chosen.audit.categories ?? null }
      const document = textDocument(stage, { ...about, subject: 'audit' }, asked, auditHeader, findings.length, lines)
      return { ok: true, value: { document, name: ['audit'] } }
    }
    const found = await resultDocument(parts, about, stage.name, chosen)
    if (!found.ok) return found
    const written = (): unknown => ledger.mark(stage.guid, 'exported')
    return { ok: true, value: { document: found.value, name: placesOf(found.value.selection), written } }
  }

  return {
    start: async (chosen) => {
      const guid = 'changes' in chosen ? chosen.changes.stage : 'audit' in chosen ? chosen.audit.stage : chosen.stage
      const stage = store.stage(guid)
      if (stage === null) return { ok: false, error: { kind: 'not-found', what: 'stage' } }
      const named = await documentOf(stage, chosen)
      if (!named.ok) return named
      const { document, name, written } = named.value
      const { format } = chosen
      if (!isTableFormat(format)) {
        return { ok: false, error: { kind: 'invalid-input', issues: [{ path: 'format', message: 'not known yet' }] } }
      }
      return await desk.start({
        name: [stage.name, ...name],
        stage: stage.guid,
        title: stage.name,
        ...fileContent(parts, document, { ...chosen, format }),
        ...(written === undefined ? {} : { written }),
      })
    },
    preflight: async (chosen) => {
      const stage = store.stage(chosen.stage)
      if (stage === null) return { ok: false, error: { kind: 'not-found', what: 'stage' } }
      const found = await resultDocument(parts, aboutFile(stage), stage.name, chosen)
      if (!found.ok) return found
      const { total, columns } = found.value.all
      return {
        ok: true,
        value: {
          rows: total,
          taken: total,
          respelled: 0,
          problems: { total: 0, items: [] },
          warnings: [],
          personal: personalFields(columns),
          refusal: null,
        },
      }
    },
  }
}

const isTableFormat = (format: string): format is TableFormat => Object.hasOwn(formats, format)

function* linesOneByOne(read: ReturnType<Ledger['read']>): Generator<readonly Line[]> {
  if (!read.ok) return
  for (const line of changeLines(read.value.changes)) yield [line]
}

const textDocument = (
  stage: Stage,
  about: Omit<About, 'choice' | 'sources'>,
  { stage: _, ...asked }: { readonly stage?: StageGuid } & { readonly [name: string]: unknown },
  header: readonly string[],
  total: number,
  lines: FileDocument['all']['lines'],
): FileDocument => ({
  title: stage.name,
  about: { ...about, choice: asked as { readonly [name: string]: Json }, sources: () => [] },
  all: { columns: header.map((name) => ({ name, kind: 'text' })), total, lines },
  categories: null,
})
