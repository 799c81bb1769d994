import { clock, inventedField, shortClock, type ResultBody } from './field.ts'

const json = JSON.stringify

const timesOfDay = (): ResultBody => ({
  title: 'times of day of start and finish beside the time that was run',
  text: json({
    finishers: inventedField('en', 24, 2_300_000, 13).map((runner) => ({
      results_rank: runner.place,
      results_bib: runner.bib,
      results_first_name: runner.first,
      results_last_name: runner.last,
      results_sex: runner.sex.toUpperCase(),
      results_hometown: runner.city,
      results_state_code: ['NY', 'CA', 'TX'][runner.bib % 3],
      start_time: '09:15:00',
      finish_time: clock(33_300_000 + runner.ms),
      elapsed_time: clock(runner.ms),
      username: `runner${runner.bib}`,
      photo_url: `https://photos.example/${runner.bib}`,
    })),
  }),
  roles: {
    results_rank: 'place',
    results_bib: 'bib',
    results_first_name: 'firstName',
    results_last_name: 'lastName',
    results_sex: 'sex',
    results_hometown: 'city',
    results_state_code: 'region',
    elapsed_time: 'result',
  },
})

const orienteering = (): ResultBody => ({
  title: 'deeply nested persons, seconds, gaps that begin with nought',
  text: json({
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
  roles: {
    'Person.Id': 'id',
    'Person.Name.Family': 'lastName',
    'Person.Name.Given': 'firstName',
    'Person.Nationality': 'country',
    'Organisation.Name': 'club',
    'Result.BibNumber': 'bib',
    'Result.Time': 'result',
    'Result.TimeBehind': 'gap',
    'Result.Position': 'place',
    'Result.Status': 'status',
  },
  units: { 'Result.Time': 's', 'Result.TimeBehind': 's' },
})

const others = (): ResultBody => ({
  title: 'names and times of others than the finisher',
  text: json(
    inventedField('en', 20, 2_300_000, 15).map((runner, index, field) => ({
      bib: runner.bib,
      fullName: `${runner.first} ${runner.last}`,
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
  roles: { bib: 'bib', fullName: 'name', time: 'result', 'team.name': 'team' },
})

/** What lies deep in a row, or speaks of something else than the finisher. */
export const deepBodies: readonly ResultBody[] = [timesOfDay(), orienteering(), others()]
