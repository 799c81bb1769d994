import { savedPresets } from '../exportPresets.ts'
import { withCore } from '../session.ts'
import type { Verb } from '../verb.ts'
import { jsonText, tableLines } from '../words/plain.ts'

export const presetsVerb: Verb = {
  words: 'presets',
  synopsis: '',
  summary: 'list the presets saved in the export dialog, for export --preset NAME',
  options: {},
  positionals: [],
  run: async (context) => {
    const saved = await withCore(context, {}, ({ gate }) => savedPresets(gate))
    if (!saved.ok) return saved
    const printed = await context.output.print(
      context.isJson
        ? [`${jsonText({ presets: saved.value })}\n`]
        : tableLines(
            ['name', 'format', 'rows'],
            saved.value.map(({ name, options, parts }) => [
              name,
              options.format,
              parts?.map(({ distance, category }) => [distance, category].filter(Boolean).join('/')).join(', ') ??
                'whole stage',
            ]),
          ),
    )
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
