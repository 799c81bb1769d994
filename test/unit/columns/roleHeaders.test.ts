import { expect, it } from 'vitest'
import type { Cell } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { clockOf as clock, guessedRoles } from '../../support/resultBodies/readings.ts'
import { fold } from '../../../main/kernel/fold.ts'
import { headerWords } from '../../../main/features/columns/rules/headers/headerWords.ts'
import { nameWords } from '../../../main/features/columns/rules/headers/nameWords.ts'
import { claimsOfPieces, readPieces } from '../../../main/features/columns/rules/headers/readParts.ts'
import { claimsOf, wholeHeaders } from '../../../main/features/columns/rules/headers/roleWords.ts'

const word = (index: number, words: readonly string[]): string => words[index % words.length] ?? ''

const finishS = (index: number): number => 3600 + index * 37 + (index % 3)

/** Cells as a table has them under a header of the role; row 0 is the winner. */
const cells: { readonly [R in ColumnRole]?: (index: number) => Cell } = {
  place: (index) => index + 1,
  placeOverall: (index) => index + 1,
  placeSex: (index) => Math.floor(index / 2) + 1,
  placeCategory: (index) => Math.floor(index / 4) + 1,
  bib: (index) => 100 + ((index * 37) % 311),
  name: (index) =>
    `${word(index, ['Norvel', 'Tibalt', 'Quenna'])}${index % 7} Wexling`.replace(/\d/, 'aeiouyb'[index % 7] ?? ''),
  firstName: (index) => `Norvel${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}`,
  lastName: (index) => `Wexling${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}`,
  sex: (index) => word(index, ['M', 'F']),
  age: (index) => 19 + ((index * 7) % 50),
  birthYear: (index) => 1955 + ((index * 7) % 50),
  birthDate: (index) => `${1955 + ((index * 7) % 50)}-03-1${index % 9}`,
  ageGroup: (index) => word(index, ['M40', 'F30', 'M50']),
  club: (index) => word(index, ['Blue Harriers', 'Old Mill Runners', 'Quarry Striders']),
  team: (index) => word(index, ['Blue Harriers', 'Old Mill Runners', 'Quarry Striders']),
  city: (index) => word(index, ['Wexham', 'Tolvik', 'Brasno']),
  region: (index) => word(index, ['Upper Wexland', 'Tolvikshire']),
  country: (index) => word(index, ['POL', 'ITA', 'SWE']),
  result: (index) => clock(finishS(index) + 20),
  gunTime: (index) => clock(finishS(index) + 9),
  chipTime: (index) => clock(finishS(index)),
  gap: (index) => (index === 0 ? '' : `+${clock(index * 37)}`),
  pace: (index) => `${5 + Math.floor(index / 12)}:${String(10 + index).padStart(2, '0')}`,
  status: (index) => word(index, ['OK', 'DNF', 'DNS']),
  points: (index) => 900 - index * 13,
  lap: (index) => clock(600 + ((index * 37) % 90)),
}

const guessOf = (header: string, role: ColumnRole): ColumnRole | null => {
  const base = role === 'chipTime' || role === 'gunTime' || role === 'result' ? 'Zielbogen' : 'chipTime'
  const cellAt = cells[role] ?? (() => null)
  const rows = Array.from({ length: 24 }, (_, at) => ({ [header]: cellAt(at), [base]: clock(finishS(at)) }))
  return Object.values(guessedRoles(rows))[0] ?? null
}

