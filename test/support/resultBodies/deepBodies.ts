import { clock, fullName, inventedField, objectBody, rolesOf, shortClock, type ResultBody } from './field.ts'

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

const orienteering = (): ResultBody => ({
  title: 'deeply nested persons, seconds, gaps that begin with nought',
  text: JSON.stringify({
    classResult: inventedField('fi', 20, 2_700_000, 14).map((runner) => ({
      Person: {
        Id: 40_000 + runner.bib * 7,
        Name: { Family: runner.last, Given: runner.first },
        Nationality: runner.country,
      },
      Organisation: { Id: runner.bib % 6, Name: runner.club },
      Result: {
        BibNumber: runner.bib,
        Time: Math.floor(runner.ms / 1000),
        TimeBehind: Math.floor(runner.gapMs / 1000),
        Position: runner.place,
        Status: 'OK',
      },
    })),
  }),
  roles: rolesOf(
    'Person.Id=id|Person.Name.Family=lastName|Person.Name.Given=firstName|Person.Nationality=country|Organisation.Name=club|Result.BibNumber=bib|Result.Time=result|Result.TimeBehind=gap|Result.Position=place|Result.Status=status',
  ),
  units: { 'Result.Time': 's', 'Result.TimeBehind': 's' },
})

const others = (): ResultBody => ({
  title: 'names and times of others than the finisher',
  text: JSON.stringify(
    inventedField('en', 20, 2_300_000, 15).map((runner, index, field) => ({
      bib: runner.bib,
      fullName: fullName(runner),
      time: clock(runner.ms),
      team: { place: (runner.bib % 4) + 1, name: runner.club },
      coach: { firstName: field[0]?.first ?? '', lastName: field[0]?.last ?? '' },
      leader: { name: `${field[0]?.first} ${field[0]?.last}`, time: clock(field[0]?.ms ?? 0) },
      prevStage: { result: clock(runner.ms * 1.1), place: ((index * 7) % 20) + 1 },
      bestLap: { time: shortClock(runner.ms / 5) },
      wave: { number: runner.bib % 3, start: '10:00:00' },
      photo: { id: 7000 + runner.bib },
      birthPlace: runner.city,
      age_graded: 50 + (runner.bib % 40),
    })),
  ),
  roles: rolesOf('bib=bib|fullName=name|time=result|team.name=team'),
})

/** What lies deep in a row, or speaks of something else than the finisher. */
export const deepBodies: readonly ResultBody[] = [timesOfDay, orienteering(), others()]
