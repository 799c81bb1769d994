import {
  clock,
  familyFirst,
  fullName,
  inventedField,
  isoDuration,
  objectBody,
  rolesOf,
  shortClock,
  tenths,
  type ResultBody,
} from './field.ts'
import { cyrillicGroup } from './tableBodies.ts'

const json = JSON.stringify

const lapNames = ['5 км', '10 км', '15 км', 'Финиш']
const envelope = (): ResultBody => ({
  title: 'an envelope of camelCase rows with an account and laps by name',
  text: json({
    isSuccess: true,
    message: null,
    data: inventedField('ru', 40, 2_000_000).map((runner) => ({
      number: runner.bib,
      position: runner.place,
      resultTime: clock(runner.ms),
      leaderDifference: `+${shortClock(runner.gapMs)}`,
      isFinished: true,
      isOnStart: true,
      club: runner.club,
      city: runner.city,
      account: { firstName: runner.first, lastName: runner.last, age: runner.age },
      laps: lapNames.map((name, point) => ({
        lapNumber: point + 1,
        name,
        isOnLap: false,
        totalTime: clock(runner.points[point] ?? 0),
        lapTime: shortClock((runner.points[point] ?? 0) - (runner.points[point - 1] ?? 0)),
        groupRacePosition: runner.place,
      })),
    })),
  }),
  roles: rolesOf(
    [
      'number=bib|position=place|resultTime=result|leaderDifference=gap|club=club|city=city',
      'account.firstName=firstName|account.lastName=lastName|account.age=age',
      ...lapNames.map((name) => `laps.${name}.totalTime=split|laps.${name}.lapTime=lap`),
    ].join('|'),
  ),
})

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

const keyedByBib = (): ResultBody => ({
  title: 'objects keyed by bib',
  text: json({
    results: Object.fromEntries(
      inventedField('en', 25, 2_400_000, 4).map((runner) => [
        String(runner.bib),
        { athlete: fullName(runner), team: runner.club, time: clock(runner.ms), rank: runner.place },
      ]),
    ),
  }),
  roles: rolesOf('key=bib|athlete=name|team=team|time=result|rank=place'),
})

const sentinels = (): ResultBody => ({
  title: 'DNF as a result, 9999999 and 0 as no place',
  text: json({
    total: 24,
    offset: 0,
    limit: 100,
    items: inventedField('de', 24, 5_000_000, 5).map((runner, index) => ({
      startNumber: runner.bib,
      name: { firstName: runner.first, lastName: runner.last },
      place: index < 18 ? runner.place : index % 2 === 0 ? 9_999_999 : 0,
      result: index < 18 ? clock(runner.ms) : index === 18 ? 'DNS' : 'DNF',
      bruttoTime: index < 18 ? clock(runner.ms + 15_000) : '0:00:00',
    })),
  }),
  roles: rolesOf(
    'startNumber=bib|name.firstName=firstName|name.lastName=lastName|place=place|result=result|bruttoTime=gunTime',
  ),
})

const relays = (): ResultBody => ({
  title: 'relay teams with their members',
  text: json({
    isSuccess: true,
    data: inventedField('fi', 16, 6_000_000, 6).map((runner) => ({
      position: runner.place,
      bib: runner.bib,
      teamName: `${runner.club || 'Vapaa'} ${runner.place}`,
      totalTime: clock(runner.ms),
      status: 'Finished',
      members: [1, 2, 3].map((leg) => ({
        leg,
        name: fullName(runner),
        legTime: shortClock(((runner.points[leg] ?? 0) - (runner.points[leg - 1] ?? 0)) * 1.3),
      })),
    })),
  }),
  roles: rolesOf(
    'position=place|bib=bib|teamName=team|totalTime=result|status=status|members.1.legTime=lap|members.2.legTime=lap|members.3.legTime=lap',
  ),
})

const isoValues = (): ResultBody => ({
  title: 'ISO durations, birth dates and country codes under a runner',
  text: json(
    inventedField('es', 30, 4_000_000, 7).map((runner) => ({
      id: `0f${(runner.bib * 104_729).toString(16)}`,
      runner: {
        surname: runner.last,
        givenName: runner.first,
        dateOfBirth: `${runner.birthYear}-0${1 + (runner.bib % 9)}-1${runner.bib % 10}`,
        nationality: runner.country,
        club: { id: runner.bib % 5, name: runner.club },
      },
      ranks: { overall: runner.place, gender: runner.sexPlace, category: runner.groupPlace },
      times: { gun: isoDuration(runner.ms + 9000), chip: isoDuration(runner.ms), behind: isoDuration(runner.gapMs) },
      category: { id: 7, name: runner.group },
    })),
  ),
  roles: rolesOf(
    'id=id|runner.surname=lastName|runner.givenName=firstName|runner.dateOfBirth=birthDate|runner.nationality=country|runner.club.name=club|ranks.overall=placeOverall|ranks.gender=placeSex|ranks.category=placeCategory|times.gun=gunTime|times.chip=chipTime|times.behind=gap|category.name=ageGroup',
  ),
})

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

const milliseconds = (): ResultBody => ({
  title: 'milliseconds by name, splits as an object',
  text: json(
    inventedField('en', 30, 2_100_000, 10).map((runner) => ({
      racerId: 900_000 + runner.bib * 3,
      bib: runner.bib,
      displayName: fullName(runner),
      chipTimeMs: runner.ms,
      gunTimeMs: runner.ms + 4321,
      splits: { '5km': runner.points[1], '10km': runner.points[3] },
      state: runner.bib % 11 === 0 ? 'disqualified' : 'finished',
      finished: 'T',
      wave: 'B',
      startTime: '09:30:00',
    })),
  ),
  roles: rolesOf(
    'bib=bib|displayName=name|chipTimeMs=chipTime|gunTimeMs=gunTime|splits.5km=split|splits.10km=split|state=status',
  ),
  units: { chipTimeMs: 'ms', gunTimeMs: 'ms', 'splits.5km': 'ms', 'splits.10km': 'ms' },
})

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

const codedStatus = (): ResultBody => ({
  title: 'numeric status codes, booleans and points',
  text: json({
    data: {
      items: inventedField('fr', 20, 2_500_000, 12).map((runner) => ({
        row: runner.place,
        raceNumber: runner.bib,
        participant: { name: fullName(runner), sex: runner.sex === 'm' ? 'H' : 'F', region: 'BRE' },
        statusCode: runner.bib % 9 === 0 ? 3 : 1,
        isDisqualified: false,
        points: 1000 - runner.place * 7,
        time: tenths(runner.ms),
        avgPace: `${shortClock(runner.ms / 10)}/km`,
        avgSpeed: Math.round((36_000_000 / runner.ms) * 100) / 10,
      })),
      total: 20,
      offset: 0,
    },
  }),
  roles: rolesOf(
    'raceNumber=bib|participant.name=name|participant.sex=sex|participant.region=region|statusCode=status|points=points|time=result|avgPace=pace',
  ),
})

export const objectBodies: readonly ResultBody[] = [
  envelope(),
  { ...oneLetter, units: { t: 'cs' } },
  { ...snakeCase, text: inLines(snakeCase.text), units: { finish_time: 's' } },
  keyedByBib(),
  sentinels(),
  relays(),
  isoValues(),
  beforeStart,
  threeRows,
  milliseconds(),
  translit,
  codedStatus(),
]
