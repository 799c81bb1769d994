import { fold } from '../../../../kernel/fold.ts'
import { once } from '../../../../kernel/once.ts'

/** Codes of three letters, of sports (IOC) and of the standard (ISO 3166-1 alpha-3). */
const threeLetters = new Set(
  'AFG ALB ALG AND ANG ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BIH BLR BOL BOT BRA BRN BUL BUR CAM CAN CHE CHI CHL CHN CIV CMR COD COL CRC CRI CRO CUB CYP CZE DEN DEU DNK DOM ECU EGY ERI ESA ESP EST ETH FIN FRA FRO GAB GBR GEO GER GHA GRC GRE GUA GTM HAI HKG HON HRV HUN IDN INA IND IRI IRL IRN IRQ ISL ISR ISV ITA JAM JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAT LBN LIB LIE LTU LUX LVA MAD MAR MAS MDA MEX MGL MKD MLT MNE MON MOZ MRI MYS NAM NCA NED NEP NGR NLD NOR NZL OMA PAK PAN PAR PER PHI PHL POL POR PRK PRT PUR PRI QAT ROM ROU RSA RUS RWA SAU SCO SEN SGP SIN SLO SMR SRB SRI SUD SUI SVK SVN SWE SYR TAN THA TJK TKM TPE TTO TUN TUR TWN UAE UGA UKR URU URY USA UZB VEN VIE VNM WAL ENG NIR ZAF ZAM ZIM'.split(
    ' ',
  ),
)
const twoLetters = new Set(
  'AD AE AF AL AM AO AR AT AU AZ BA BD BE BG BH BN BO BR BW BY CA CH CI CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ER ES ET FI FO FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KR KW KZ LB LI LK LT LU LV MA MC MD ME MG MK MN MT MU MX MY MZ NA NG NI NL NO NP NZ OM PA PE PH PK PL PR PT PY QA RO RS RU RW SA SE SG SI SK SM SN SV SY TH TJ TM TN TR TT TW TZ UA UG UK US UY UZ VE VN XK ZA ZM ZW'.split(
    ' ',
  ),
)
const languages = 'en ru de fr es fi pl pt it cs sk sv nb da nl ro hu ja zh ko tr uk'.split(' ')
/** As people write them, beside what the standard calls them. */
const otherNames =
  'usa|россия|great britain|england|scotland|wales|northern ireland|czech republic|korea|south korea|holland|turkey|ivory coast|macedonia|белоруссия|молдавия|киргизия'

/** Names of countries in the languages of headers, as the language data of the platform (CLDR) has them; folded. */
const names = once((): ReadonlySet<string> => {
  const known = new Set(otherNames.split('|'))
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of twoLetters) {
      const name = code === 'UK' ? undefined : display.of(code)
      if (name !== undefined) known.add(fold(name))
    }
  }
  return known
})

/** A code of a country, three letters or two, as sports or the standard write it. */
export const isCountryCode = (text: string): boolean => {
  if (text.length !== 2 && text.length !== 3) return false
  const code = text.toUpperCase()
  if (text !== code && text !== text.toLowerCase()) return false
  return code.length === 3 ? threeLetters.has(code) : twoLetters.has(code)
}

export const isCountryName = (text: string): boolean => text.length >= 2 && text.length <= 40 && names().has(fold(text))

/** States, provinces and territories of America, Canada, Australia and Brazil. */
const states = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD SA TAS ACT AC AP AM BA CE ES GO MT MS MG PB PR PE PI RJ RN RS RO RR SP SE TO'.split(
    ' ',
  ),
)

/** A code of a state or province, as in addresses. */
export const isStateCode = (text: string): boolean => states.has(text.replace(/^US-/, ''))
