import type { Json } from '../../../../../preload/contract/ids.ts'
import { isPersonWord, isResultWord } from './fieldWords.ts'
import type { JsonObject } from './json.ts'
import type { Promised } from './pageTotals.ts'
import { leastSigns } from './people.ts'

/** A run of rows as received. */
export type Part = {
  readonly items: readonly Json[]
  /** Cell names of rows that are lists. */
  readonly names: readonly string[] | null
  /** Keys of rows that are values of an object. */
  readonly keys: readonly string[] | null
  readonly promised: Promised | null
}

/** A group's key or name and its other plain values. */
export type GroupLabel = { readonly name: Json | undefined; readonly others: JsonObject }

export type PartTree = Part | { readonly label: GroupLabel | null; readonly inner: readonly PartTree[] }

/** Rows that could be the table of the body, and how much speaks for them. */
export type Candidate = {
  readonly tree: PartTree
  readonly rows: number
  /** Names of the columns, as far as a sample shows them. */
  readonly fields: ReadonlySet<string>
  readonly isPositional: boolean
  /** Some of the values are numbers or times. */
  readonly hasMeasures: boolean
  /** How much speaks for its rows being people, as of `peopleSigns`. */
  readonly signs: number
  /** Weight of the list's name; 1 is neutral. */
  readonly factor: number
  /** It stands where rows are expected, whatever they look like. */
  readonly isExpected: boolean
}

const scoreOf = ({ rows, fields, factor, signs }: Candidate): number =>
  Math.log2(1 + rows) *
  Math.min(fields.size, 16) *
  (1 + knownOf(fields) / 2) *
  (1 + signs) *
  (signs >= leastSigns ? 6 : 1) *
  factor

const knownOf = (fields: ReadonlySet<string>): number => {
  let known = 0
  for (const field of fields) if (isResultWord(field)) known += 1
  return known
}

/** A list somewhere in a body is not a table of results for being a list: its place or its columns must say so. */
export const isAcceptable = ({ rows, fields, hasMeasures, isExpected }: Candidate): boolean =>
  isExpected ||
  (rows > 0 && knownOf(fields) >= 2 && [...fields].some(isPersonWord)) ||
  (fields.size >= 3 && (rows >= 3 || (rows > 0 && hasMeasures)))

/** Follow only the best of parallel lists, so that the search stays linear. */
const mostClusters = 6
const mostCandidates = 4

type Member = { readonly candidate: Candidate; readonly label: GroupLabel | null }
type Cluster = {
  readonly members: Member[]
  readonly canGrow: boolean
  /** A group that stands alone keeps its label. */
  readonly isLabelled: boolean
  readonly first: Candidate
  rows: number
  score: number
}

type Clusters = {
  readonly add: (candidate: Candidate, label: GroupLabel | null, isLabelled: boolean, isAlone?: boolean) => void
  /** Best first. */
  readonly candidates: () => readonly Candidate[]
}

/** Gathers lists that stand side by side; lists of one kind are the groups of one table. `isAlone`: the list joins no others. */
export const createClusters = (): Clusters => {
  let clusters: Cluster[] = []
  return {
    add: (candidate, label, isLabelled, isAlone = false) => {
      const member = { candidate, label }
      const known = isAlone ? undefined : clusters.find(({ canGrow, first }) => canGrow && areAlike(first, candidate))
      if (known !== undefined) {
        known.members.push(member)
        known.rows += candidate.rows
        known.score = scoreOf({ ...known.first, rows: known.rows })
        return
      }
      const { rows } = candidate
      const score = scoreOf(candidate)
      clusters.push({ members: [member], canGrow: !isAlone, isLabelled, first: candidate, rows, score })
      if (clusters.length > mostClusters) {
        const least = clusters.reduce((worst, cluster) => (cluster.score < worst.score ? cluster : worst))
        clusters = clusters.filter((cluster) => cluster !== least)
      }
    },
    candidates: () =>
      clusters
        .toSorted((a, b) => b.score - a.score)
        .slice(0, mostCandidates)
        .map(joined),
  }
}

const joined = ({ members, isLabelled, first }: Cluster): Candidate =>
  members.length === 1 && !isLabelled ? first : joinCandidates(members)

/** The rows of all members as one table, each under its label. */
export const joinCandidates = (members: readonly Member[]): Candidate => {
  const fullest = members.reduce((most, member) => (member.candidate.rows > most.candidate.rows ? member : most))
  return {
    ...fullest.candidate,
    rows: members.reduce((sum, { candidate }) => sum + candidate.rows, 0),
    tree: { label: null, inner: members.map(({ candidate, label }) => ({ label, inner: [candidate.tree] })) },
    isExpected: members.some(({ candidate }) => candidate.isExpected),
  }
}

const areAlike = (a: Candidate, b: Candidate): boolean => {
  if (a.rows === 0 || b.rows === 0) return a.rows === b.rows
  if (a.isPositional !== b.isPositional) return false
  let shared = 0
  for (const field of a.fields) if (b.fields.has(field)) shared += 1
  const [least, most] = [Math.min(a.fields.size, b.fields.size), Math.max(a.fields.size, b.fields.size)]
  // People and points of the course can both have names.
  return shared * 5 >= most * 4 || (shared * 2 >= least && a.signs >= leastSigns === b.signs >= leastSigns)
}
