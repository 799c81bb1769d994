import { clock, inventedField, isoDuration, shortClock, tenths, type ResultBody } from './field.ts'

const json = JSON.stringify

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
      laps: ['5 км', '10 км', '15 км', 'Финиш'].map((name, point) => ({
        lapNumber: point + 1,
        name,
        isOnLap: false,
        totalTime: clock(runner.points[point] ?? 0),
        lapTime: shortClock((runner.points[point] ?? 0) - (runner.points[point - 1] ?? 0)),
        groupRacePosition: runner.place,
      })),
    })),
  }),
  roles: {
    number: 'bib',
    position: 'place',
    resultTime: 'result',
    leaderDifference: 'gap',
    club: 'club',
    city: 'city',
    'account.firstName': 'firstName',
    'account.lastName': 'lastName',
    'account.age': 'age',
    ...Object.fromEntries(
      ['5 км', '10 км', '15 км', 'Финиш'].flatMap((name) => [
        [`laps.${name}.totalTime`, 'split'],
        [`laps.${name}.lapTime`, 'lap'],
      ]),
    ),
  },
})

const oneLetter = (): ResultBody => ({
  title: 'one-letter keys, hundredths of a second',
  text: json({
    data: inventedField('ru', 60, 2_000_000, 2).map((runner) => ({
      p: runner.place,
      b: runner.bib,
      n: `${runner.last} ${runner.first}`,
      s: runner.sex === 'm' ? 'M' : 'F',
      y: runner.birthYear,
      c: runner.country,
      g: runner.group,
      t: Math.floor(runner.ms / 10),
      k: 'T',
    })),
  }),
  roles: {
    p: 'place',
    b: 'bib',
    n: 'name',
    s: 'sex',
    y: 'birthYear',
    c: 'country',
    g: 'ageGroup',
    t: 'result',
  },
  units: { t: 'cs' },
})

const snakeNdjson = (): ResultBody => ({
  title: 'one JSON object a line, snake_case, seconds',
  text: inventedField('en', 50, 3_000_000, 3)
    .map((runner) =>
      json({
        participant_id: `a${(runner.bib * 7919).toString(36)}`,
        bib_number: String(runner.bib),
        full_name: `${runner.first} ${runner.last}`,
        gender: runner.sex === 'm' ? 'male' : 'female',
        age: runner.age,
        age_group: runner.group,
        home_town: runner.city,
        country_code: runner.country,
        finish_time: Math.floor(runner.ms / 1000),
        overall_rank: runner.place,
        gender_rank: runner.sexPlace,
        age_group_rank: runner.groupPlace,
        updated_at: '2026-05-16T12:00:00Z',
      }),
    )
    .join('\n'),
  roles: {
    participant_id: 'id',
    bib_number: 'bib',
    full_name: 'name',
    gender: 'sex',
    age: 'age',
    age_group: 'ageGroup',
    home_town: 'city',
    country_code: 'country',
    finish_time: 'result',
    overall_rank: 'placeOverall',
    gender_rank: 'placeSex',
    age_group_rank: 'placeCategory',
  },
  units: { finish_time: 's' },
})

const keyedByBib = (): ResultBody => ({
  title: 'objects keyed by bib',
  text: json({
    results: Object.fromEntries(
      inventedField('en', 25, 2_400_000, 4).map((runner) => [
        String(runner.bib),
        { athlete: `${runner.first} ${runner.last}`, team: runner.club, time: clock(runner.ms), rank: runner.place },
      ]),
    ),
  }),
  roles: { key: 'bib', athlete: 'name', team: 'team', time: 'result', rank: 'place' },
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
  roles: {
    startNumber: 'bib',
    'name.firstName': 'firstName',
    'name.lastName': 'lastName',
    place: 'place',
    result: 'result',
    bruttoTime: 'gunTime',
  },
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
        name: `${runner.first} ${runner.last}`,
        legTime: shortClock(((runner.points[leg] ?? 0) - (runner.points[leg - 1] ?? 0)) * 1.3),
      })),
    })),
  }),
  roles: {
    position: 'place',
    bib: 'bib',
    teamName: 'team',
    totalTime: 'result',
    status: 'status',
    ...Object.fromEntries([1, 2, 3].map((leg) => [`members.${leg}.legTime`, 'lap'])),
  },
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
  roles: {
    id: 'id',
    'runner.surname': 'lastName',
    'runner.givenName': 'firstName',
    'runner.dateOfBirth': 'birthDate',
    'runner.nationality': 'country',
    'runner.club.name': 'club',
    'ranks.overall': 'placeOverall',
    'ranks.gender': 'placeSex',
    'ranks.category': 'placeCategory',
    'times.gun': 'gunTime',
    'times.chip': 'chipTime',
    'times.behind': 'gap',
    'category.name': 'ageGroup',
  },
})

