import { guidOf, integerBetween, type Random } from '../../main/demo/random.ts'
import { clock } from '../support/audits.ts'
import { sha256 } from '../support/capsuleRig.ts'
import type { Script } from '../support/services/hostileServer.ts'
import { inEnvelope, startRaceService } from '../support/services/raceService.ts'

/** One row of a generated category. A person stands in one category only, so that nobody ever moves. */
export type Finisher = {
  readonly bib: number
  readonly name: string
  readonly club: string
  readonly place: number | null
  readonly result: string | null
  readonly status: 'OK' | 'DSQ'
}

export type Version = { readonly rows: readonly Finisher[]; readonly body: Buffer; readonly sha256: string }

const categoryCount = 6
const lastNames = ['Vetlugin', 'Щеглов', 'Oakhill', 'Möwenstein', "O'Hara; Jr", '=Sum', 'Lac "Le"', 'Туманов'] as const
const clubs = ['Harbour', 'Ветер', 'US; Lac', ''] as const

const versionOf = (rows: readonly Finisher[]): Version => {
  const data = rows.map(({ bib, name, club, place, result, status }) => ({
    number: bib,
    position: place,
    fullName: name,
    club,
    city: 'Pskov',
    resultTime: result,
    status,
  }))
  const body = Buffer.from(inEnvelope(data))
  return { rows, body, sha256: sha256(body) }
}

const makeFinisher = (random: Random, category: number, nth: number, place: number | null): Finisher => {
  const bib = category * 1_000 + nth
  const isOnCourse = place === null
  return {
    bib,
    // The bib is part of the name, so names are unique.
    name: `${lastNames[nth % lastNames.length]} Runner${bib}`,
    club: clubs[integerBetween(random, 0, clubs.length - 1)] ?? '',
    place,
    result: isOnCourse ? null : clock(3_600 + nth * 7 + integerBetween(random, 0, 5)),
    status: 'OK',
  }
}

/** Changes a table as a timing service does: people arrive, are corrected, go and come; at times all at once. */
const changed = (random: Random, category: number, rows: readonly Finisher[], born: { count: number }): Finisher[] => {
  const next = [...rows]
  const at = (): number => integerBetween(random, 0, next.length - 1)
  const edit = (make: (row: Finisher) => Finisher): void => {
    const index = at()
    const row = next[index]
    if (row !== undefined) next[index] = make(row)
  }
  for (let left = integerBetween(random, 1, 3); left > 0; left -= 1) {
    const kind = integerBetween(random, 0, 8)
    if (kind === 0) {
      born.count += 1
      next.splice(at(), 0, makeFinisher(random, category, born.count, random() < 0.5 ? null : born.count))
    } else if (kind === 1 && next.length > 20) next.splice(at(), 1)
    else if (kind === 2) edit((row) => ({ ...row, place: row.place === null ? null : row.place + 1 }))
    else if (kind === 3) edit((row) => ({ ...row, club: row.bib % 5 === 0 ? row.club : `${row.club || 'Club'}+` }))
    else if (kind === 4)
      // A name changes by a letter and its club never: it stays the same person whatever else was said meanwhile.
      edit((row) => (row.bib % 5 === 0 && !row.name.endsWith('e') ? { ...row, name: `${row.name}e` } : row))
    else if (kind === 5) edit((row) => ({ ...row, status: row.result === null ? 'OK' : 'DSQ' }))
    else if (kind === 6 && random() < 0.1) {
      const shift = integerBetween(random, 1, 50)
      for (const [index, row] of next.entries()) {
        if (row.result !== null) next[index] = { ...row, result: clock(3_600 + (row.bib % 1_000) * 7 + 60 + shift) }
      }
    } else
      edit((row) => ({
        ...row,
        result: clock(3_600 + integerBetween(random, 0, 9_000)),
        place: row.place ?? row.bib,
      }))
  }
  return next
}

/** An event service whose categories say something else from time to time, and remember all that they ever said. */
export const startChangingService = async (random: Random, seed: number) => {
  const names = Array.from({ length: categoryCount }, (_, index) => `Category ${index + 1}`)
  const { main, results, url, resultsUrl, answer, close } = await startRaceService(...names)
  const born = names.map(() => ({ count: 0 }))
  const said = new Map<string, Version[]>()
  let isRestless = false
  for (const [index, name] of names.entries()) {
    const count = integerBetween(random, 25, index === 0 ? 400 : 60)
    const rows = Array.from({ length: count }, (_, nth) =>
      makeFinisher(random, index + 1, nth + 1, random() < 0.8 ? nth + 1 : null),
    )
    born[index] = { count }
    said.set(name, [versionOf(rows)])
  }
  const changeOne = (index: number): void => {
    const versions = said.get(names[index] ?? '')
    const last = versions?.at(-1)
    const own = born[index]
    if (versions === undefined || last === undefined || own === undefined) return
    const version = versionOf(changed(random, index + 1, last.rows, own))
    if (version.sha256 !== last.sha256) versions.push(version)
  }
  for (const [index, name] of names.entries()) {
    const hasTags = index % 2 === 0
    const script: Script = async (response, received) => {
      if (isRestless && random() < 0.3) changeOne(index)
      const version = said.get(name)?.at(-1)
      if (version === undefined) return
      const etag = `"${version.sha256}"`
      await new Promise((resolve) => setTimeout(resolve, integerBetween(random, 0, 12)))
      if (hasTags && received.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
      response.writeHead(200, { 'content-type': 'application/json', ...(hasTags ? { etag } : {}) })
      // In two pieces, so that a process may end in the middle of a body.
      response.write(version.body.subarray(0, 100))
      await new Promise((resolve) => setTimeout(resolve, integerBetween(random, 0, 8)))
      return response.end(version.body.subarray(100))
    }
    answer(name, script)
  }
  const count = (): number => main.requests.length + results.requests.length
  return {
    url,
    resultsUrl,
    stage: guidOf('soak stage', String(seed)),
    categories: names,
    /** All that a category ever said, oldest first; the last is what it says now. */
    versions: (category: string): readonly Version[] => said.get(category) ?? [],
    change: () => {
      for (const index of names.keys()) if (random() < 0.6) changeOne(index)
    },
    /** Gives the function that takes back all changes since. */
    remember: () => {
      const lengths = [...said].map(([name, versions]) => [name, versions.length] as const)
      return () => {
        for (const [name, length] of lengths) said.get(name)?.splice(length)
      }
    },
    /** Whether categories change by themselves between two replies. */
    setRestless: (restless: boolean): void => {
      isRestless = restless
    },
    arrived: async (more: number): Promise<void> => {
      const wanted = count() + more
      while (count() < wanted) {
        await Promise.race([main, results].map((server) => server.arrived(server.requests.length + 1)))
      }
    },
    close,
  }
}

export type ChangingService = Awaited<ReturnType<typeof startChangingService>>