const headers: { readonly [R in ColumnRole]?: string } = {
  place:
    'WithStatus([AutoRankp])|teamPlace|team.rank|Место команды|Mannschaftsplatz|Lagplacering|joukkueen sija|Pořadí štafety|Place|Rank|Rnk|M-ce|Coloc.|Место|Platz|Classement|Puesto|Sija|Miejsce|Posição|posicao|Posizione|Pořadí|Poradie|Umístění|Placering|Plassering|Plads|Plaats|Locul|Helyezés|順位|名次|순위|Sıra|finish_pos',
  placeOverall:
    'Overall Place|placeoverall|rank_overall|Miejsce Open|Klasyfikacja generalna miejsce|Posição geral|pos_geral|Posizione assoluta|Celkové pořadí|Totalplacering|総合順位|总排名|전체순위|Genel sıra|overallRank|classement_general|Место абс',
  placeSex:
    'SEXPLACE|M-ce płeć|Class. Sexo|rankbysex|Gender Rank|genderPosition|Place (gender)|Płeć Miejsce|miejsce_plec|Posição sexo|Posizione sesso|Pořadí pohlaví|Plats kön|男子順位|性别名次|성별순위|Cinsiyet sıra|classement_sexe|Место среди мужчин',
  placeCategory:
    'DIVPLACE|div_place|rankbycat|catpos|Cat. Rank|pos_categoria|Kategoria wiekowa Miejsce|Posizione categoria|Pořadí v kategorii|Placering klass|Plaats categorie|Loc categorie|Kategória helyezés|区分順位|组别名次|부문순위|Kategori sıra|classement_categorie|classPosition.position',
  bib: 'Bib|Numer startowy|Nr startowy|num_peito|Número de peito|Pettorale|Startovní číslo|Štartové číslo|Startnummer|Startnr|Borstnummer|Număr concurs|Rajtszám|ゼッケン|No.|ナンバーカード|参赛号码|배번|Göğüs No|carNumber|Stno|Stnr',
  name: 'Imię i nazwisko|Nome|nome_completo|Nominativo|Cognome e nome|Jméno|Namn|Navn|Naam|Nume și prenume|Név|氏名|選手名|姓名|이름|Ad Soyad|driverName|athlete_name|displayName|Surname, first name',
  firstName: 'Imię|imie|Prénom|First name|fname|Förnamn|Fornavn|Voornaam|Prenume|Keresztnév|Vorname|Křestní jméno',
  lastName:
    'Nazwisko|Cognome|Příjmení|Priezvisko|Efternamn|Etternavn|Achternaam|Sobrenome|Vezetéknév|Soyadı|lname|Nachname',
  sex: 'Płeć|plec|Sexo|Sesso|Pohlaví|Kön|Kjønn|Geslacht|Nem|性別|性别|성별|Cinsiyet|sexe|Gender',
  age: 'Wiek|Idade|Età|Věk|Vek|Ålder|Alder|Leeftijd|Vârsta|Életkor|年齢|年龄|나이|Yaş|AGE',
  birthYear:
    'Rocznik|Rok urodzenia|Ano de nascimento|Anno di nascita|Rok narození|Ročník|Födelseår|Fødselsår|Geboortejaar|Anul nașterii|Születési év|生年|出生年|출생년도|Doğum yılı|YOB',
  birthDate:
    'Data urodzenia|Data de nascimento|Data di nascita|Datum narození|Födelsedatum|Fødselsdato|Geboortedatum|Születési dátum|生年月日|出生日期|생년월일|Doğum tarihi',
  ageGroup:
    'Kategoria wiekowa|kat_wiekowa|Faixa etária|Categoria|Věková kategorie|Åldersklass|Aldersklasse|Leeftijdscategorie|Korosztály|部門|区分|年代別部門|年龄组|组别|연령대|부문|Yaş grubu|Kategori|age_class',
  club: 'Klub|Clube|Società|Oddíl|Klubb|Förening|Vereniging|Egyesület|所属|俱乐部|소속|Kulüp|Association',
  team: 'Drużyna|druzyna|Equipe|Squadra|Tým|Družstvo|Lag|Hold|Ploeg|Echipa|Csapat|チーム名|队名|팀|Takım|team_name',
  city: 'Miasto|Miejscowość|Cidade|Città|Comune|Město|Bydliště|Hemort|Poststed|Woonplaats|Localitate|Város|城市|도시|Şehir|locality',
  region: 'Województwo|Regione|Län|Fylke|Provincie|Județ|Megye|都道府県|省份|지역',
  country: 'Kraj|País|Nazione|Nazionalità|Země|Krajina|Nasjon|Nationaliteit|Țara|Ország|国籍|国家|국가|Ülke|Nat|nz',
  result:
    'Total Tm|teamTime|team.time|Время команды|Mannschaftszeit|Lagtid|joukkueen aika|Čas štafety|Czas|Wynik|Resultado|Risultato|Čas|Výsledek|Tid|Tijd|Uitslag|Timp|Időeredmény|記録|総合記録|成绩|기록|Süre|temps_finish|chrono_final|Sluttid|Tempo finale',
  gunTime: 'Czas brutto|tempo_bruto|Tempo lordo|Bruttotid|Timp brut|グロスタイム|枪声成绩|GUNTIME|gunTimeOfParticipant',
  chipTime:
    'Czas netto|tempo_liquido|Tempo líquido|Tempo netto|Nettotid|Nettotijd|Čistý čas|Timp net|ネットタイム|净成绩|Net süre|chipTimeOfParticipant|temps_reel',
  gap: 'Strata|Diferença|Distacco|Ztráta|Odstup|Differens|Differanse|Achterstand|Diferență|Hátrány|トップ差|差距|차이|Fark',
  pace: 'Ritmo|pace_medio|Passo|Fart min km|ペース|平均ペース|配速|페이스|NPACE',
  status: 'Stan|Situação|Stato|Stav|Durum|状態|状态|상태',
  lap: 'legTime|leg.time|Время этапа|Streckenzeit|Etappenzeit|Sträcktid|osuusaika|Čas úseku|Czas zmiany|tempo frazione',
  points: 'Punkty|Pontos|Punti|Body|Poäng|Poeng|Punten|Puncte|Pontszám|ポイント|积分|점수|Puan|Total points',
}

it.each(Object.entries(headers).filter(([role]) => role !== 'pace'))(
  'reads headers for %s in every language, with marks or without, in parts or glued',
  (role, list) => {
    const read = list.split('|').map((header) => [header, guessOf(header, role as ColumnRole)])
    expect(read).toEqual(list.split('|').map((header) => [header, role]))
  },
)

it.each(Object.entries(headerWords))('has each word for the %s of a header once, in one language', (_, languages) => {
  const words = Object.values(languages).flatMap((list) => fold(list).replaceAll(' ', '').split('|'))
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})

it('keeps no whole header whose parts say the same', () => {
  const claimsBy = (claims: ReturnType<typeof claimsOf>) =>
    claims.map(({ role, strength }) => `${role} ${strength}`).toSorted()
  const needless = wholeHeaders().filter((header) => {
    const words = fold(header).split(' ')
    const pieces = readPieces(words)
    return pieces !== null && String(claimsBy(claimsOfPieces(pieces))) === String(claimsBy(claimsOf(words)))
  })
  expect(needless).toEqual([])
})

it('reads every word that it has by itself, whatever it is glued to', () => {
  expect(claimsOf(nameWords('finishrankbyagegroup')).map(({ role }) => role)).toContain('placeCategory')
  expect(claimsOf(nameWords('bibnumber')).map(({ role }) => role)).toEqual(['bib'])
  expect(claimsOf(nameWords('qwrankzx'))).toEqual([])
})
