import {
  clock,
  familyFirst,
  fullName,
  inventedField,
  isoDuration,
  nestedBody,
  objectBody,
  rolesOf,
  shortClock,
  tenths,
  type ResultBody,
} from './field.ts'
import { cyrillicGroup } from './tableBodies.ts'

const json = JSON.stringify

const lapNames = ['5 км', '10 км', '15 км', 'Финиш']
const envelope = nestedBody(
  'an envelope of camelCase rows with an account and laps by name',
  'number=bib|position=place|resultTime=result|leaderDifference=gap|isFinished|isOnStart|club=club|city=city|account.firstName=firstName|account.lastName=lastName|account.age=age',
  inventedField('ru', 40, 2_000_000),
  () => ({ isFinished: true, isOnStart: true }),
  {
    wrap: (data) => ({ isSuccess: true, message: null, data }),
    lists: ({ points, place }) => ({
      laps: lapNames.map((name, point) => ({
        lapNumber: point + 1,
        name,
        isOnLap: false,
        totalTime: clock(points[point] ?? 0),
        lapTime: shortClock((points[point] ?? 0) - (points[point - 1] ?? 0)),
        groupRacePosition: place,
      })),
    }),
    roles: lapNames.map((name) => `laps.${name}.totalTime=split|laps.${name}.lapTime=lap`).join('|'),
  },
)

const oneLetter = objectBody(
  'one-letter keys, hundredths of a second',
  'p=place|b=bib|n=name|s=sex|y=birthYear|c=country|g=ageGroup|t=result|k',
  inventedField('ru', 60, 2_000_000, 2),
  (runner) => ({ n: familyFirst(runner), s: runner.sex.toUpperCase(), t: Math.floor(runner.ms / 10), k: 'T' }),
  (data) => ({ data }),
)

const snakeCase = objectBody(
  'one JSON object a line, snake_case, seconds',
  'participant_id=id|bib_number=bib|full_name=name|gender=sex|age=age|age_group=ageGroup|home_town=city|country_code=country|finish_time=result|overall_rank=placeOverall|gender_rank=placeSex|age_group_rank=placeCategory|updated_at',
  inventedField('en', 50, 3_000_000, 3),
  ({ bib, sex, ms }) => ({
    participant_id: `a${(bib * 7919).toString(36)}`,
    bib_number: String(bib),
    gender: sex === 'm' ? 'male' : 'female',
    finish_time: Math.floor(ms / 1000),
    updated_at: '2026-05-16T12:00:00Z',
  }),
)
const inLines = (list: string): string => (JSON.parse(list) as readonly object[]).map((row) => json(row)).join('\n')

const keyedByBib: ResultBody = {
  ...objectBody(
    'objects keyed by bib',
    'bib=bib|athlete=name|team=team|time=result|rank=place',
    inventedField('en', 25, 2_400_000, 4),
    undefined,
    (rows) => ({ results: Object.fromEntries(rows.map(({ bib, ...row }) => [String(bib), row])) }),
  ),
  roles: rolesOf('key=bib|athlete=name|team=team|time=result|rank=place'),
}

const sentinels = nestedBody(
  'DNF as a result, 9999999 and 0 as no place',
  'startNumber=bib|name.firstName=firstName|name.lastName=lastName|place=place|result=result|bruttoTime=gunTime',
  inventedField('de', 24, 5_000_000, 5),
  ({ place, ms }, index) =>
    index < 18
      ? { bruttoTime: clock(ms + 15_000), place }
      : { place: index % 2 === 0 ? 9_999_999 : 0, result: index === 18 ? 'DNS' : 'DNF', bruttoTime: '0:00:00' },
  { wrap: (items) => ({ total: 24, offset: 0, limit: 100, items }) },
)

const relays = nestedBody(
  'relay teams with their members',
  'position=place|bib=bib|teamName=team|totalTime=result|status=status',
  inventedField('fi', 16, 6_000_000, 6),
  ({ club, place }) => ({ teamName: `${club || 'Vapaa'} ${place}`, status: 'Finished' }),
  {
    wrap: (data) => ({ isSuccess: true, data }),
    lists: (runner) => ({
      members: [1, 2, 3].map((leg) => ({
        leg,
        name: fullName(runner),
        legTime: shortClock(((runner.points[leg] ?? 0) - (runner.points[leg - 1] ?? 0)) * 1.3),
      })),
    }),
    roles: 'members.1.legTime=lap|members.2.legTime=lap|members.3.legTime=lap',
  },
)

