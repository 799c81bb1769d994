/** Parts of headers that stand on either side of one another: "overall place", "place overall", "Platz AK", "AK-Platz". */
export const placeParts =
  'place|places|plc|rank|ranks|ranking|rankings|positions|placings|rk|position|pos|platz|platzierung|plazierung|rang|pl|classement|clt|puesto|posicion|lugar|clasificacion|sija|sijoitus|место|мест|позиция|ранг|placement|placing|finish place|finish position'
/** Too short to mean a place by themselves. */
export const placeShort = 'cl|clas|clasif|м|r|p|plz|pto|sij'
export const overallParts =
  'overall|total|abs|absolute|absolut|absoluto|absoluta|gesamt|general|generale|scratch|global|kokonais|yleis|абс|абсолют|абсолютное|абсолютный|абсолютная|абсолютном зачете|абсолюте|общее|общий|общ|общем зачете|all|toutes categories'
export const sexParts =
  'sex|gender|geschlecht|geschlechter|sexe|genre|sexo|genero|sukupuoli|пол|полу|пола|m w|m f|w m|f m|м ж|h f|mw|mf|мж|male female|mens|womens|среди мужчин|среди женщин'
export const categoryParts =
  'category|cat|categorie|categoria|kategorie|kat|altersklasse|altersklassen|ak|klasse|klassen|class|division|div|group|age group|ag|age|age category|age class|age cat|age division|sarja|sarjan|luokka|ikaluokka|ikasarja|группа|группе|группы|гр|категория|категории|кат|возраст|возрасту|возрастная группа|возрастной группе|возрастная категория|возрастной категории|зачет|зачете'
export const timeParts =
  'time|zeit|temps|tiempo|aika|время|chrono|result|resultat|resultado|ergebnis|tulos|результат|finish|finish time|finishtime|result time|ziel|tps|t|res|maali|meta|arrivee|endzeit|zielzeit'
export const gunParts =
  'gun|brutto|gross|pistol|pistola|pistolet|coup de pistolet|выстрел|выстрела|выстрелу|от выстрела|по выстрелу|грязное|брутто|gunshot|gun start'
export const chipParts =
  'chip|net|netto|puce|real|reel|neto|нетто|чип|чипу|чипа|чистое|чистый|чиповое|clean|чист|transponder'
