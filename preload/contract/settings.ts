import * as z from 'zod'
import { columnName, label, line, name, nothing, widthPx } from './bounds.ts'
import { csvPreset, exportFormat, exportOptions } from './files.ts'
import { profileId, stageGuid, type StageGuid } from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import { columnsOfView } from './results.ts'

/** Kinds of notices, told wherever the user is in the app: a finished favourite, a disqualification, another podium, a stopped watch, a finished job. */
export type NoticeKind = Parsed<typeof noticeKind>
const noticeKind = () => z.enum(['favourite', 'disqualified', 'podium', 'watch', 'job'])

const changedSettings = () =>
  z.strictObject({
    language: z.enum(['system', 'en', 'ru']).exactOptional(),
    theme: z.enum(['system', 'light', 'dark', 'sunlight']).exactOptional(),
    /** Size of everything in per cent. */
    scale: z.number().int().min(90).max(160).exactOptional(),
    rowHeight: z.enum(['compact', 'normal', 'large']).exactOptional(),
    /** Calls in flight per origin. */
    parallelCalls: z.number().int().min(1).max(16).exactOptional(),
    /** Generic calls may go to any path of the profile's origin, not only to those that begin with /v3/. */
    isAnyCallPathAllowed: z.boolean().exactOptional(),
    /** `system`: as the operating system says, in faces without a window as HTTPS_PROXY and NO_PROXY say. */
    proxy: z.enum(['system', 'none']).exactOptional(),
    /** An installed desktop app looks for newer versions of itself. */
    areUpdatesOn: z.boolean().exactOptional(),
    /** Null until the user has answered whether to be told; then nobody asks again. */
    notices: z.array(noticeKind()).max(5).nullable().exactOptional(),
    /** A short sound with each notice. */
    isNoticeSoundOn: z.boolean().exactOptional(),
    /** Seconds in sight, once somebody is there, after which a notice goes by itself; 0: when it is dismissed. */
    noticesLastS: z.number().int().min(0).max(3_600).exactOptional(),
    /** The desktop app keeps the computer from going to sleep while it watches or serves screens. */
    isKeptAwake: z.boolean().exactOptional(),
  })

export type Settings = Required<Parsed<typeof changedSettings>>

/** Names of the CSV presets, which `--preset` takes too; no saved preset has one of them. */
export const builtInPresets: readonly string[] = ['ru', 'en', 'import', 'tsv', 'raw']

/** A choice of the export dialog under a name, for any stage; what is agreed to for one file only is not in it. */
export type ExportPreset = Parsed<typeof exportPreset>
const exportPreset = () =>
  z.strictObject({
    name: name().refine((text) => !builtInPresets.includes(text.trim().toLowerCase()), 'the name of a CSV preset'),
    /** Distances and categories by name, since their IDs differ from stage to stage; absent: rows are chosen each time, in the terminal the whole stage. */
    parts: z
      .array(z.strictObject({ distance: line(1_000), category: line(1_000).exactOptional() }))
      .min(1)
      .max(2_000)
      .exactOptional(),
    /** Names of the body, in this order; those that a stage lacks are left out. Absent: all. */
    columns: z.array(columnName()).min(1).max(1_000).exactOptional(),
    /** One line a person. */
    isByPerson: z.boolean().exactOptional(),
    options: exportOptions().omit({
      isFinal: true,
      areProblemsLeftOut: true,
      isTransliterated: true,
      areFractionsCut: true,
      spellings: true,
    }),
  })

/** Sizes and choices that pages remember for their user. */
export type Memory = Parsed<typeof memory>
const memory = () =>
  z.strictObject({
    /** CSS pixels at a scale of 100 %, like `panelWidth`. */
    listWidth: widthPx().exactOptional(),
    panelWidth: widthPx().exactOptional(),
    splitsBy: z.enum(['pace', 'place']).exactOptional(),
    export: z
      .strictObject({
        format: exportFormat(),
        preset: csvPreset(),
        orientation: z.enum(['portrait', 'landscape']),
        withReceipt: z.boolean(),
      })
      .exactOptional(),
    /** No two of one name, whatever its case. */
    exportPresets: z.array(exportPreset()).max(100).exactOptional(),
    /** 0: never. */
    deskClearAfterS: z.literal([0, 10, 20]).exactOptional(),
    /** In their order. */
    orderColumns: z
      .array(z.strictObject({ id: line(40), widthPx: widthPx() }))
      .max(50)
      .exactOptional(),
    organization: profileId().exactOptional(),
  })

/** What the head and the signatures of a protocol say that no reply holds; '' where unknown. */
export type ProtocolHead = Parsed<typeof protocolHead>
const protocolHead = () => {
  const text = () => label(200).exactOptional()
  return z.strictObject({ date: text(), venue: text(), weather: text(), judge: text(), secretary: text() })
}

/** The same for one stage. */
export type StageMemory = Parsed<typeof stageMemory>
const stageMemory = () =>
  z.strictObject({
    columns: columnsOfView().exactOptional(),
    protocol: protocolHead().exactOptional(),
  })

export const settingsOperations = {
  'app:settings': operation<Settings>()(nothing),
  'app:setSettings': operation<Settings>()(changedSettings),
  /** False where the face has no window of its own. */
  'app:fillScreen': operation<boolean>()(() => z.strictObject({ isFull: z.boolean() })),
  /** Values that pages remember for one stage, or all others. Values of a stage are removed with it. */
  'memory:read': operation<Memory & StageMemory>()(() => z.strictObject({ stage: stageGuid().exactOptional() })),
  /** Other values stay. */
  'memory:save': operation<null>()(() => z.union([memory(), stageMemory().extend({ stage: stageGuid() })])),
}

export type SettingsEvents = {
  /** Null: values that belong to no stage. */
  'memory:changed': { readonly stage: StageGuid | null }
  'settings:changed': Settings
}
