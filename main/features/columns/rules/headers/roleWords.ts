import { fold } from '../../../../kernel/fold.ts'
import { once } from '../../../../kernel/once.ts'
import { otherPhrases } from './otherWords.ts'
import type { Claim, NamedRole, Strength } from '../roles/claim.ts'
import { claimsOfPieces, readPieces } from './readParts.ts'

/** Whole headers that mean something else, or say less, than their parts do together; `headerWords` knows the parts. */
const phrases: readonly (readonly [NamedRole, Strength, string])[] = [
  ['place', 0.85, 'pa'],
  ['place', 0.5, 'p|r|м'],
  ['placeOverall', 1, 'rank o|rko'],
  ['placeOverall', 0.85, 'class geral|class ger|pos geral|col geral'],
  ['placeOverall', 0.7, 'total|pos open|rank 1|rank 1 p'],
  ['placeSex', 1, 'rank g|rkg|m rank|f rank'],
  ['placeSex', 0.5, 'clts|ps|sp|gp|среди мужчин|среди женщин|m place|f place'],
  ['placeCategory', 1, 'rank a|rka'],
  ['placeCategory', 0.5, 'pc|cp|м гр|cltc'],
  ['placeCategory', 0.85, 'rank 3|rank 3 p|primary bracket rank|class fx|class faixa|class cat|pos fx|col fx'],
  ['placeSex', 0.85, 'rank 2|rank 2 p|class sexo|pos sexo|col sexo'],
  ['bib', 0.7, 'num|nr|nro|no|dos|dossard bis|car number|car|boat'],
  ['bib', 0.5, 'n|b|bi|nb|н|st|key|code|chip|pe'],
  [
    'name',
    1,
    'full name|display name|combi name|anzeigename|afficher nom|lf name|fl name|vor und nachname|vor nachname|etu ja sukunimi|nom complet|nombre completo|nome completo|nume complet|koko nimi|полное имя|фио|fio|ф и о|фи|имя участника',
  ],
  ['name', 0.85, 'nom|nombre|nome|jméno|meno'],
  ['name', 0.7, 'имя|person|personne|swimmer|rider|skier|driver|driver name|rider name'],
  ['name', 0.5, 'n|nm|title|姓名 name'],
  ['firstName', 0.85, 'имя|imya|imia|first|rufname|given|nome|jméno|meno'],
  ['firstName', 0.5, 'f|fn|nn|pn|nombre'],
  ['lastName', 0.85, 'last|family|фам'],
  ['lastName', 0.5, 'l|ln|nc|sn|cn|nom'],
  ['middleName', 0.7, 'second name|middle|patronym'],
  ['sex', 0.85, 'pol|nem'],
  ['sex', 0.5, 's|g|sx|gen|x|п|kon|mens|womens'],
  ['placeSex', 0.5, 'mens|womens'],
  ['age', 1, 'age years|age on race day|age at race'],
  ['age', 0.85, 'лет'],
  ['age', 0.5, 'a|ag|в|kor|years'],
  [
    'birthYear',
    1,
    'yob|jahrgang|jg|г р|год р|rocznik|ročník|年生|生年|årskull|årgang|fødselsår|födelseår|rok ur|r ur|anno nasc',
  ],
  ['birthYear', 0.85, 'sv|birthday year'],
  ['birthYear', 0.7, 'dob|geb|ano|geburtsjahrgang'],
  ['birthYear', 0.5, 'y|yb|by|г|yr|b|an|ar|anul'],
  ['birthDate', 1, 'dob|birthday|geburtstag|др|д р|f nacimiento|生年月日|生日|fødselsdato|födelsedatum'],
  ['birthDate', 0.85, 'geb'],
  ['birthDate', 0.7, 'yob|jahrgang|jg'],
  ['ageGroup', 1, 'ak|tranche d age|faixa etária|altersklasse|ikaluokka|ikasarja|age division'],
  [
    'ageGroup',
    0.85,
    'группа|gruppa|group name|age group name short|agegroupnameshort|primary bracket name|short|kurz|kort|klass kort',
  ],
  ['placeCategory', 0.7, 'группа|ak|altersklasse'],
  ['ageGroup', 0.7, 'зачет|long|lang|entry class long|entry class short|meldekategorie kurz|meldekategorie lang'],
  ['ageGroup', 0.5, 'c|ca|k|g|ag|гр|a|cl|s|group|group 2|group 3|group 4'],
  ['club', 1, 'vereinsname|название клуба'],
  [
    'club',
    0.85,
    'association|societe|organisation|organization|организация|коллектив|общество|спортобщество|club ou ville',
  ],
  ['club', 0.7, 'verein ort|club ville|клуб город|seura paikkakunta|org|school|škola|szkoła|école|школа|company'],
  ['club', 0.5, 'c|cl|nt|v|к|lag|soc|affiliation'],
  ['team', 1, 'название команды|team title'],
  ['team', 0.85, 'tname'],
  ['team', 0.7, 'lag|nt'],
  ['team', 0.5, 'tm|t'],
  ['city', 0.85, 'municipality|locality|location|место жительства|procedencia|place of residence|heimatort|город клуб'],
  ['city', 0.7, 'from|domicile|г'],
  ['city', 0.5, 'c|by|il'],
  ['region', 0.85, 'state|state code|oblast|region rf|dept|округ|district|prov|st prov'],
  ['region', 0.7, 'land|area'],
  ['region', 0.5, 'st|kraj|il|uf'],
  ['country', 0.85, 'iso 3|iso 2|ioc|nat|nation code|land|ctry|iso|nac|flag|cntry|kraj'],
  ['country', 0.5, 'c|co|l|cc|na|nz|ctz'],
  [
    'result',
    0.85,
    't oficial|t officiel|t total|res|perf|performance|elapsed|рез|рез т|итог|finals time|format time|formattime',
  ],
  ['result', 1, 'время прохождения|finishing time|finished time|finish time'],
  ['result', 0.7, 'offiziell|tid|time 1|total|end time|finish total|time text|timetext|tr'],
  ['result', 0.5, 't|r|res|tm|в|tu'],
  ['gunTime', 0.7, 'clock time|tu'],
  ['gunTime', 0.5, 'gt'],
  ['chipTime', 0.85, 'chip'],
  ['chipTime', 0.5, 'tr|ct|rt'],
  ['gap', 0.85, 'ero|deficit|delta|lag|to leader|разрыв|to first'],
  ['gap', 0.7, 'back|time back|time lag|lag time|bak|zurück|time plus'],
  ['gap', 0.5, 'g|d|tg|о'],
  ['status', 0.85, 'state|estado|state name|race state|runner state'],
  [
    'status',
    0.5,
    'remark|remarks|comment|bemerkung|примечание|примеч|прим|observaciones|huomautus|remarque|mention|note|notes|reason|uwagi|obs|note gara|poznámka|anmärkning|merknad|opmerking|megjegyzés|備考|备注|비고|s|st|с',
  ],
  ['points', 1, 'кол во очков|сумма очков'],
  ['points', 0.85, 'itra points|utmb points|cup points|ranking points|race points|series points|itra|очки кубка'],
  ['points', 0.7, 'total|suma|summa|összesen'],
  ['points', 0.5, 'pt|о|x'],
  ['pace', 1, 'pace per km|pace km|net pace|chip pace|gun pace'],
  ['pace', 0.85, 'tempo|schnitt|moyenne|ритм|pace mile|npace|gpace'],
  ['result', 0.7, 'tempo'],
  ['pace', 0.7, 'temp'],
  ['pace', 0.5, 'me'],
  ['id', 1, 'user id|account id|member id|profile id|uuid|guid|registration id'],
  ['id', 0.5, 'racer id|rider id|driver id'],
  ['id', 0.85, 'entry id|external id|pid|record id|licence id|ir|iu'],
]

const exceptions = once((): ReadonlyMap<string, readonly Claim[]> => {
  const claims = new Map<string, Claim[]>()
  const add = (list: string, claim: Claim): void => {
    for (const key of fold(list).replaceAll(' ', '').split('|')) {
      const known = claims.get(key)
      if (known === undefined) claims.set(key, [claim])
      else if (!known.some(({ role }) => role === claim.role)) known.push(claim)
    }
  }
  for (const list of otherPhrases) add(list, { role: 'other', strength: 1 })
  for (const [role, strength, list] of phrases) add(list, { role, strength })
  return claims
})

/** Headers that are known as a whole, for the test that each is needed. */
export const wholeHeaders = (): readonly string[] =>
  [...otherPhrases, ...phrases.map(([, , list]) => list)].flatMap((list) => list.split('|'))

/** The roles of a header: as a whole where it is known, else by its parts; empty for unknown ones. */
export const claimsOf = (words: readonly string[]): readonly Claim[] => {
  const whole = exceptions().get(words.join(''))
  if (whole !== undefined) return whole
  const pieces = readPieces(words)
  return pieces === null ? [] : claimsOfPieces(pieces)
}
