import {
  clock,
  csvBody,
  familyFirst,
  inventedField,
  listsBody,
  objectBody,
  rolesOf,
  shortClock,
  type Invented,
  type ResultBody,
} from './field.ts'

const groupsOf = (
  field: readonly Invented[],
  by: (runner: Invented) => string,
): readonly (readonly [string, readonly Invented[]])[] => [...Map.groupBy(field, by)]

export const cyrillicGroup = ({ group }: Invented): string => group.replace('F', 'Ж').replace('M', 'М')

const nestedGroups = (): ResultBody => ({
  title: 'positional rows in groups of groups, with a list of field names',
  text: JSON.stringify({
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
  roles: rolesOf(
    'group=sex|group 2=ageGroup|Rank=place|Bib=bib|DisplayName=name|YOB=birthYear|Club=club|Nation=country|GunTime=gunTime|ChipTime=chipTime|TimeDiff=gap',
  ),
})

export const tableBodies: readonly ResultBody[] = [
  csvBody(
    'a Russian protocol as semicolon text',
    ';',
    '№ п/п|Место=place|Ст. №=bib|Фамилия, имя=name|Пол=sex|Год рожд.=birthYear|Город=city|Клуб=club|Группа=ageGroup|Место в группе=placeCategory|Результат=result|Отставание=gap|Разряд',
    inventedField('ru', 40, 2_000_000, 21),
    (runner, index) => ({
      '№ п/п': index + 1,
      'Фамилия, имя': familyFirst(runner),
      Пол: runner.sex === 'm' ? 'М' : 'Ж',
      Группа: cyrillicGroup(runner),
      Разряд: 'II',
    }),
  ),
  csvBody(
    'a German list: Name beside Vorname, net and gross time',
    ';',
    'Platz=place|Startnr.=bib|Name=lastName|Vorname=firstName|Jg=birthYear|m/w=sex|AK=ageGroup|AK-Platz=placeCategory|Verein=club|Ort=city|Nettozeit=chipTime|Bruttozeit=gunTime|Rückstand=gap',
    inventedField('de', 36, 2_200_000, 22),
    ({ place, sex, age, ms, gapMs }) => ({
      Platz: `${place}.`,
      'm/w': sex === 'm' ? 'm' : 'w',
      AK: `${sex === 'm' ? 'M' : 'W'}${age < 30 ? 'HK' : Math.floor(age / 5) * 5}`,
      Bruttozeit: clock(ms + 12_000),
      Rückstand: place === 1 ? '' : `+${shortClock(gapMs)}`,
    }),
  ),
  objectBody(
    'French keys: a name in two parts, official and real time',
    'classement=place|dossard=bib|nom=lastName|prenom=firstName|sexe=sex|categorie=ageGroup|clt_categorie=placeCategory|clt_sexe=placeSex|ville=city|nationalite=country|temps_officiel=result|temps_reel=chipTime|ecart=gap|allure=pace',
    inventedField('fr', 30, 2_400_000, 23),
    ({ last, sex, age, ms, gapMs }) => ({
      nom: last.toUpperCase(),
      sexe: sex === 'm' ? 'H' : 'F',
      categorie: `${age < 40 ? 'SE' : 'M1'}${sex === 'm' ? 'H' : 'F'}`,
      temps_officiel: clock(ms + 7000),
      ecart: shortClock(gapMs),
    }),
    (resultats) => ({ resultats }),
  ),
  csvBody(
    'a Spanish table with commas and quoted names',
    ',',
    'Puesto=place|Dorsal=bib|Apellidos=lastName|Nombre=firstName|Sexo=sex|Categoría=ageGroup|Puesto Cat.=placeCategory|Localidad=city|Equipo=team|Tiempo oficial=result|Ritmo=pace|Puntos=points',
    inventedField('es', 32, 2_300_000, 24),
    ({ last, bib, sex, age, place }) => ({
      Apellidos: `"${last} ${inventedField('es', 1, 1, bib)[0]?.last ?? ''}"`,
      Sexo: sex === 'm' ? 'H' : 'M',
      Categoría: age < 40 ? 'SENIOR' : 'VETERANOS',
      Puntos: 100 - place,
    }),
  ),
  listsBody(
    'Finnish columns beside rows of lists',
    'Sija=place|Nro=bib|Sukunimi=lastName|Etunimi=firstName|Syntymävuosi=birthYear|Seura=club|Sarja=ageGroup|Aika=result|Ero=gap|Tila=status',
    inventedField('fi', 28, 2_500_000, 25),
    ({ sex, age }) => ({ Sarja: `${sex === 'm' ? 'M' : 'N'}${Math.floor(age / 5) * 5}`, Tila: 'maalissa' }),
  ),
  nestedGroups(),
  objectBody(
    'rows whose cells are only numbered',
    '1=place|2=bib|3=name|4=sex|5=birthYear|6|7=result|8=gap|9=ageGroup',
    inventedField('ru', 40, 2_000_000, 27),
    (runner) => ({ 3: familyFirst(runner), 4: runner.sex === 'm' ? 'М' : 'Ж', 6: runner.city }),
  ),
  csvBody(
    'Russian abbreviations in capitals, a group per sheet',
    ';',
    'М/Ж=placeSex|Абс=placeOverall|Кат.=placeCategory|№=bib|ФИ=name|Коллектив=club|Квал|ГР=birthYear|Офиц. время=result|Чистое время=chipTime|Отст.=gap|КП1=split|КП2=split|Прим.',
    inventedField('ru', 30, 2_400_000, 37),
    (runner) => ({
      ФИ: familyFirst(runner),
      Квал: 'МС',
      'Офиц. время': clock(runner.ms + 5000),
      КП1: clock(runner.points[0] ?? 0),
      КП2: clock(runner.points[1] ?? 0),
      'Прим.': '',
    }),
  ),
]
