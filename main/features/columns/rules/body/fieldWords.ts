import { readName } from '../headers/readName.ts'
import { wordOf } from './wordOf.ts'

export const listOf = (text: string): readonly string[] => text.trim().split(/\s+/)
const wordsOf = (text: string): ReadonlySet<string> => new Set(listOf(text))

const rowListWords = wordsOf(`
  data items item rows row results result list records record content payload values value entries entry body dataset
  finishers finisher participants participant athletes athlete runners runner competitors competitor racers members
  startlist resultlist resultslist edges hits features objects elements documents docs table standings leaderboard ranking
  результаты участники строки данные список протокол ergebnisse ergebnis ergebnisliste teilnehmer resultats participants
  resultados participantes tulokset osallistujat`)

/** Names under which services put the rows themselves. */
export const isRowListWord = (key: string): boolean => rowListWords.has(wordOf(key))

const fieldListWords = wordsOf(`
  fields field datafields columns column cols header headers headerrow head names keys schema labels titles fieldnames
  columnnames columndefs columndefinitions fieldlist columnlist поля колонки столбцы заголовки spalten felder colonnes champs
  columnas campos sarakkeet`)

/** Names under which services put the names of the columns. */
export const isFieldListWord = (key: string): boolean => fieldListWords.has(wordOf(key))

const asideWords = wordsOf(`
  error errors exception exceptions innererror stacktrace trace warnings warning messages validationerrors details issues problems violations links _links link
  meta metadata pagination paging filters filter facets sponsors sponsor partners partner settings options translations
  texts localization breadcrumbs menu navigation ошибка ошибки`)

/** Whether a key names data beside the rows, such as totals. */
export const isAsideWord = (key: string): boolean => asideWords.has(wordOf(key))

const detailListWords = wordsOf(`
  laps lap splits split stages stage legs leg segments segment checkpoints checkpoint points point intermediates
  intermediate intermediatetimes passings passing times sections section circles rounds shots shootings penalties members
  teammembers history круги круг отсечки сплиты этапы этап точки runden zwischenzeiten temps tramos parciales väliajat`)

/** Short lists inside a finisher's row. */
export const isDetailListWord = (key: string): boolean => detailListWords.has(wordOf(key))

const personWords = wordsOf(`
  bib bibnumber bibno number startnumber startno startnummer raceno racenumber dossard dorsal place position rank placing
  overallplace firstname lastname surname middlename givenname familyname fullname athletename runnername finishtime
  resulttime guntime chiptime nettime номер стартовыйномер место фамилия имя отчество фио participant platz rang vorname
  nachname numéro prénom nom puesto apellido apellidos nombre numero sija sukunimi etunimi kilpailunumero`)

/** A field that only a person, no group of people, has. */
export const isPersonWord = (field: string): boolean => personWords.has(lastWordOf(field))

const resultWords = wordsOf(`
  name result results time status gap club team city country sex gender age category agegroup group pace points year birthyear
  difference behind score distance laps результат время отставание клуб команда город страна пол возраст группа категория
  дистанция статус очки год темп zeit verein ort geschlecht alter klasse jahrgang ergebnis temps ville sexe âge catégorie pays
  tiempo equipo ciudad sexo edad categoría pais país aika seura kaupunki sukupuoli ikä sarja maa nimi tulos joukkue`)

/** A field as results have them, of a person or not. */
export const isResultWord = (field: string): boolean => isPersonWord(field) || resultWords.has(lastWordOf(field))

/** A header as results have them, also one that only the words of the roles know, such as "Отст." or "Clt Cat". */
export const isHeaderWord = (header: string): boolean =>
  isResultWord(header) || readName(header).claims.some(({ strength }) => strength >= 0.7)

const lastWordOf = (field: string): string => wordOf(field.slice(field.lastIndexOf('.') + 1))

const groupNameWords = listOf(`
  name title label caption group groupname category categoryname distance distancename название наименование
  группа категория дистанция bezeichnung nom nombre nimi nome nazwa namn navn naam id key`)

/** How well a field names the group that has it: 0 best, -1 not at all. */
export const groupNameRank = (field: string): number => groupNameWords.indexOf(wordOf(field))

const totalWords = wordsOf(`
  total totalcount totalitems totalrecords totalrows totalelements totalresults totalhits recordstotal recordsfiltered count
  itemcount itemscount rowcount rowscount resultcount resultscount numfound odatacount всего итого gesamt anzahl`)

/** A number of rows in all, said beside a page of them. */
export const isTotalWord = (key: string): boolean => totalWords.has(wordOf(key))

const pageWords = wordsOf('meta metadata pagination paging page pager pageinfo paginginfo')

/** An object in which a page tells about itself. */
export const isPageWord = (key: string): boolean => pageWords.has(wordOf(key))

const memberWords = wordsOf(`
  runners athletes participants members competitors teammembers participanti athleten teilnehmer läufer coureurs équipiers
  löpare juoksijat závodníci участники спортсмены состав`)

/** A list of people: those of a team, or anybody; their names label nothing. */
export const isMemberWord = (key: string): boolean => memberWords.has(wordOf(key))
