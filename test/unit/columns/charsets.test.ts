import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guessCharset } from '../../../main/features/columns/rules/body/charsets.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import { expectAll } from '../../support/units/expectAll.ts'

/** A field as entered in a country: the charsets it may be written in, its header and its people. */
const fields = `
windows-1251 koi8-r iso-8859-5 ibm866 | Место;Номер;Фамилия;Имя;Клуб | Лосева;Арина;Быстрый шаг | Тучков;Глеб; | Жилин;Юрий;Ёлки | Щукина;Эмма;Пермь | Грачёв;Пётр;Юг
windows-1251 koi8-r iso-8859-5 ibm866 | Place;Bib;Surname;First name;Club | ЛОСЕВА;АРИНА;МОСКВА | ТУЧКОВ;ГЛЕБ; | ЖИЛИН;ЮРИЙ;КАЗАНЬ | ЩУКИНА;ЭММА;ПЕРМЬ | ГРАЧЕВ;ПЕТР;
windows-1251 koi8-u | Місце;Номер;Прізвище;Ім'я;Клуб | Лелеченко;Ірина;Київ | Гончар;Євген; | Їжакевич;Олесь;Харків | Білик;Андрій;Львів
windows-1250 iso-8859-2 | Miejsce;Numer;Nazwisko;Imię;Klub | Żuraw;Łucja;Wrocław | Gąska;Michał; | Wróbel;Józef;Łódź | Dzięcioł;Małgorzata;Gdańsk
windows-1250 iso-8859-2 | Pořadí;Číslo;Příjmení;Jméno;Oddíl | Švestka;Jiří;Třebíč | Křepelka;Ondřej; | Sýkorová;Věra;Plzeň | Kůň;Matěj;Žďár
windows-1250 | Helyezés;Rajtszám;Név;Egyesület | Fűzfa Ödön;Győr; | Tölgy Ágnes;; | Szőlősi Jenő;Kőszeg;
windows-1252 | Platz;Startnummer;Nachname;Vorname;Verein | Müßig;Jörg;TSV Grün | Käuzle;Bärbel; | Föhre;Günther;SV Öhringen
windows-1252 | Plats;Startnr;Efternamn;Förnamn;Klubb | Ljungström;Åsa;Löparna | Björk;Håkan; | Sjögräs;Märta;Älvdalen
windows-1252 | Plass;Startnr;Etternavn;Fornavn;Klubb | Bjørkås;Øyvind;Tromsø | Sæther;Håvard; | Grønn;Bjørg;Ålesund
windows-1252 | Place;Dossard;Nom;Prénom;Club | Chêne;Hélène;Orléans | Forêt;François; | Bouleau;Aimé;Évry
windows-1252 | Colocação;Número;Nome;Equipe;Cidade | João Pinhão;;São Luís | Conceição Bétula;; | Antônio Álamo;;Goiânia
windows-1252 | Puesto;Dorsal;Apellidos;Nombre;Año | Ibáñez;Íñigo; | Peñón;Raúl; | Núñez;Begoña;
windows-1257 | Vieta;Numurs;Uzvārds;Vārds;Klubs | Bērziņš;Jānis;Rīga | Ozoliņa;Ilzīte; | Kļava;Kārlis;Cēsis | Priedīte;Līga;
windows-1254 | Sıra;Göğüs No;Soyadı;Adı;Kulüp | Çınar;Işıl;İzmir | Söğüt;Doğan; | Kavakoğlu;Ayşe;Muğla
windows-1253 | Θέση;Αριθμός;Επώνυμο;Όνομα;Σύλλογος | Πλάτανος;Γιώργος;Βόλος | Ελάτη;Μαρία; | Δρυς;Νίκος;Χανιά
shift_jis euc-jp | 順位;ナンバー;氏名;性別;所属 | 松林　竹子;女;クラブ | 杉山　桜太;男; | 梅野　柳一;男;ランナーズ
gb18030 | 名次;号码;姓名;性别;单位 | 林小松;男;北京 | 杨柳青;女; | 柏志高;男;上海跑团
big5 | 名次;號碼;姓名;性別;單位 | 林小松;男;臺北 | 楊柳青;女; | 柏志高;男;高雄路跑
euc-kr | 순위;배번;이름;성별;소속 | 소나무;남;서울 | 박달이;여; | 전나영;여;부산마라톤
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
  .map(([charsets = '', header = '', ...people]) => ({ charsets: charsets.split(' '), header, people }))
type Field = (typeof fields)[number]

const bodyOf = ({ header, people }: Field, separator: string): string =>
  [header, ...people.map((person, index) => `${index + 1};${index + 101};${person}`)]
    .join('\r\n')
    .replaceAll(';', separator)

const cases = fields.flatMap((field) =>
  field.charsets.map((charset) => ({ charset, name: `${charset}: ${field.header}`, field })),
)

it.each(cases)('reads the bytes of $name in the charset they were written in', ({ charset, field }) => {
  for (const separator of [';', ',', '\t']) {
    const text = bodyOf(field, separator)
    const guessed = guessCharset(encodeText(text, charset))
    expect([separator, new TextDecoder(guessed ?? 'utf-8').decode(encodeText(text, charset))]).toEqual([
      separator,
      text,
    ])
  }
})

it.each(cases)('reads three people of $name among many in plain letters', ({ charset, field }) => {
  const plain = Array.from({ length: 40 }, (_, index) => `${index + 1};${index + 201};Poplar;Ann;Run Club`)
  const text = ['Place;Bib;Surname;First name;Club', ...plain, ...field.people.slice(0, 3)].join('\n')
  const bytes = encodeText(text, charset)
  expect(new TextDecoder(guessCharset(bytes) ?? 'utf-8').decode(bytes)).toBe(text)
})

it.each([
  ['windows-1251', 'Сервис недоступен'],
  ['windows-1251', 'Клуб «Юг» – финиш № 7'],
  ['windows-1251', 'Результаты ещё не готовы. Попробуйте позже.'],
  ['koi8-r', 'Сервис недоступен'],
  ['ibm866', 'Сервис недоступен'],
  ['windows-1252', 'Coloc.;Nº Peito;Tempo Líquido\n1º;77;0:31:02\n2º;78;0:31:40\n3º;79;0:32:11\n4º;80;0:32:50'],
  ['windows-1252', 'Accès refusé'],
  ['windows-1252', 'Nachname;Name\nMüller;Ida'],
  ['windows-1250', 'Wyniki będą wkrótce dostępne'],
  ['shift_jis', 'しばらくお待ちください'],
])('reads a short text in %s: %s', (charset, text) => {
  const bytes = encodeText(text, charset)
  expect(new TextDecoder(guessCharset(bytes) ?? 'utf-8').decode(bytes)).toBe(text)
})

it.each(['utf-16le', 'utf-16be'])('reads %s without its mark', (charset) => {
  for (const field of fields.slice(0, 4)) {
    const bytes = Buffer.from(bodyOf(field, ';'), 'utf16le')
    if (charset === 'utf-16be') bytes.swap16()
    expect(guessCharset(bytes)).toBe(charset)
  }
})

const noise = (length: number): Buffer => {
  let state = 7
  return Buffer.from(Array.from({ length }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16))
}
it.each([
  ['a zip', Buffer.concat([Buffer.from('PK\x03\x04\x14\x00\x08\x00', 'latin1'), noise(4_000)])],
  ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'latin1'), noise(4_000)])],
  ['noise', noise(3_000)],
  ['noise without control characters', noise(3_000).map((byte) => byte | 0x80)],
  ['one byte again and again', Buffer.alloc(100, 0xff)],
  ['UTF-8 that is cut off', Buffer.from('Фамилия;Имя\nЛосева;Арин').subarray(0, -1)],
  ['UTF-8 with a damaged byte', Buffer.from('Müller;Jörg;Ødegård').fill(0xff, 3, 4)],
])('bytes other than text are refused: %s', (_, bytes) => {
  expect(guessCharset(bytes)).toBeNull()
})

it('finds a charset that decodes the whole body, or none', () => {
  expectAll(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const charset = guessCharset(bytes)
    if (charset !== null) new TextDecoder(charset, { fatal: true }).decode(bytes)
  })
})
