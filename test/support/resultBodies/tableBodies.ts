import { clock, csv, inventedField, shortClock, type Invented, type ResultBody } from './field.ts'

const json = JSON.stringify

const groupsOf = (
  field: readonly Invented[],
  by: (runner: Invented) => string,
): readonly (readonly [string, readonly Invented[]])[] => [...Map.groupBy(field, by)]

const russianCsv = (): ResultBody => ({
  title: 'a Russian protocol as semicolon text',
  text: csv(
    ';',
    '№ п/п|Место|Ст. №|Фамилия, имя|Пол|Год рожд.|Город|Клуб|Группа|Место в группе|Результат|Отставание|Разряд',
    inventedField('ru', 40, 2_000_000, 21).map((runner, index) => [
      index + 1,
      runner.place,
      runner.bib,
      `${runner.last} ${runner.first}`,
      runner.sex === 'm' ? 'М' : 'Ж',
      runner.birthYear,
      runner.city,
      runner.club,
      runner.group.replace('F', 'Ж').replace('M', 'М'),
      runner.groupPlace,
      clock(runner.ms),
      `+${shortClock(runner.gapMs)}`,
      'II',
    ]),
  ),
  roles: {
    Место: 'place',
    'Ст. №': 'bib',
    'Фамилия, имя': 'name',
    Пол: 'sex',
    'Год рожд.': 'birthYear',
    Город: 'city',
    Клуб: 'club',
    Группа: 'ageGroup',
    'Место в группе': 'placeCategory',
    Результат: 'result',
    Отставание: 'gap',
  },
})

const germanCsv = (): ResultBody => ({
  title: 'a German list: Name beside Vorname, net and gross time',
  text: csv(
    ';',
    'Platz|Startnr.|Name|Vorname|Jg|m/w|AK|AK-Platz|Verein|Ort|Nettozeit|Bruttozeit|Rückstand',
    inventedField('de', 36, 2_200_000, 22).map((runner) => [
      `${runner.place}.`,
      runner.bib,
      runner.last,
      runner.first,
      runner.birthYear,
      runner.sex === 'm' ? 'm' : 'w',
      `${runner.sex === 'm' ? 'M' : 'W'}${runner.age < 30 ? 'HK' : Math.floor(runner.age / 5) * 5}`,
      runner.groupPlace,
      runner.club,
      runner.city,
      clock(runner.ms),
      clock(runner.ms + 12_000),
      runner.place === 1 ? '' : `+${shortClock(runner.gapMs)}`,
    ]),
  ),
  roles: {
    Platz: 'place',
    'Startnr.': 'bib',
    Name: 'lastName',
    Vorname: 'firstName',
    Jg: 'birthYear',
    'm/w': 'sex',
    AK: 'ageGroup',
    'AK-Platz': 'placeCategory',
    Verein: 'club',
    Ort: 'city',
    Nettozeit: 'chipTime',
    Bruttozeit: 'gunTime',
    Rückstand: 'gap',
  },
})

const french = (): ResultBody => ({
  title: 'French keys: a name in two parts, official and real time',
  text: json({
    resultats: inventedField('fr', 30, 2_400_000, 23).map((runner) => ({
      classement: runner.place,
      dossard: runner.bib,
      nom: runner.last.toUpperCase(),
      prenom: runner.first,
      sexe: runner.sex === 'm' ? 'H' : 'F',
      categorie: `${runner.age < 40 ? 'SE' : 'M1'}${runner.sex === 'm' ? 'H' : 'F'}`,
      clt_categorie: runner.groupPlace,
      clt_sexe: runner.sexPlace,
      ville: runner.city,
      nationalite: runner.country,
      temps_officiel: clock(runner.ms + 7000),
      temps_reel: clock(runner.ms),
      ecart: shortClock(runner.gapMs),
      allure: shortClock(runner.ms / 10),
    })),
  }),
  roles: {
    classement: 'place',
    dossard: 'bib',
    nom: 'lastName',
    prenom: 'firstName',
    sexe: 'sex',
    categorie: 'ageGroup',
    clt_categorie: 'placeCategory',
    clt_sexe: 'placeSex',
    ville: 'city',
    nationalite: 'country',
    temps_officiel: 'result',
    temps_reel: 'chipTime',
    ecart: 'gap',
    allure: 'pace',
  },
})

const spanishCsv = (): ResultBody => ({
  title: 'a Spanish table with commas and quoted names',
  text: csv(
    ',',
    'Puesto|Dorsal|Apellidos|Nombre|Sexo|Categoría|Puesto Cat.|Localidad|Equipo|Tiempo oficial|Ritmo|Puntos',
    inventedField('es', 32, 2_300_000, 24).map((runner) => [
      runner.place,
      runner.bib,
      `"${runner.last} ${inventedField('es', 1, 1, runner.bib)[0]?.last ?? ''}"`,
      runner.first,
      runner.sex === 'm' ? 'H' : 'M',
      runner.age < 40 ? 'SENIOR' : 'VETERANOS',
      runner.groupPlace,
      runner.city,
      runner.club,
      clock(runner.ms),
      shortClock(runner.ms / 10),
      100 - runner.place,
    ]),
  ),
  roles: {
    Puesto: 'place',
    Dorsal: 'bib',
    Apellidos: 'lastName',
    Nombre: 'firstName',
    Sexo: 'sex',
    Categoría: 'ageGroup',
    'Puesto Cat.': 'placeCategory',
    Localidad: 'city',
    Equipo: 'team',
    'Tiempo oficial': 'result',
    Ritmo: 'pace',
    Puntos: 'points',
  },
})

