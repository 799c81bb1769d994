import {
  clock,
  csvBody,
  familyFirst,
  inventedField,
  nestedBody,
  objectBody,
  shortClock,
  tenths,
  type ResultBody,
} from './field.ts'

const triathlon = csvBody(
  'a triathlon: legs and transitions',
  ',',
  'Pos=place|Bib=bib|First Name=firstName|Surname=lastName|Gender=sex|Age Category=ageGroup|Cat Pos=placeCategory|Club=club|Swim=lap|T1=lap|Bike=lap|T2=lap|Run=lap|Total Time=result',
  inventedField('en', 30, 4_800_000, 28),
  ({ sex, bib, ms }) => {
    const swim = ms * 0.18
    const t1 = 90_000 + (bib % 40) * 1000
    const t2 = 60_000 + (bib % 30) * 1000
    const bike = ms * 0.5 - (bib % 5) * 20_000
    return {
      Gender: sex === 'm' ? 'Male' : 'Female',
      Swim: clock(swim),
      T1: clock(t1),
      Bike: clock(bike),
      T2: clock(t2),
      Run: clock(ms - swim - t1 - t2 - bike),
    }
  },
)

const trail = objectBody(
  'a trail with checkpoints, some never passed, and words for why',
  'Место=place|Номер=bib|Участник=name|Команда=team|КТ1=split|КТ2=split|КТ3=split|Финиш=result|Статус=status|Баллы=points',
  inventedField('ru', 30, 14_000_000, 29),
  (runner, index) => {
    const isFinisher = index < 24
    const at = (point: number): string | null =>
      point < (isFinisher ? 4 : index % 3) ? clock(runner.points[point] ?? 0) : null
    return {
      Место: isFinisher ? runner.place : null,
      Участник: familyFirst(runner),
      КТ1: at(0),
      КТ2: at(1),
      КТ3: at(2),
      Финиш: isFinisher ? clock(runner.ms) : '',
      Статус: isFinisher ? 'Финишировал' : index % 2 === 0 ? 'Сошёл' : 'Не стартовал',
      Баллы: isFinisher ? 700 - index * 9 : 0,
    }
  },
)

const usMarathon = csvBody(
  'an American marathon: places of three kinds, kilometre splits, pace',
  ',',
  '|Bib=bib|Name=name|Age=age|M/F=sex|City=city|State=region|Country=country|10K=split|20K=split|Half=split|30K=split|Pace=pace|Official Time=result|Overall=placeOverall|Gender Place=placeSex|Division Place=placeCategory',
  inventedField('en', 60, 8_200_000, 30),
  ({ first, last, sex, bib, ms }, index) => ({
    '': index,
    Name: `"${last}, ${first}"`,
    'M/F': sex.toUpperCase(),
    State: ['MA', 'NY', 'OR', ''][bib % 4],
    '10K': clock(ms * 0.237),
    '20K': clock(ms * 0.474),
    Half: clock(ms * 0.5),
    '30K': clock(ms * 0.711),
    Pace: clock(ms / 42.195),
  }),
)

const laps = csvBody(
  'laps of a circuit as flat columns, rounds and best lap',
  '\t',
  'Platz=place|StNr=bib|Team=team|Runden|Runde 1=lap|Runde 2=lap|Runde 3=lap|Beste Runde|Gesamtzeit=result|Abstand=gap',
  inventedField('de', 24, 3_600_000, 31),
  ({ club, bib, ms, place, gapMs }) => {
    const [first, second] = [0.34, 0.32 + (bib % 5) * 0.008].map((part) => ms * part) as [number, number]
    const third = ms - first - second
    return {
      Team: `${club || 'Frei'} ${bib}`,
      Runden: 3,
      'Runde 1': shortClock(first),
      'Runde 2': shortClock(second),
      'Runde 3': shortClock(third),
      'Beste Runde': shortClock(Math.min(first, second, third)),
      Abstand: place === 1 ? '-' : `+${shortClock(gapMs)}`,
    }
  },
)

const seasonCup = objectBody(
  'a cup by points, without a time',
  'rank=place|competitorName=name|club=club|county=region|category=ageGroup|totalPoints=points',
  inventedField('en', 20, 2_000_000, 32),
  ({ bib, place }) => ({ county: ['Kent', 'Devon', 'York'][bib % 3], totalPoints: 400 - place * 11 }),
  (standings) => ({ standings }),
)

const russianJson = objectBody(
  'a Russian relay with stages and two times named as such',
  'Место (абс.)=placeOverall|Место (пол)=placeSex|Место (кат.)=placeCategory|Фамилия=lastName|Имя=firstName|Отчество=middleName|Дата рождения=birthDate|Возраст=age|Возрастная категория=ageGroup|Регион=region|Время чистое=chipTime|Время по выстрелу=gunTime|Темп (мин/км)=pace|5 км=split|5 км место',
  inventedField('ru', 22, 3_000_000, 33),
  ({ bib, birthYear, sex, age, ms, points, place }) => ({
    'Дата рождения': `0${1 + (bib % 9)}.1${bib % 3}.${birthYear}`,
    'Возрастная категория': `${sex === 'm' ? 'М' : 'Ж'}${age < 40 ? '18-39' : '40+'}`,
    Регион: ['Псковская обл.', 'Пермский край', 'Тульская обл.'][bib % 3],
    'Время чистое': tenths(ms, ','),
    'Время по выстрелу': tenths(ms + 6000, ','),
    '5 км': clock(points[1] ?? 0),
    '5 км место': place,
  }),
  (rows) => ({ rows }),
)

const bilingual = csvBody(
  'headers in two languages',
  ';',
  'Место / Place=place|Номер / Bib=bib|Имя / Name=name|Страна / Country=country|Город / City=city|Результат / Result=result',
  inventedField('ru', 18, 2_700_000, 34),
)

const seconds = objectBody(
  'numbers as texts, seconds with a fraction, clock of the finish beside',
  'pos=place|bib=bib|athlete_name=name|start_time|finish_clock|result_seconds=result|gap_seconds=gap|dnf',
  inventedField('fi', 26, 2_400_000, 35),
  ({ place, bib, ms, gapMs }) => ({
    pos: String(place),
    bib: String(bib),
    start_time: '10:00:00',
    finish_clock: clock(36_000_000 + ms),
    result_seconds: (ms / 1000).toFixed(2),
    gap_seconds: (gapMs / 1000).toFixed(2),
    dnf: 'F',
  }),
  (data) => ({ data }),
)

const points = ['10 km', '21.1 km', '30 km']
const hundredthSplits = nestedBody(
  'splits as a list of numbered points in hundredths',
  'rang=place|dossard=bib|coureur=name|equipe=team|chrono=result',
  inventedField('fr', 30, 7_500_000, 36),
  ({ ms }) => ({ chrono: Math.floor(ms / 10) }),
  {
    wrap: (items) => ({ items }),
    lists: ({ ms, place }) => ({
      passages: points.map((label, point) => ({
        label,
        temps: Math.floor((ms * ([0.237, 0.5, 0.711][point] ?? 0)) / 10),
        rang: place,
      })),
    }),
    roles: points.map((label) => `passages.${label}.temps=split`).join('|'),
  },
)

export const courseBodies: readonly ResultBody[] = [
  triathlon,
  trail,
  usMarathon,
  laps,
  seasonCup,
  russianJson,
  bilingual,
  { ...seconds, units: { result_seconds: 's', gap_seconds: 's' } },
  { ...hundredthSplits, units: { chrono: 'cs' } },
]
