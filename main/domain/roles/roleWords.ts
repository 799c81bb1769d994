import type { ColumnRole } from '../../../preload/contract.ts'
import { fold } from '../fold.ts'
import {
  placeParts,
  placeShort,
  overallParts,
  sexParts,
  categoryParts,
  timeParts,
  gunParts,
  chipParts,
} from './headerParts.ts'
import { otherPhrases } from './otherWords.ts'

/** `other`: the name is known, and it is none of the roles. */
export type NamedRole = ColumnRole | 'other'

/**
 * How much a name says by itself: 1 it means nothing else · 0.85 it usually means this · 0.7 it often does · 0.5 a letter or a word of many
 * meanings, which only values make clear.
 */
export type Strength = 1 | 0.85 | 0.7 | 0.5
export type Claim = { readonly role: NamedRole; readonly strength: Strength }

const phrases: readonly (readonly [NamedRole, Strength, string])[] = [
  ['points', 0.85, 'itra points|utmb points|cup points|ranking points|race points|series points|itra|очки кубка'],
  ['result', 0.85, 't oficial|t officiel|tps officiel|t total|res|fin time|res time|рез т'],
  ['region', 1, 'state prov|stateprov|st prov'],
  ['placeCategory', 1, 'rank a|rka|rank ag'],
  ['placeSex', 1, 'rank g|rkg'],
  ['placeOverall', 1, 'rank o|rko|overall pos'],
  ['pace', 0.7, 'temp'],
  ['points', 1, 'ochki|bally'],
  ['gap', 1, 'otstavanie|proigrysh'],
  ['result', 0.85, 'rezultat|vremya|itogovoe vremya|finishnoe vremya'],
  ['country', 1, 'strana'],
  ['region', 0.85, 'oblast|region rf'],
  ['city', 1, 'gorod'],
  ['team', 1, 'komanda'],
  ['club', 1, 'klub'],
  ['ageGroup', 0.85, 'gruppa|kategoriya|vozrastnaya gruppa|vozrastnaya kategoriya'],
  ['birthDate', 1, 'data rozhdeniya|data rojdeniya'],
  ['birthYear', 0.85, 'god rozhdeniya|god rojdeniya|god rozhd|god'],
  ['age', 1, 'vozrast'],
  ['sex', 0.85, 'pol'],
  ['middleName', 1, 'otchestvo'],
  ['lastName', 1, 'familiya|familia'],
  ['firstName', 0.85, 'imya|imia'],
  ['name', 1, 'fio|familiya imya|imya familiya|uchastnik|sportsmen'],
  ['bib', 0.85, 'nomer|startovyi nomer|start nomer|nagrudnyi nomer'],
  ['place', 1, 'mesto'],
  ['place', 1, placeParts],
  ['place', 0.5, 'p|r|м'],
  ['placeOverall', 0.7, 'overall|abs|absolute|scratch|gesamt|абсолют|абсолютный|абс|general|total|gesamtwertung'],
  ['placeSex', 0.5, sexParts],
  [
    'placeCategory',
    0.7,
    'division|div|ak|category|cat|kat|class|кат|категория|группа|altersklasse|age group|sarja|categoria|categorie',
  ],
  ['bib', 1, 'bib|bib number|bib no|bibno|bib num|bib nr|race number|race no|race bib|start number|start no|start bib'],
  [
    'bib',
    1,
    'startnummer|startnr|stnr|st nr|start nr|startnum|stno|dossard|no dossard|n dossard|num dossard|numero dossard',
  ],
  [
    'bib',
    1,
    'dorsal|numero dorsal|no dorsal|numero de dorsal|rintanumero|kilpailunumero|kilpailijanumero|osallistujanumero',
  ],
  [
    'bib',
    1,
    'стартовый номер|старт номер|старт no|стартовый no|ст номер|ст no|нагрудный номер|номер участника|no участника',
  ],
  [
    'bib',
    1,
    'participant number|runner number|athlete number|competitor number|lahtonumero|номер спортсмена|нагр номер|no start|no уч|номер уч',
  ],
  ['bib', 0.85, 'number|номер|nummer|numero|стартовый'],
  ['bib', 0.7, 'num|nr|nro|no'],
  ['bib', 0.5, 'n|b|nb|н|st|key|code|chip'],
  [
    'name',
    1,
    'full name|fullname|athlete name|runner name|participant name|competitor name|display name|first and last name',
  ],
  [
    'name',
    1,
    'name surname|surname name|surname first name|first name last name|last name first name|last first|finisher name',
  ],
  [
    'name',
    1,
    'name vorname|vorname name|nachname vorname|vorname nachname|vor und nachname|vor nachname|teilnehmername',
  ],
  [
    'name',
    1,
    'nom prenom|prenom nom|nom et prenom|prenom et nom|nom complet|nombre completo|nombre apellidos|apellidos nombre',
  ],
  [
    'name',
    1,
    'nombre y apellidos|apellidos y nombre|nombre y apellido|koko nimi|etu ja sukunimi|sukunimi etunimi|etunimi sukunimi',
  ],
  [
    'name',
    1,
    'фио|ф и о|фамилия имя|имя фамилия|фамилия имя отчество|фамилия и имя|имя и фамилия|полное имя|имя участника',
  ],
  ['name', 1, 'фио участника|фи|фамилия имя участника|фио спортсмена'],
  [
    'name',
    0.85,
    'name|nom|nombre|nimi|athlete|runner|participant|competitor|teilnehmer|teilnehmer in|sportler|laufer|athlet',
  ],
  [
    'name',
    0.85,
    'coureur|concurrent|corredor|participante|atleta|kilpailija|juoksija|участник|спортсмен|бегун|атлет|finisher',
  ],
  ['name', 0.7, 'имя|person|personne|swimmer|rider|skier'],
  ['name', 0.5, 'n|nm|title'],
  [
    'firstName',
    1,
    'first name|firstname|given name|givenname|given names|forename|fname|vorname|prenom|etunimi|primer nombre',
  ],
  ['firstName', 0.85, 'имя|first|rufname|given'],
  ['firstName', 0.5, 'f|fn|nombre'],
  [
    'lastName',
    1,
    'last name|lastname|surname|family name|familyname|lname|nachname|familienname|zuname|nom de famille|nom famille',
  ],
  ['lastName', 1, 'apellido|apellidos|primer apellido|sukunimi|фамилия'],
  ['lastName', 0.85, 'last|family|фам'],
  ['lastName', 0.5, 'l|ln|nom'],
  [
    'middleName',
    1,
    'middle name|middlename|patronymic|отчество|zweiter vorname|deuxieme prenom|segundo nombre|toinen nimi|mname',
  ],
  ['middleName', 0.7, 'second name|middle|patronym'],
  ['sex', 1, `${sexParts}|gender code|sex name|gender name`],
  ['sex', 0.5, 's|g|gen|x|п'],
  ['age', 1, 'age|alter|edad|ika|возраст|age years|полных лет|race age|age on race day|age at race|кол во лет|лет'],
  ['age', 0.5, 'a|в|years'],
  [
    'birthYear',
    1,
    'birth year|year of birth|yob|year born|jahrgang|jg|geburtsjahr|geb jahr|annee de naissance|annee naissance',
  ],
  [
    'birthYear',
    1,
    'an naissance|ano de nacimiento|ano nacimiento|syntymavuosi|synt vuosi|год рождения|год рожд|г р|гр|г рожд|год р',
  ],
  ['birthYear', 0.85, 'born|birth|jahr|annee|naissance|nacimiento|vuosi|год|year|synt|sv|birthday year'],
  [
    'birthYear',
    0.7,
    'birth date|date of birth|dob|birthday|дата рождения|geburtsdatum|date de naissance|fecha de nacimiento|ano|geb',
  ],
  ['birthYear', 0.5, 'y|yb|by|г|yr|b'],
  [
    'birthDate',
    1,
    'birth date|date of birth|dob|birthday|geburtsdatum|geburtstag|geb datum|date de naissance|date naissance',
  ],
  [
    'birthDate',
    1,
    'fecha de nacimiento|fecha nacimiento|f nacimiento|syntymaaika|syntymapaiva|дата рождения|дата рожд|др|д р',
  ],
  ['birthDate', 0.85, 'born|birth|naissance|nacimiento|geb|geboren|ne le|nee le|syntynyt'],
  ['birthDate', 0.7, 'birth year|year of birth|yob|jahrgang|jg|geburtsjahr|год рождения'],
  [
    'ageGroup',
    1,
    'age group|agegroup|age category|age class|age division|age cat|age grp|altersklasse|altersgruppe|ikaluokka|ikasarja',
  ],
  [
    'ageGroup',
    1,
    'categorie d age|categorie age|tranche d age|categoria edad|categoria de edad|grupo de edad|grupo edad|ak',
  ],
  ['ageGroup', 1, 'возрастная группа|возрастная категория|возр группа|возр категория|возр гр|возрастная гр'],
  [
    'ageGroup',
    0.85,
    'category|cat|kategorie|kat|categorie|categoria|klasse|категория|кат|группа|division|div|class|sarja|luokka',
  ],
  ['ageGroup', 0.85, 'wertungsklasse|wertung|category name|group name|category code|age|возраст|alter'],
  ['ageGroup', 0.7, 'groupe|grupo|gruppe|зачет'],
  ['ageGroup', 0.5, 'c|k|g|ag|гр|a|cl|s|group|group 2|group 3|group 4'],
  [
    'club',
    1,
    'club|club name|sports club|running club|verein|vereinsname|laufverein|клуб|название клуба|спортивный клуб|seura',
  ],
  ['club', 1, 'беговой клуб|клуб любителей бега|klub|sportverein|sportclub|клуб участника'],
  [
    'club',
    0.85,
    'club team|verein team|team verein|клуб команда|команда клуб|club equipe|club equipo|seura joukkue|team club',
  ],
  [
    'club',
    0.85,
    'association|societe|organisation|organization|организация|коллектив|общество|спортобщество|club ou ville',
  ],
  ['club', 0.7, 'verein ort|club ville|клуб город|seura paikkakunta|org|school|школа|company'],
  ['club', 0.5, 'c|cl|v|к'],
  [
    'team',
    1,
    'team|team name|mannschaft|teamname|equipe|nom equipe|equipo|nombre equipo|joukkue|tiimi|команда|название команды',
  ],
  [
    'team',
    1,
    'staffel|staffelname|relay|relay team|relay name|relais|relevo|viesti|эстафета|squad|team title|mannschaftsname',
  ],
  ['team', 0.5, 'tm|t'],
  [
    'city',
    1,
    'city|town|hometown|home town|city name|home city|wohnort|ort|stadt|ville|commune|localite|ciudad|localidad|poblacion',
  ],
  [
    'city',
    1,
    'municipio|kaupunki|paikkakunta|kotipaikka|kotikunta|kunta|город|населенный пункт|нас пункт|город проживания',
  ],
  ['city', 0.85, 'municipality|locality|location|место жительства|procedencia|place of residence|heimatort|город клуб'],
  ['city', 0.7, 'residence|from|domicile|г'],
  ['city', 0.5, 'c'],
  [
    'region',
    1,
    'region|region name|state province|province|bundesland|provincia|comunidad|comunidad autonoma|maakunta|oblast|край',
  ],
  [
    'region',
    1,
    'область|регион|субъект|субъект рф|область край|край область|республика область край|county|canton|kanton',
  ],
  ['region', 1, 'departement|region code|субъект федерации|регион рф'],
  ['region', 0.85, 'state|dept|округ|district|prov|state code'],
  ['region', 0.7, 'land|area'],
  [
    'country',
    1,
    'country|country code|country name|nation|nationality|nat|noc|nationalitat|staat|staatsangehorigkeit|pays|country iso',
  ],
  [
    'country',
    1,
    'nationalite|pais|nacionalidad|maa|kansalaisuus|kansallisuus|страна|гражданство|государство|citizenship|nation code',
  ],
  ['country', 0.85, 'ioc|land|ctry|iso|nac|flag|cntry'],
  ['country', 0.5, 'c|co|l|cc|na'],
  [
    'result',
    1,
    'result|result time|finish time|finishing time|finished time|total time|official time|race time|final time|overall time',
  ],
  [
    'result',
    1,
    'elapsed time|ergebnis|endzeit|zielzeit|gesamtzeit|laufzeit|resultat|temps officiel|temps total|temps final|time total',
  ],
  [
    'result',
    1,
    'temps de course|resultado|tiempo oficial|tiempo final|tiempo total|tulos|loppuaika|kokonaisaika|результат|marca',
  ],
  [
    'result',
    1,
    'итоговое время|итоговый результат|финишное время|время финиша|время на финише|общее время|официальное время',
  ],
  [
    'result',
    1,
    'официальный результат|время прохождения|результат время|результат итоговый|official result|time result|race result',
  ],
  ['result', 0.85, 'time|zeit|temps|chrono|tiempo|aika|время|perf|performance|elapsed|рез|итог'],
  ['result', 0.7, 'total|end time|duration|finish total|meta|finish|финиш|ziel|maali|arrivee'],
  ['result', 0.5, 't|r|res|tm|в'],
  ['gunTime', 0.85, 'gun|brutto|брутто|gross'],
  ['gunTime', 1, 'bruttozeit|bruttoaika|время брутто|gun elapsed|clock gun time'],
  ['gunTime', 0.7, 'clock time'],
  ['chipTime', 0.85, 'netto|chip|net|нетто|чип|puce'],
  ['chipTime', 1, 'nettozeit|nettoaika|chip elapsed|индивидуальное время'],
  [
    'gap',
    1,
    'gap|difference|leader difference|time difference|time behind|behind|gap to leader|diff to leader|behind leader|leader gap',
  ],
  [
    'gap',
    1,
    'behind winner|gap to winner|diff to winner|ruckstand|abstand|ecart|retard|ecart premier|ecart leader|ecart 1 er|eroaika',
  ],
  [
    'gap',
    1,
    'diferencia|ero karkeen|отставание|отст|отставание от лидера|проигрыш|проигрыш лидеру|разница|leader diff|diff leader',
  ],
  ['gap', 1, 'time gap|difference to leader|difference to winner|diff|dif|differenz|отст от лидера|dif lider'],
  ['gap', 0.85, 'ero|deficit|delta|lag|to leader|разрыв'],
  ['gap', 0.5, 'g|d|о'],
  [
    'status',
    1,
    'status|race status|result status|finish status|status name|status code|status text|runner status|participant status',
  ],
  ['status', 1, 'статус|состояние|etat|statut|tila|tilanne|situacion|статус участника|athlete status|finisher status'],
  ['status', 0.85, 'state|estado|state name|race state|runner state'],
  [
    'status',
    0.5,
    'remark|remarks|comment|bemerkung|примечание|примеч|прим|observaciones|huomautus|remarque|mention|note|notes|reason',
  ],
  ['status', 0.5, 's|st|с'],
  [
    'points',
    1,
    'points|pts|score|total points|очки|баллы|балл|punkte|wertungspunkte|puntos|pisteet|points total|кол во очков|сумма очков',
  ],
  ['points', 0.5, 'pt|о|x'],
  [
    'pace',
    1,
    'pace|net pace|chip pace|gun pace|avg pace|average pace|pace avg|min km|min per km|темп|средний темп|темп мин км|мин км|min mile|pace min km',
  ],
  [
    'pace',
    1,
    'durchschnittstempo|allure|allure moyenne|ritmo|ritmo medio|vauhti|keskivauhti|km schnitt|pace per km|pace km|tempo min km',
  ],
  ['pace', 0.85, 'tempo|schnitt|moyenne|ритм|pace mile'],
  [
    'id',
    1,
    'participant id|athlete id|runner id|person id|user id|account id|competitor id|member id|profile id|entrant id|participant uuid',
  ],
  [
    'id',
    1,
    'uuid|guid|athlete uuid|person uuid|athlete guid|participant guid|participant key|athlete key|registration id',
  ],
  ['id', 0.85, 'id|uid|entry id|external id|pid|ид|record id|licence id'],
]

