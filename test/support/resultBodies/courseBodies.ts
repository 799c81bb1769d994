import { clock, csv, inventedField, shortClock, tenths, type ResultBody } from './field.ts'

const json = JSON.stringify

const triathlon = (): ResultBody => ({
  title: 'a triathlon: legs and transitions',
  text: csv(
    ',',
    'Pos|Bib|First Name|Surname|Gender|Age Category|Cat Pos|Club|Swim|T1|Bike|T2|Run|Total Time',
    inventedField('en', 30, 4_800_000, 28).map((runner) => {
      const swim = runner.ms * 0.18
      const t1 = 90_000 + (runner.bib % 40) * 1000
      const t2 = 60_000 + (runner.bib % 30) * 1000
      const bike = runner.ms * 0.5 - (runner.bib % 5) * 20_000
      const run = runner.ms - swim - t1 - t2 - bike
      return [
        runner.place,
        runner.bib,
        runner.first,
        runner.last,
        runner.sex === 'm' ? 'Male' : 'Female',
        runner.group,
        runner.groupPlace,
        runner.club,
        ...[swim, t1, bike, t2, run, runner.ms].map(clock),
      ]
    }),
  ),
  roles: {
    Pos: 'place',
    Bib: 'bib',
    'First Name': 'firstName',
    Surname: 'lastName',
    Gender: 'sex',
    'Age Category': 'ageGroup',
    'Cat Pos': 'placeCategory',
    Club: 'club',
    Swim: 'lap',
    T1: 'lap',
    Bike: 'lap',
    T2: 'lap',
    Run: 'lap',
    'Total Time': 'result',
  },
})

const trail = (): ResultBody => ({
  title: 'a trail with checkpoints, some never passed, and words for why',
  text: json(
    inventedField('ru', 30, 14_000_000, 29).map((runner, index) => {
      const last = index < 24 ? 4 : index % 3
      const at = (point: number): string | null => (point < last ? clock(runner.points[point] ?? 0) : null)
      return {
        Место: index < 24 ? runner.place : null,
        Номер: runner.bib,
        Участник: `${runner.last} ${runner.first}`,
        Команда: runner.club,
        КТ1: at(0),
        КТ2: at(1),
        КТ3: at(2),
        Финиш: index < 24 ? clock(runner.ms) : '',
        Статус: index < 24 ? 'Финишировал' : index % 2 === 0 ? 'Сошёл' : 'Не стартовал',
        Баллы: index < 24 ? 700 - index * 9 : 0,
      }
    }),
  ),
  roles: {
    Место: 'place',
    Номер: 'bib',
    Участник: 'name',
    Команда: 'team',
    КТ1: 'split',
    КТ2: 'split',
    КТ3: 'split',
    Финиш: 'result',
    Статус: 'status',
    Баллы: 'points',
  },
})

const usMarathon = (): ResultBody => ({
  title: 'an American marathon: places of three kinds, kilometre splits, pace',
  text: csv(
    ',',
    '|Bib|Name|Age|M/F|City|State|Country|10K|20K|Half|30K|Pace|Official Time|Overall|Gender Place|Division Place',
    inventedField('en', 60, 8_200_000, 30).map((runner, index) => [
      index,
      runner.bib,
      `"${runner.last}, ${runner.first}"`,
      runner.age,
      runner.sex.toUpperCase(),
      runner.city,
      ['MA', 'NY', 'OR', ''][runner.bib % 4] ?? '',
      runner.country,
      ...[0.237, 0.474, 0.5, 0.711].map((share) => clock(runner.ms * share)),
      clock(runner.ms / 42.195),
      clock(runner.ms),
      runner.place,
      runner.sexPlace,
      runner.groupPlace,
    ]),
  ),
  roles: {
    Bib: 'bib',
    Name: 'name',
    Age: 'age',
    'M/F': 'sex',
    City: 'city',
    State: 'region',
    Country: 'country',
    '10K': 'split',
    '20K': 'split',
    Half: 'split',
    '30K': 'split',
    Pace: 'pace',
    'Official Time': 'result',
    Overall: 'placeOverall',
    'Gender Place': 'placeSex',
    'Division Place': 'placeCategory',
  },
})

const laps = (): ResultBody => ({
  title: 'laps of a circuit as flat columns, rounds and best lap',
  text: csv(
    '\t',
    'Platz|StNr|Team|Runden|Runde 1|Runde 2|Runde 3|Beste Runde|Gesamtzeit|Abstand',
    inventedField('de', 24, 3_600_000, 31).map((runner) => {
      const pieces = [0.34, 0.32 + (runner.bib % 5) * 0.008, 0].map((part) => runner.ms * part)
      pieces[2] = runner.ms - (pieces[0] ?? 0) - (pieces[1] ?? 0)
      return [
        runner.place,
        runner.bib,
        `${runner.club || 'Frei'} ${runner.bib}`,
        3,
        ...pieces.map(shortClock),
        shortClock(Math.min(...pieces)),
        clock(runner.ms),
        runner.place === 1 ? '-' : `+${shortClock(runner.gapMs)}`,
      ]
    }),
  ),
  roles: {
    Platz: 'place',
    StNr: 'bib',
    Team: 'team',
    'Runde 1': 'lap',
    'Runde 2': 'lap',
    'Runde 3': 'lap',
    Gesamtzeit: 'result',
    Abstand: 'gap',
  },
})