const finnish = (): ResultBody => ({
  title: 'Finnish columns beside rows of lists',
  text: json({
    columns: ['Sija', 'Nro', 'Sukunimi', 'Etunimi', 'Syntymävuosi', 'Seura', 'Sarja', 'Aika', 'Ero', 'Tila'],
    rows: inventedField('fi', 28, 2_500_000, 25).map((runner) => [
      runner.place,
      runner.bib,
      runner.last,
      runner.first,
      runner.birthYear,
      runner.club,
      `${runner.sex === 'm' ? 'M' : 'N'}${Math.floor(runner.age / 5) * 5}`,
      clock(runner.ms),
      `+${shortClock(runner.gapMs)}`,
      'maalissa',
    ]),
  }),
  roles: {
    Sija: 'place',
    Nro: 'bib',
    Sukunimi: 'lastName',
    Etunimi: 'firstName',
    Syntymävuosi: 'birthYear',
    Seura: 'club',
    Sarja: 'ageGroup',
    Aika: 'result',
    Ero: 'gap',
    Tila: 'status',
  },
})

const nestedGroups = (): ResultBody => ({
  title: 'positional rows in groups of groups, with a list of field names',
  text: json({
    list: { fields: ['Rank', 'Bib', 'DisplayName', 'YOB', 'Club', 'Nation', 'GunTime', 'ChipTime', 'TimeDiff'] },
    data: Object.fromEntries(
      groupsOf(inventedField('de', 48, 2_600_000, 26), ({ sex }) => (sex === 'm' ? 'Herren' : 'Damen')).map(
        ([sex, runners]) => [
          sex,
          Object.fromEntries(
            groupsOf(runners, ({ group }) => group).map(([group, members]) => [
              group,
              members.map((runner, index) => [
                `${index + 1}.`,
                String(runner.bib),
                `${runner.last}, ${runner.first}`,
                String(runner.birthYear),
                runner.club,
                runner.country,
                clock(runner.ms + 3000),
                clock(runner.ms),
                index === 0 ? '' : `+${shortClock(runner.ms - (members[0]?.ms ?? 0))}`,
              ]),
            ]),
          ),
        ],
      ),
    ),
  }),
  roles: {
    group: 'sex',
    'group 2': 'ageGroup',
    Rank: 'place',
    Bib: 'bib',
    DisplayName: 'name',
    YOB: 'birthYear',
    Club: 'club',
    Nation: 'country',
    GunTime: 'gunTime',
    ChipTime: 'chipTime',
    TimeDiff: 'gap',
  },
})

const nameless = (): ResultBody => ({
  title: 'rows whose cells are only numbered',
  text: json(
    inventedField('ru', 40, 2_000_000, 27).map((runner) => ({
      1: runner.place,
      2: runner.bib,
      3: `${runner.last} ${runner.first}`,
      4: runner.sex === 'm' ? 'М' : 'Ж',
      5: runner.birthYear,
      6: runner.city,
      7: clock(runner.ms),
      8: `+${shortClock(runner.gapMs)}`,
      9: runner.group,
    })),
  ),
  roles: {
    1: 'place',
    2: 'bib',
    3: 'name',
    4: 'sex',
    5: 'birthYear',
    7: 'result',
    8: 'gap',
    9: 'ageGroup',
  },
})

const abbreviated = (): ResultBody => ({
  title: 'Russian abbreviations in capitals, a group per sheet',
  text: csv(
    ';',
    'М/Ж|Абс|Кат.|№|ФИ|Коллектив|Квал|ГР|Офиц. время|Чистое время|Отст.|КП1|КП2|Прим.',
    inventedField('ru', 30, 2_400_000, 37).map((runner) => [
      runner.sexPlace,
      runner.place,
      runner.groupPlace,
      runner.bib,
      `${runner.last} ${runner.first}`,
      runner.club,
      'МС',
      runner.birthYear,
      clock(runner.ms + 5000),
      clock(runner.ms),
      `+${shortClock(runner.gapMs)}`,
      clock(runner.points[0] ?? 0),
      clock(runner.points[1] ?? 0),
      '',
    ]),
  ),
  roles: {
    'М/Ж': 'placeSex',
    Абс: 'placeOverall',
    'Кат.': 'placeCategory',
    '№': 'bib',
    ФИ: 'name',
    Коллектив: 'club',
    ГР: 'birthYear',
    'Офиц. время': 'result',
    'Чистое время': 'chipTime',
    'Отст.': 'gap',
    КП1: 'split',
    КП2: 'split',
  },
})

export const tableBodies: readonly ResultBody[] = [
  russianCsv(),
  germanCsv(),
  french(),
  spanishCsv(),
  finnish(),
  nestedGroups(),
  nameless(),
  abbreviated(),
]
