import { describeTable, readBody } from '../../main/domain/shape/readBody.ts'
import { findColumns } from '../../main/domain/shape/columns.ts'
import { benchBodies } from './benchRace.ts'
import { median, type BenchLine } from './report.ts'

/** Parsing 25 MB and making a table of it: rows found, columns named; beside JSON.parse alone. */
export const benchParse = async (): Promise<readonly BenchLine[]> => {
  const texts = benchBodies().map(({ body }) => body)
  const parse = (): void => {
    for (const body of texts) JSON.parse(body.toString('utf8'))
  }
  const normalise = (): void => {
    for (const body of texts) {
      const read = readBody(body.toString('utf8'), 'bench', 200)
      if (read.kind === 'rows') findColumns(read.rows)
    }
  }
  const withSearch = (): void => {
    for (const body of texts) {
      const read = readBody(body.toString('utf8'), 'bench', 200)
      if (read.kind === 'rows') describeTable(read.rows)
    }
  }
  const [ours, peer, all] = alternate([normalise, parse, withSearch], 9)
  return [
    {
      row: 'parse + normalise',
      ours: ours ?? NaN,
      peer: peer ?? NaN,
      unit: 'ms',
      peerName: 'JSON.parse',
      goalRatio: 1.25,
    },
    {
      row: 'parse + normalise + search text',
      ours: all ?? NaN,
      peer: peer ?? NaN,
      unit: 'ms',
      peerName: 'JSON.parse',
      goalRatio: null,
    },
  ]
}

/** Medians of several rounds in which each takes its turn; the first round is not counted. */
export const alternate = (works: readonly (() => void)[], rounds: number): readonly number[] => {
  const took = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now()
      work()
      if (round > 0) took[index]?.push(performance.now() - startedAt)
    }
  }
  return took.map(median)
}
