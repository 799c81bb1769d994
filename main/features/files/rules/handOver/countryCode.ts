import { fold } from '../../../../kernel/fold.ts'

/** ISO 3166 alpha-2 with the code of the country's Olympic committee (IOC), which federations go by. */
const olympic =
  'AF:AFG AL:ALB DZ:ALG AS:ASA AD:AND AO:ANG AG:ANT AR:ARG AM:ARM AW:ARU AU:AUS AT:AUT AZ:AZE BS:BAH BH:BRN BD:BAN BB:BAR ' +
  'BY:BLR BE:BEL BZ:BIZ BJ:BEN BM:BER BT:BHU BO:BOL BA:BIH BW:BOT BR:BRA VG:IVB BN:BRU BG:BUL BF:BUR BI:BDI KH:CAM CM:CMR ' +
  'CA:CAN CV:CPV KY:CAY CF:CAF TD:CHA CL:CHI CN:CHN CO:COL KM:COM CG:CGO CD:COD CK:COK CR:CRC CI:CIV HR:CRO CU:CUB CY:CYP ' +
  'CZ:CZE DK:DEN DJ:DJI DM:DMA DO:DOM EC:ECU EG:EGY SV:ESA GQ:GEQ ER:ERI EE:EST SZ:SWZ ET:ETH FJ:FIJ FI:FIN FR:FRA GA:GAB ' +
  'GM:GAM GE:GEO DE:GER GH:GHA GR:GRE GD:GRN GU:GUM GT:GUA GN:GUI GW:GBS GY:GUY HT:HAI HN:HON HK:HKG HU:HUN IS:ISL IN:IND ' +
  'ID:INA IR:IRI IQ:IRQ IE:IRL IL:ISR IT:ITA JM:JAM JP:JPN JO:JOR KZ:KAZ KE:KEN KI:KIR KP:PRK KR:KOR XK:KOS KW:KUW KG:KGZ ' +
  'LA:LAO LV:LAT LB:LBN LS:LES LR:LBR LY:LBA LI:LIE LT:LTU LU:LUX MG:MAD MW:MAW MY:MAS MV:MDV ML:MLI MT:MLT MH:MHL MR:MTN ' +
  'MU:MRI MX:MEX FM:FSM MD:MDA MC:MON MN:MGL ME:MNE MA:MAR MZ:MOZ MM:MYA NA:NAM NR:NRU NP:NEP NL:NED NZ:NZL NI:NCA NE:NIG ' +
  'NG:NGR MK:MKD NO:NOR OM:OMA PK:PAK PW:PLW PS:PLE PA:PAN PG:PNG PY:PAR PE:PER PH:PHI PL:POL PT:POR PR:PUR QA:QAT RO:ROU ' +
  'RU:RUS RW:RWA KN:SKN LC:LCA VC:VIN WS:SAM SM:SMR ST:STP SA:KSA SN:SEN RS:SRB SC:SEY SL:SLE SG:SGP SK:SVK SI:SLO SB:SOL ' +
  'SO:SOM ZA:RSA SS:SSD ES:ESP LK:SRI SD:SUD SR:SUR SE:SWE CH:SUI SY:SYR TW:TPE TJ:TJK TZ:TAN TH:THA TL:TLS TG:TOG TO:TGA ' +
  'TT:TTO TN:TUN TR:TUR TM:TKM TV:TUV UG:UGA UA:UKR AE:UAE GB:GBR US:USA UY:URU UZ:UZB VU:VAN VE:VEN VN:VIE VI:ISV YE:YEM ' +
  'ZM:ZAM ZW:ZIM'

/** ISO 3166 alpha-3 codes that differ from the IOC's. BRN is missing: it is Brunei in ISO and Bahrain in the IOC's list. */
const isoAlpha3 =
  'DZA:DZ AGO:AO ATG:AG ABW:AW ASM:AS BHS:BS BHR:BH BGD:BD BRB:BB BLZ:BZ BMU:BM BTN:BT BWA:BW VGB:VG BGR:BG BFA:BF KHM:KH ' +
  'CYM:KY TCD:TD CHL:CL COG:CG CRI:CR HRV:HR DNK:DK SLV:SV GNQ:GQ FJI:FJ GMB:GM DEU:DE GRC:GR GRD:GD GTM:GT GIN:GN GNB:GW ' +
  'HTI:HT HND:HN IDN:ID IRN:IR KWT:KW LVA:LV LSO:LS LBY:LY MDG:MG MWI:MW MYS:MY MRT:MR MUS:MU MCO:MC MNG:MN MMR:MM NPL:NP ' +
  'NLD:NL NIC:NI NER:NE NGA:NG OMN:OM PSE:PS PRY:PY PHL:PH PRT:PT PRI:PR KNA:KN VCT:VC WSM:WS SAU:SA SYC:SC SVN:SI SLB:SB ' +
  'ZAF:ZA LKA:LK SDN:SD CHE:CH TWN:TW TZA:TZ TGO:TG TON:TO ARE:AE URY:UY VUT:VU VNM:VN VIR:VI ZMB:ZM ZWE:ZW XKX:XK'

/** Names in use beside those of CLDR. */
const otherNames: readonly (readonly [code: string, names: string])[] = [
  ['RU', 'рф|российская федерация|russian federation'],
  ['BY', 'белоруссия|belorussia|byelorussia'],
  ['MD', 'молдавия|moldavia'],
  ['KG', 'киргизия|кыргызстан'],
  ['TM', 'туркмения|туркменистан'],
  ['KZ', 'республика казахстан'],
  ['US', 'usa|united states of america|сша|соединенные штаты америки'],
  ['GB', 'great britain|uk|великобритания|англия|england|scotland|шотландия'],
  ['CZ', 'czech republic|чешская республика'],
  ['TR', 'turkey|турция'],
  ['KR', 'korea|south korea|корея|южная корея'],
  ['MK', 'macedonia|македония'],
  ['NL', 'holland|голландия'],
  ['AE', 'uae|оаэ'],
]

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text.split(' ').map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)] as const)

let known: ReadonlyMap<string, string> | null = null

/** By everything that occurs in a country column: codes of two and three letters, names in English and Russian. */
const codes = (): ReadonlyMap<string, string> => {
  if (known !== null) return known
  const byAlpha2 = new Map(pairs(olympic))
  const byText = new Map<string, string>()
  const add = (text: string | undefined, alpha2: string): void => {
    const code = byAlpha2.get(alpha2)
    if (text !== undefined && code !== undefined) byText.set(fold(text).trim(), code)
  }
  for (const language of ['en', 'ru']) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const alpha2 of byAlpha2.keys()) add(names.of(alpha2), alpha2)
  }
  for (const [alpha2, names] of otherNames) for (const name of names.split('|')) add(name, alpha2)
  for (const [alpha3, alpha2] of pairs(isoAlpha3)) add(alpha3, alpha2)
  for (const [alpha2, code] of byAlpha2) {
    add(alpha2, alpha2)
    add(code, alpha2)
  }
  known = byText
  return byText
}

const seen = new Map<string, string | null>()

/** The three letters of the IOC for a country as received; null for what names none. */
export const countryCode = (text: string): string | null => {
  const remembered = seen.get(text)
  if (remembered !== undefined) return remembered
  const code = codes().get(fold(text).trim().replace(/\.$/, '')) ?? null
  if (seen.size >= 1_000) seen.clear()
  seen.set(text, code)
  return code
}