/** The phrases are words already: folding them at once is what reading each as a name would come to. */
const keysOf = (list: string): readonly string[] => fold(list).replaceAll(' ', '').split('|')

const buildClaims = (): ReadonlyMap<string, readonly Claim[]> => {
  const claims = new Map<string, Claim[]>()
  const add = (key: string, claim: Claim): void => {
    const known = claims.get(key)
    if (known === undefined) claims.set(key, [claim])
    else if (!known.some(({ role }) => role === claim.role)) known.push(claim)
  }
  const addBoth = (left: string, right: string, claim: Claim): void => {
    const rights = keysOf(right)
    for (const a of keysOf(left)) {
      for (const b of rights) {
        add(a + b, claim)
        add(b + a, claim)
      }
    }
  }
  for (const list of otherPhrases) for (const key of keysOf(list)) add(key, { role: 'other', strength: 1 })
  for (const [role, strength, list] of phrases) for (const key of keysOf(list)) add(key, { role, strength })
  const placeWords = `${placeParts}|${placeShort}`
  addBoth(placeWords, overallParts, { role: 'placeOverall', strength: 1 })
  addBoth(placeWords, sexParts, { role: 'placeSex', strength: 1 })
  addBoth(placeWords, categoryParts, { role: 'placeCategory', strength: 1 })
  addBoth(timeParts, gunParts, { role: 'gunTime', strength: 1 })
  addBoth(timeParts, chipParts, { role: 'chipTime', strength: 1 })
  return claims
}

let built: ReadonlyMap<string, readonly Claim[]> | null = null

/** What a squashed name stands for; built when first asked for, since most starts of the app read no new shape. */
export const claimsOf = (key: string): readonly Claim[] => {
  built ??= buildClaims()
  return built.get(key) ?? []
}
