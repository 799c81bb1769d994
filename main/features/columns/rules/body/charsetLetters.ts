/**
 * Letters beyond ASCII by language, the most frequent first, with the charsets in which texts of the language come. A profile
 * of several languages serves fields with people of many countries.
 */
export type LetterProfile = {
  readonly script: 'latin' | 'cyrillic' | 'greek' | 'east'
  readonly letters: string
  readonly charsets: readonly string[]
}

const central = ['windows-1250', 'iso-8859-2']
const cyrillic = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866']

export const letterProfiles: readonly LetterProfile[] = [
  { script: 'latin', letters: 'éüäöèáóíåñøçßãæàêôëúõâîïòûùýœðþìšž', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'üäößé', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'éèçïêëàôîûœ', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'áóíéñúü', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'ãáçéíóêõôâúà', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'öäåéü', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'øåæéöäü', charsets: ['windows-1252'] },
  { script: 'latin', letters: 'łóąńęśżćźüé', charsets: central },
  { script: 'latin', letters: 'íáéěřčšýžůúňťďóüö', charsets: central },
  { script: 'latin', letters: 'áíčéšžýľúťňôóäďĺŕüö', charsets: central },
  { script: 'latin', letters: 'áéóöíőüúűä', charsets: central },
  { script: 'latin', letters: 'ăâîşţéö', charsets: central },
  { script: 'latin', letters: 'ščćžđüö', charsets: central },
  { script: 'latin', letters: 'āīšņēļūžčģķėąųįęõäöüő', charsets: ['windows-1257'] },
  { script: 'latin', letters: 'āīšēņļūžčģķ', charsets: ['windows-1257'] },
  { script: 'latin', letters: 'šėžūąčįųę', charsets: ['windows-1257'] },
  { script: 'latin', letters: 'ıüşöçğİâ', charsets: ['windows-1254'] },
  { script: 'cyrillic', letters: 'оаеинтсрвлкмдпуьыгябзчйхжшюцщэфёъ', charsets: cyrillic },
  {
    script: 'cyrillic',
    letters: 'оаиніерткволсмдупкяьзгбйчхєцжїшющфґ',
    charsets: ['windows-1251', 'koi8-u', 'iso-8859-5'],
  },
  { script: 'cyrillic', letters: 'аіноелркытсвудміпякзшьбгчжцўхюйёфэ', charsets: ['windows-1251', 'iso-8859-5'] },
  { script: 'cyrillic', letters: 'аоиерснвтјкмлдупгбзћчшжцљњђхфџ', charsets: ['windows-1251', 'iso-8859-5'] },
  { script: 'greek', letters: 'αοσιηντρςκλπεμυδγάίόέύήθχβφώξζψωϊϋΐΰ', charsets: ['windows-1253', 'iso-8859-7'] },
  {
    script: 'east',
    letters:
      'のンイストルラクッームアタシドマバレジリコプテグサチナロウフカメニピオキエツーいうかとにたしなでまりさき名前山田大会氏順位総合記録性別男女年齢歳区分部時間番号居住地所属県市都府道東京阪佐藤鈴木高橋本中村伊小林加吉川井松上原石野島谷口崎子美一郎太介人之和正明平健康雄幸恵真由香優直樹浩司哲也智裕翔拓海陸斗悠菜奈千代早水清長森池前岡久保西北南新金福岩藤近後青坂宮内酒今竹丸土安古秋三二四五六七八九十走完棄権欠場失格通過富士愛知兵庫静岡神奈埼玉葉茨城栃群馬滋賀石能沢',
    charsets: ['shift_jis', 'euc-jp'],
  },
  {
    script: 'east',
    letters:
      '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文明国华建军伟强勇杰涛磊超鹏辉斌波宇飞峰亮平志海东新春晓玉秀英丽芳敏静娟艳霞燕红梅琴云兰凤洁莹雪慧娜婷佳俊浩天子小大一姓名号码性别男女成绩名次排名总时间枪净组岁年龄单位俱乐部城市北京上海广州深圳中市省区县马拉松半程全比赛第公里参选手编国家备注',
    charsets: ['gb18030'],
  },
  {
    script: 'east',
    letters:
      '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜侯曹薛傅丁溫馬董唐藍石蔣古紀姚馮歐程田康姜白湯尤巫鐘黎涂龔嚴韓袁金童陸夏柳凃邵志家俊建文明宏偉傑豪哲宇冠承彥柏國華雅怡淑美惠玲芬欣婷姓名號碼性別男女成績名次排名總時間組歲年齡單位俱樂部城市台臺北中南高雄大晶片隊參賽者編',
    charsets: ['big5'],
  },
  {
    script: 'east',
    letters:
      '이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지나현영수호준승재민상동기철훈석태성경원용은미선혜희정연주아윤서도예하시일인대한국부문남자녀여순위기록이름성명번호배번소속클럽종합완주시간초코스풀하프마라톤대회팀나이세출발도착총',
    charsets: ['euc-kr'],
  },
]
