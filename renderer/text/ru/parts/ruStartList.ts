import type { RussianOf } from '../../en/en.ts'
import type { enStartList } from '../../en/parts/enStartList.ts'

export const ruStartList: RussianOf<typeof enStartList> = {
  'startList.title': 'Стартовый список',
  'startList.what':
    'Добавляет участникам с тем же номером дату рождения, клуб, город и подобное из файла CSV или Excel. То, что прислал сервис, не заменяется.',
  'startList.refused':
    'В этом файле нет стартового списка: нужна таблица с номерами и с датами рождения, клубами, городами или подобным. Сохраните её как CSV или XLSX и выберите снова.',
  'startList.choose': 'Выбрать файл',
  'startList.chooseOther': 'Выбрать другой файл',
  'startList.join': 'Присоединить',
  'startList.remove': 'Убрать стартовый список',
  'startList.joined': '{{name}}, присоединён {{time}}',
  'startList.matched': '{{name}}: номеров на этом этапе — {{matched}}, строк в файле — {{lines}}',
  'startList.notJoined': 'не присоединяется',
  'startList.key': 'по нему узнаётся участник',
  'startList.sent': 'его присылает сервис',
  'startList.unmatched': 'Номеров, которых нет на этапе: {{bibs}}.',
  'startList.repeated': 'Номеров, под которыми в файле разные люди (не присоединяются): {{bibs}}.',
  'startList.otherNames': 'Номеров, под которыми на этапе другое имя (не присоединяются): {{bibs}}.',
  'startList.withoutBib': 'Строк без номера: {{lines}}.',
}
