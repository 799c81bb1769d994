import { readName } from '../headers/readName.ts'
import { wordOf } from './wordOf.ts'

export const listOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Whether a key is one of these words. */
const among = (text: string): ((key: string) => boolean) => {
  const words = new Set(listOf(text))
  return (key) => words.has(wordOf(key))
}

/** Names under which services put the rows themselves. */
export const isRowListWord = among(`
  data items item rows row results result list records record content payload values value entries entry body dataset
  finishers finisher participants participant athletes athlete runners runner competitors competitor racers members
  startlist resultlist resultslist edges hits features objects elements documents docs table standings leaderboard ranking
  результаты участники строки данные список протокол ergebnisse ergebnis ergebnisliste teilnehmer resultats participants
  resultados participantes tulokset osallistujat`)

/** Names under which services put the names of the columns. */
export const isFieldListWord = among(`
  fields field datafields columns column cols header headers headerrow head names keys schema labels titles fieldnames
  columnnames columndefs columndefinitions fieldlist columnlist поля колонки столбцы заголовки spalten felder colonnes champs
  columnas campos sarakkeet`)

/** Whether a key names data beside the rows, such as totals. */
export const isAsideWord = among(`
  error errors exception exceptions innererror stacktrace trace warnings warning messages validationerrors details issues problems violations links _links link
  meta metadata pagination paging filters filter facets sponsors sponsor partners partner settings options translations
  texts localization breadcrumbs menu navigation ошибка ошибки`)

/** Short lists inside a finisher's row. */
export const isDetailListWord = among(`
  laps lap splits split stages stage legs leg segments segment checkpoints checkpoint points point intermediates
  intermediate intermediatetimes passings passing times sections section circles rounds shots shootings penalties members
  teammembers history круги круг отсечки сплиты этапы этап точки runden zwischenzeiten temps tramos parciales väliajat`)

const isWordOfPerson = among(`
  bib bibnumber bibno number startnumber startno startnummer raceno racenumber dossard dorsal place position rank placing
  overallplace firstname lastname surname middlename givenname familyname fullname athletename runnername finishtime
  resulttime guntime chiptime nettime номер стартовыйномер место фамилия имя отчество фио participant platz rang vorname
  nachname numéro prénom nom puesto apellido apellidos nombre numero sija sukunimi etunimi kilpailunumero`)

/** A field that only a person, no group of people, has. */
export const isPersonWord = (field: string): boolean => isWordOfPerson(lastPartOf(field))

const isWordOfResult = among(`
  name result results time status gap club team city country sex gender age category agegroup group pace points year birthyear
  difference behind score distance laps результат время отставание клуб команда город страна пол возраст группа категория
  дистанция статус очки год темп zeit verein ort geschlecht alter klasse jahrgang ergebnis temps ville sexe âge catégorie pays
  tiempo equipo ciudad sexo edad categoría pais país aika seura kaupunki sukupuoli ikä sarja maa nimi tulos joukkue`)

/** A field as results have them, of a person or not. */
export const isResultWord = (field: string): boolean => isPersonWord(field) || isWordOfResult(lastPartOf(field))

/** A header as results have them, also one that only the words of the roles know, such as "Отст." or "Clt Cat". */
export const isHeaderWord = (header: string): boolean =>
  isResultWord(header) || readName(header).claims.some(({ strength }) => strength >= 0.7)

const lastPartOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

const groupNameWords = listOf(`
  name title label caption group groupname category categoryname distance distancename название наименование
  группа категория дистанция bezeichnung nom nombre nimi nome nazwa namn navn naam id key`)

/** How well a field names the group that has it: 0 best, -1 not at all. */
export const groupNameRank = (field: string): number => groupNameWords.indexOf(wordOf(field))

/** A number of rows in all, said beside a page of them. */
export const isTotalWord = among(`
  total totalcount totalitems totalrecords totalrows totalelements totalresults totalhits recordstotal recordsfiltered count
  itemcount itemscount rowcount rowscount resultcount resultscount numfound odatacount всего итого gesamt anzahl`)

/** An object in which a page tells about itself. */
export const isPageWord = among('meta metadata pagination paging page pager pageinfo paginginfo')

/** A list of people: those of a team, or anybody; their names label nothing. */
export const isMemberWord = among(`
  runners athletes participants members competitors teammembers participanti athleten teilnehmer läufer coureurs équipiers
  löpare juoksijat závodníci участники спортсмены состав`)