const seasonCup = (): ResultBody => ({
  title: 'a cup by points, without a time',
  text: json({
    standings: inventedField('en', 20, 2_000_000, 32).map((runner) => ({
      rank: runner.place,
      competitorName: `${runner.first} ${runner.last}`,
      club: runner.club,
      county: ['Kent', 'Devon', 'York'][runner.bib % 3],
      category: runner.group,
      totalPoints: 400 - runner.place * 11,
    })),
  }),
  roles: {
    rank: 'place',
    competitorName: 'name',
    club: 'club',
    county: 'region',
    category: 'ageGroup',
    totalPoints: 'points',
  },
})

const russianJson = (): ResultBody => ({
  title: 'a Russian relay with stages and two times named as such',
  text: json({
    rows: inventedField('ru', 22, 3_000_000, 33).map((runner) => ({
      'Место (абс.)': runner.place,
      'Место (пол)': runner.sexPlace,
      'Место (кат.)': runner.groupPlace,
      Фамилия: runner.last,
      Имя: runner.first,
      Отчество: runner.middle,
      'Дата рождения': `0${1 + (runner.bib % 9)}.1${runner.bib % 3}.${runner.birthYear}`,
      Возраст: runner.age,
      'Возрастная категория': `${runner.sex === 'm' ? 'М' : 'Ж'}${runner.age < 40 ? '18-39' : '40+'}`,
      Регион: ['Псковская обл.', 'Пермский край', 'Тульская обл.'][runner.bib % 3],
      'Время чистое': tenths(runner.ms, ','),
      'Время по выстрелу': tenths(runner.ms + 6000, ','),
      'Темп (мин/км)': shortClock(runner.ms / 10),
      '5 км': clock(runner.points[1] ?? 0),
      '5 км место': runner.place,
    })),
  }),
  roles: {
    'Место (абс.)': 'placeOverall',
    'Место (пол)': 'placeSex',
    'Место (кат.)': 'placeCategory',
    Фамилия: 'lastName',
    Имя: 'firstName',
    Отчество: 'middleName',
    'Дата рождения': 'birthDate',
    Возраст: 'age',
    'Возрастная категория': 'ageGroup',
    Регион: 'region',
    'Время чистое': 'chipTime',
    'Время по выстрелу': 'gunTime',
    'Темп (мин/км)': 'pace',
    '5 км': 'split',
  },
})

const bilingual = (): ResultBody => ({
  title: 'headers in two languages',
  text: csv(
    ';',
    'Место / Place|Номер / Bib|Имя / Name|Страна / Country|Город / City|Результат / Result',
    inventedField('ru', 18, 2_700_000, 34).map((runner) => [
      runner.place,
      runner.bib,
      `${runner.first} ${runner.last}`,
      runner.country,
      runner.city,
      clock(runner.ms),
    ]),
  ),
  roles: {
    'Место / Place': 'place',
    'Номер / Bib': 'bib',
    'Имя / Name': 'name',
    'Страна / Country': 'country',
    'Город / City': 'city',
    'Результат / Result': 'result',
  },
})

const seconds = (): ResultBody => ({
  title: 'numbers as texts, seconds with a fraction, clock of the finish beside',
  text: json({
    data: inventedField('fi', 26, 2_400_000, 35).map((runner) => ({
      pos: String(runner.place),
      bib: String(runner.bib),
      athlete_name: `${runner.first} ${runner.last}`,
      start_time: '10:00:00',
      finish_clock: clock(36_000_000 + runner.ms),
      result_seconds: (runner.ms / 1000).toFixed(2),
      gap_seconds: (runner.gapMs / 1000).toFixed(2),
      dnf: 'F',
    })),
  }),
  roles: { pos: 'place', bib: 'bib', athlete_name: 'name', result_seconds: 'result', gap_seconds: 'gap' },
  units: { result_seconds: 's', gap_seconds: 's' },
})

const hundredthSplits = (): ResultBody => ({
  title: 'splits as a list of numbered points in hundredths',
  text: json({
    items: inventedField('fr', 30, 7_500_000, 36).map((runner) => ({
      rang: runner.place,
      dossard: runner.bib,
      coureur: `${runner.first} ${runner.last}`,
      equipe: runner.club,
      chrono: Math.floor(runner.ms / 10),
      passages: ['10 km', '21.1 km', '30 km'].map((label, point) => ({
        label,
        temps: Math.floor((runner.ms * ([0.237, 0.5, 0.711][point] ?? 0)) / 10),
        rang: runner.place,
      })),
    })),
  }),
  roles: {
    rang: 'place',
    dossard: 'bib',
    coureur: 'name',
    equipe: 'team',
    chrono: 'result',
    ...Object.fromEntries(['10 km', '21.1 km', '30 km'].map((label) => [`passages.${label}.temps`, 'split'])),
  },
  units: { chrono: 'cs' },
})

/** Courses with points, laps and legs, and lists of other kinds. */
export const courseBodies: readonly ResultBody[] = [
  triathlon(),
  trail(),
  usMarathon(),
  laps(),
  seasonCup(),
  russianJson(),
  bilingual(),
  seconds(),
  hundredthSplits(),
]
