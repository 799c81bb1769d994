import { clock, inventedField, nestedBody, objectBody, shortClock, type ResultBody } from './field.ts'

const timesOfDay = objectBody(
  'times of day of start and finish beside the time that was run',
  'results_rank=place|results_bib=bib|results_first_name=firstName|results_last_name=lastName|results_sex=sex|results_hometown=city|results_state_code=region|start_time|finish_time|elapsed_time=result|username|photo_url',
  inventedField('en', 24, 2_300_000, 13),
  ({ sex, bib, ms }) => ({
    results_sex: sex.toUpperCase(),
    results_state_code: ['NY', 'CA', 'TX'][bib % 3],
    start_time: '09:15:00',
    finish_time: clock(33_300_000 + ms),
    username: `runner${bib}`,
    photo_url: `https://photos.example/${bib}`,
  }),
  (finishers) => ({ finishers }),
)

const orienteering = nestedBody(
  'deeply nested persons, seconds, gaps that begin with nought',
  'Person.Id=id|Person.Name.Family=lastName|Person.Name.Given=firstName|Person.Nationality=country|Organisation.Id|Organisation.Name=club|Result.BibNumber=bib|Result.Time=result|Result.TimeBehind=gap|Result.Position=place|Result.Status=status',
  inventedField('fi', 20, 2_700_000, 14),
  ({ bib, ms, gapMs }) => ({
    'Person.Id': 40_000 + bib * 7,
    'Organisation.Id': bib % 6,
    'Result.Time': Math.floor(ms / 1000),
    'Result.TimeBehind': Math.floor(gapMs / 1000),
    'Result.Status': 'OK',
  }),
  { wrap: (classResult) => ({ classResult }) },
)

const [first] = inventedField('en', 20, 2_300_000, 15)
const others = nestedBody(
  'names and times of others than the finisher',
  'bib=bib|fullName=name|time=result|team.place|team.name=team|coach.firstName|coach.lastName|leader.name|leader.time|prevStage.result|prevStage.place|bestLap.time|wave.number|wave.start|photo.id|birthPlace|age_graded',
  inventedField('en', 20, 2_300_000, 15),
  (runner, index) => ({
    'team.place': (runner.bib % 4) + 1,
    'coach.firstName': first?.first,
    'coach.lastName': first?.last,
    'leader.name': `${first?.first} ${first?.last}`,
    'leader.time': clock(first?.ms ?? 0),
    'prevStage.result': clock(runner.ms * 1.1),
    'prevStage.place': ((index * 7) % 20) + 1,
    'bestLap.time': shortClock(runner.ms / 5),
    'wave.number': runner.bib % 3,
    'wave.start': '10:00:00',
    'photo.id': 7000 + runner.bib,
    birthPlace: runner.city,
    age_graded: 50 + (runner.bib % 40),
  }),
)

/** Fields that lie deep in a row, or speak of something else than the finisher. */
export const deepBodies: readonly ResultBody[] = [
  timesOfDay,
  { ...orienteering, units: { 'Result.Time': 's', 'Result.TimeBehind': 's' } },
  others,
]