const beforeStart = (): ResultBody => ({
  title: 'a start list: nothing has a result yet',
  text: json({
    data: inventedField('ru', 12, 3_000_000, 8).map((runner) => ({
      bib: runner.bib,
      lastname: runner.last,
      firstname: runner.first,
      middlename: runner.middle,
      place: null,
      resultTime: '',
      status: '',
      isOnStart: runner.bib % 2 === 0,
      isFinished: false,
    })),
  }),
  roles: {
    bib: 'bib',
    lastname: 'lastName',
    firstname: 'firstName',
    middlename: 'middleName',
    place: 'place',
    resultTime: 'result',
    status: 'status',
  },
})

const threeRows = (): ResultBody => ({
  title: 'a category of three, numbers as texts',
  text: json({
    data: inventedField('ru', 3, 2_000_000, 9).map((runner) => ({
      place: String(runner.place),
      number: String(runner.bib),
      name: `${runner.last} ${runner.first}`,
      birthYear: String(runner.birthYear),
      gender: runner.sex === 'm' ? 'М' : 'Ж',
      result: clock(runner.ms),
      lag: shortClock(runner.gapMs),
    })),
  }),
  roles: {
    place: 'place',
    number: 'bib',
    name: 'name',
    birthYear: 'birthYear',
    gender: 'sex',
    result: 'result',
    lag: 'gap',
  },
})

const milliseconds = (): ResultBody => ({
  title: 'milliseconds by name, splits as an object',
  text: json(
    inventedField('en', 30, 2_100_000, 10).map((runner) => ({
      racerId: 900_000 + runner.bib * 3,
      bib: runner.bib,
      displayName: `${runner.first} ${runner.last}`,
      chipTimeMs: runner.ms,
      gunTimeMs: runner.ms + 4321,
      splits: { '5km': runner.points[1], '10km': runner.points[3] },
      state: runner.bib % 11 === 0 ? 'disqualified' : 'finished',
      finished: 'T',
      wave: 'B',
      startTime: '09:30:00',
    })),
  ),
  roles: {
    bib: 'bib',
    displayName: 'name',
    chipTimeMs: 'chipTime',
    gunTimeMs: 'gunTime',
    'splits.5km': 'split',
    'splits.10km': 'split',
    state: 'status',
  },
  units: { chipTimeMs: 'ms', gunTimeMs: 'ms', 'splits.5km': 'ms', 'splits.10km': 'ms' },
})

const translit = (): ResultBody => ({
  title: 'Russian words in Latin letters',
  text: json({
    rows: inventedField('ru', 20, 2_000_000, 11).map((runner) => ({
      mesto: runner.place,
      nomer: runner.bib,
      fio: `${runner.last} ${runner.first} ${runner.middle}`,
      pol: runner.sex === 'm' ? 'муж' : 'жен',
      god_rozhdeniya: runner.birthYear,
      gorod: runner.city,
      klub: runner.club,
      gruppa: runner.group.replace('F', 'Ж').replace('M', 'М'),
      rezultat: tenths(runner.ms, ','),
      otstavanie: runner.gapMs === 0 ? '' : `+${shortClock(runner.gapMs)}`,
    })),
  }),
  roles: {
    mesto: 'place',
    nomer: 'bib',
    fio: 'name',
    pol: 'sex',
    god_rozhdeniya: 'birthYear',
    gorod: 'city',
    klub: 'club',
    gruppa: 'ageGroup',
    rezultat: 'result',
    otstavanie: 'gap',
  },
})

const codedStatus = (): ResultBody => ({
  title: 'numeric status codes, booleans and points',
  text: json({
    data: {
      items: inventedField('fr', 20, 2_500_000, 12).map((runner) => ({
        row: runner.place,
        raceNumber: runner.bib,
        participant: { name: `${runner.first} ${runner.last}`, sex: runner.sex === 'm' ? 'H' : 'F', region: 'BRE' },
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
  roles: {
    raceNumber: 'bib',
    'participant.name': 'name',
    'participant.sex': 'sex',
    'participant.region': 'region',
    statusCode: 'status',
    points: 'points',
    time: 'result',
    avgPace: 'pace',
  },
})

export const objectBodies: readonly ResultBody[] = [
  envelope(),
  oneLetter(),
  snakeNdjson(),
  keyedByBib(),
  sentinels(),
  relays(),
  isoValues(),
  beforeStart(),
  threeRows(),
  milliseconds(),
  translit(),
  codedStatus(),
]