const isoValues = nestedBody(
  'ISO durations, birth dates and country codes under a runner',
  'id=id|runner.surname=lastName|runner.givenName=firstName|runner.dateOfBirth=birthDate|runner.nationality=country|runner.club.id|runner.club.name=club|ranks.overall=placeOverall|ranks.gender=placeSex|ranks.category=placeCategory|times.gun=gunTime|times.chip=chipTime|times.behind=gap|category.id|category.name=ageGroup',
  inventedField('es', 30, 4_000_000, 7),
  ({ bib, birthYear, ms, gapMs }) => ({
    id: `0f${(bib * 104_729).toString(16)}`,
    'runner.dateOfBirth': `${birthYear}-0${1 + (bib % 9)}-1${bib % 10}`,
    'runner.club.id': bib % 5,
    'times.gun': isoDuration(ms + 9000),
    'times.chip': isoDuration(ms),
    'times.behind': isoDuration(gapMs),
    'category.id': 7,
  }),
)

const beforeStart = objectBody(
  'a start list: nothing has a result yet',
  'bib=bib|lastname=lastName|firstname=firstName|middlename=middleName|place=place|resultTime=result|status=status|isOnStart|isFinished',
  inventedField('ru', 12, 3_000_000, 8),
  ({ bib }) => ({ place: null, resultTime: '', status: '', isOnStart: bib % 2 === 0, isFinished: false }),
  (data) => ({ data }),
)

const threeRows = objectBody(
  'a category of three, numbers as texts',
  'place=place|number=bib|name=name|birthYear=birthYear|gender=sex|result=result|lag=gap',
  inventedField('ru', 3, 2_000_000, 9),
  (runner) => ({
    place: String(runner.place),
    number: String(runner.bib),
    name: familyFirst(runner),
    birthYear: String(runner.birthYear),
    gender: runner.sex === 'm' ? 'М' : 'Ж',
    lag: shortClock(runner.gapMs),
  }),
  (data) => ({ data }),
)

const milliseconds = nestedBody(
  'milliseconds by name, splits as an object',
  'racerId|bib=bib|displayName=name|chipTimeMs=chipTime|gunTimeMs=gunTime|splits.5km=split|splits.10km=split|state=status|finished|wave|startTime',
  inventedField('en', 30, 2_100_000, 10),
  ({ bib, ms, points }) => ({
    racerId: 900_000 + bib * 3,
    chipTimeMs: ms,
    gunTimeMs: ms + 4321,
    'splits.5km': points[1],
    'splits.10km': points[3],
    state: bib % 11 === 0 ? 'disqualified' : 'finished',
    finished: 'T',
    wave: 'B',
    startTime: '09:30:00',
  }),
)

const translit = objectBody(
  'Russian words in Latin letters',
  'mesto=place|nomer=bib|fio=name|pol=sex|god_rozhdeniya=birthYear|gorod=city|klub=club|gruppa=ageGroup|rezultat=result|otstavanie=gap',
  inventedField('ru', 20, 2_000_000, 11),
  (runner) => ({
    fio: `${familyFirst(runner)} ${runner.middle}`,
    pol: runner.sex === 'm' ? 'муж' : 'жен',
    gruppa: cyrillicGroup(runner),
    rezultat: tenths(runner.ms, ','),
    otstavanie: runner.gapMs === 0 ? '' : `+${shortClock(runner.gapMs)}`,
  }),
  (rows) => ({ rows }),
)

const codedStatus = nestedBody(
  'numeric status codes, booleans and points',
  'row|raceNumber=bib|participant.name=name|participant.sex=sex|participant.region=region|statusCode=status|isDisqualified|points=points|time=result|avgPace=pace|avgSpeed',
  inventedField('fr', 20, 2_500_000, 12),
  ({ bib, place, sex, ms }) => ({
    row: place,
    'participant.sex': sex === 'm' ? 'H' : 'F',
    'participant.region': 'BRE',
    statusCode: bib % 9 === 0 ? 3 : 1,
    isDisqualified: false,
    points: 1000 - place * 7,
    time: tenths(ms),
    avgPace: `${shortClock(ms / 10)}/km`,
    avgSpeed: Math.round((36_000_000 / ms) * 100) / 10,
  }),
  { wrap: (items) => ({ data: { items, total: 20, offset: 0 } }) },
)

export const objectBodies: readonly ResultBody[] = [
  envelope,
  { ...oneLetter, units: { t: 'cs' } },
  { ...snakeCase, text: inLines(snakeCase.text), units: { finish_time: 's' } },
  keyedByBib,
  sentinels,
  relays,
  isoValues,
  beforeStart,
  threeRows,
  { ...milliseconds, units: { chipTimeMs: 'ms', gunTimeMs: 'ms', 'splits.5km': 'ms', 'splits.10km': 'ms' } },
  translit,
  codedStatus,
]
