import { answerWith, startRaceWith, type RaceService } from './raceService.ts'

/** A race with all that makes a list go wrong: DSQ, DNF, DNS, a tie, a name of 60 characters, three categories a person. */

export const longName = 'Константинопольская-Преображенская Александра-Виктория Юрьевна'
const runner = (number: number, place: number | null, result: string, more: object = {}) => ({
  position: place,
  number,
  account: { lastName: `Бегун${number}`, firstName: 'Пётр', birthDate: '1990-05-17' },
  club: 'Динамо',
  city: 'Тула',
  country: 'RUS',
  gender: 'M',
  resultTime: result,
  isFinished: true,
  laps: [
    { name: '5 km', totalTime: `0:${20 + (number % 5)}:${10 + (number % 7)}` },
    { name: 'Finish', totalTime: result },
  ],
  ...more,
})
const overall = [
  runner(1001, 1, '0:40:00'),
  runner(1002, 2, '0:41:00'),
  runner(1003, 2, '0:41:00'),
  runner(1004, 4, '0:42:00', { account: { lastName: longName, firstName: '' } }),
  runner(1005, null, 'DSQ'),
  runner(1006, null, 'DNF'),
  runner(1007, null, 'DNS'),
]
/** Rows by category. Each person stands in all three; the last has no places. */
export const awkwardRace = {
  Overall: overall,
  Men: overall,
  'M30-39': overall.map(({ position: _, ...row }) => row),
}

/** Answers every category as it was, whatever it was told since. */
export const answerAwkwardly = (race: RaceService): void => answerWith(race, awkwardRace)

export const startAwkwardRace = (): Promise<RaceService> => startRaceWith(awkwardRace)
